// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Throughput of each path over time, ready to be drawn.
 *
 * @param seconds the middle of each bin, counted from the start
 * @param paths one series per path
 */
record Timeline(List<Double> seconds, List<Series> paths) {
  /** Long enough for every bin to hold a sample, short enough to show a cut. */
  static final long BIN_NANOS = 25_000_000;

  /** Megabytes (10^6 bytes) a second in each bin. */
  record Series(String label, List<Double> megabytesPerSecond) {}

  /** A stretch of a run. */
  record Span(long fromNanos, long toNanos) {
    int bins() {
      return (int) Math.max(1, (toNanos - fromNanos + BIN_NANOS - 1) / BIN_NANOS);
    }
  }

  /** Cuts stretches of a run into bins, one behind the other; what lies between is left out. */
  static Timeline of(PathHistory history, List<Span> spans) {
    int bins = spans.stream().mapToInt(Span::bins).sum();
    List<Double> seconds = new ArrayList<>();
    for (int bin = 0; bin < bins; bin++) {
      seconds.add((bin + 0.5) * BIN_NANOS / 1e9);
    }
    List<Series> paths = history.latest().stream()
        .map(path -> new Series(path.label(), rates(history, path.label(), spans)))
        .toList();
    return new Timeline(seconds, paths);
  }

  private static List<Double> rates(PathHistory history, String label, List<Span> spans) {
    List<Double> rates = new ArrayList<>();
    for (Span span : spans) {
      double before = history.bytes(label, span.fromNanos());
      for (int bin = 1; bin <= span.bins(); bin++) {
        double now = history.bytes(label, span.fromNanos() + bin * BIN_NANOS);
        rates.add((now - before) / (BIN_NANOS / 1e3));
        before = now;
      }
    }
    return rates;
  }
}
