// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The closing table for people: a column for each run, the yardstick last. */
final class Summary {
  private final PrintWriter out;
  private final List<Figures> runs;
  private final Figures yardstick;
  private final CutFigures cut;

  Summary(PrintWriter out, Outcome outcome) {
    this.out = out;
    runs = List.of(outcome.roce(), outcome.shm());
    yardstick = outcome.netty();
    cut = outcome.cut();
  }

  void print() {
    out.println();
    out.println("In brackets: how many times that of " + yardstick.provider() + ".");
    out.println();
    row("", Figures::provider, yardstick.provider());
    plain("calls (failed)", run -> number(run.calls()) + " (" + run.failedCalls() + ")");
    plain("server executions", run -> number(run.serverExecutions()));
    measured("small call p50", " µs", run -> run.smallCallMicros().p50());
    measured("small call p99", " µs", run -> run.smallCallMicros().p99());
    plain("file bytes", run -> number(run.bytes()));
    measured("throughput", " MB/s", run -> run.throughputBytesPerSecond() / 1e6);
    plain("SHA-256 equal", run -> run.sha256Equal() ? "yes" : "NO");
    row("moved by SEND", run -> number(run.bytesBy().send()), "-");
    row("moved by READ", run -> number(run.bytesBy().read()), "-");
    row("moved by WRITE", run -> number(run.bytesBy().write()), "-");
    out.println();
    for (Figures run : runs) {
      run.paths().forEach(this::path);
    }
    out.println();
    out.printf(
        Locale.ROOT,
        "%s was a black hole for %.0f ms: longest pause in the transfer %.1f ms; rebuilt, it"
            + " carried %s bytes.%n",
        cut.label(),
        cut.cutMillis(),
        cut.cutStallMillis(),
        number(cut.rebuiltPathBytes()));
  }

  private void plain(String name, Function<Figures, String> cell) {
    row(name, cell, cell.apply(yardstick));
  }

  /** With the ratio to the yardstick. */
  private void measured(String name, String unit, ToDoubleFunction<Figures> value) {
    double of = value.applyAsDouble(yardstick);
    Function<Double, String> text = own -> String.format(Locale.ROOT, "%,.1f%s", own, unit);
    row(
        name,
        run -> {
          double own = value.applyAsDouble(run);
          return of == 0
              ? text.apply(own)
              : String.format(Locale.ROOT, "%s (%.2fx)", text.apply(own), own / of);
        },
        text.apply(of));
  }

  private void row(String name, Function<Figures, String> cell, String last) {
    out.printf("%-20s", name);
    runs.forEach(run -> out.printf(" %22s", cell.apply(run)));
    out.printf(" %22s%n", last);
  }

  private void path(Traffic.PathShare path) {
    out.printf(
        Locale.ROOT,
        "%-44s %16s bytes %6.1f %%%n",
        path.label(),
        number(path.bytes()),
        100 * path.share());
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
