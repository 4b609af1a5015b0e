// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.PrintWriter;
import java.util.Locale;

/** The closing table for people. */
final class Summary {
  private final PrintWriter out;

  Summary(PrintWriter out) {
    this.out = out;
  }

  void print(Figures sennit, Figures netty) {
    out.println();
    row("", sennit.provider(), netty.provider(), "ratio");
    row("calls (failed)", calls(sennit), calls(netty), "");
    row(
        "server executions",
        number(sennit.serverExecutions()),
        number(netty.serverExecutions()),
        "");
    row(
        "small call p50",
        micros(sennit.smallCallMicros().p50()),
        micros(netty.smallCallMicros().p50()),
        ratio(sennit.smallCallMicros().p50(), netty.smallCallMicros().p50()));
    row(
        "small call p99",
        micros(sennit.smallCallMicros().p99()),
        micros(netty.smallCallMicros().p99()),
        ratio(sennit.smallCallMicros().p99(), netty.smallCallMicros().p99()));
    row("file bytes", number(sennit.bytes()), number(netty.bytes()), "");
    row(
        "throughput",
        megabytes(sennit),
        megabytes(netty),
        ratio(perSecond(sennit), perSecond(netty)));
    row("SHA-256 equal", yes(sennit), yes(netty), "");
    row("moved by SEND", number(sennit.bytesBy().send()), "-", "");
    row("moved by READ", number(sennit.bytesBy().read()), "-", "");
    row("moved by WRITE", number(sennit.bytesBy().write()), "-", "");
    for (Traffic.OnPath path : sennit.paths()) {
      row("path " + path.label(), number(path.bytes()), "-", "");
    }
  }

  private void row(String name, String sennit, String netty, String ratio) {
    out.printf("%-24s %18s %18s %8s%n", name, sennit, netty, ratio);
  }

  private static String calls(Figures figures) {
    return number(figures.calls()) + " (" + figures.failedCalls() + ")";
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String micros(double value) {
    return String.format(Locale.ROOT, "%,.1f µs", value);
  }

  private static String megabytes(Figures figures) {
    return String.format(Locale.ROOT, "%,.0f MB/s", perSecond(figures) / 1e6);
  }

  private static double perSecond(Figures figures) {
    return (double) figures.throughputBytesPerSecond();
  }

  private static String yes(Figures figures) {
    return figures.sha256Equal() ? "yes" : "NO";
  }

  private static String ratio(double sennit, double netty) {
    return netty == 0 ? "" : String.format(Locale.ROOT, "%.2f", sennit / netty);
  }
}
