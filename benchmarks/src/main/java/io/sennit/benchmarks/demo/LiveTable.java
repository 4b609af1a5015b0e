// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.sennit.base.Clock;
import java.io.Console;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A row for the phase that runs and one for each of its paths: on a terminal drawn again in place
 * while it goes on, elsewhere printed once when the phase is done. Confined to one thread.
 */
final class LiveTable implements Watcher {
  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final PrintWriter out;
  private final boolean terminal;
  private final Clock clock = Clock.system();
  private long drawnNanos;
  private int drawnLines;

  private LiveTable(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  static LiveTable on(PrintWriter out) {
    LiveTable table = new LiveTable(out, isTerminal());
    out.printf("%-12s %-6s %7s %18s%n", "carrier", "phase", "done", "rate");
    out.flush();
    return table;
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  @Override
  public void progress(DemoRun run, Phase phase, long done, long total, long elapsedNanos) {
    boolean end = done == total;
    if (end || (terminal && clock.nanoTime() - drawnNanos > REDRAW_NANOS)) {
      drawnNanos = clock.nanoTime();
      List<String> lines = new ArrayList<>();
      lines.add(row(run.carrier(), phase, 100 * done / total, rate(phase, done, elapsedNanos)));
      if (phase != Phase.CALLS) {
        lines.addAll(paths(run.history().latest()));
      }
      draw(lines);
      drawnLines = end ? 0 : lines.size();
    }
  }

  private void draw(List<String> lines) {
    if (drawnLines > 0) {
      out.printf("\033[%dA\033[J", drawnLines); // Up by so many lines, clear all below.
    }
    lines.forEach(out::println);
    out.flush();
  }

  private static String row(Carrier carrier, Phase phase, long percent, String rate) {
    String name = phase.name().toLowerCase(Locale.ROOT);
    return String.format("%-12s %-6s %5d %% %18s", carrier.name(), name, percent, rate);
  }

  private static List<String> paths(List<PathSample> paths) {
    long all = paths.stream().mapToLong(PathSample::bytes).sum();
    return paths.stream()
        .map(path -> String.format(
            Locale.ROOT,
            "  %-40s %-10s rtt %,8.0f µs %,8.0f MB/s %,14d bytes %5.1f %%",
            path.label(),
            path.state(),
            path.rttNanos() / 1e3,
            path.bytesPerSecond() / 1e6,
            path.bytes(),
            100.0 * path.bytes() / Math.max(all, 1)))
        .toList();
  }

  private static String rate(Phase phase, long done, long nanos) {
    double perSecond = done / (Math.max(nanos, 1) / 1e9);
    return phase == Phase.CALLS
        ? String.format("%,.0f calls/s", perSecond)
        : String.format("%,.0f MB/s", perSecond / 1e6);
  }
}
