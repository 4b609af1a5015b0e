// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.sennit.base.Clock;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A row for each phase of each run: on a terminal drawn again in place while it goes on, elsewhere
 * printed once when the phase is done. Confined to one thread.
 */
final class LiveTable implements Watcher {
  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final Clock clock = Clock.system();
  private long drawnNanos;

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
  public void progress(Carrier carrier, Phase phase, long done, long total, long elapsedNanos) {
    if (done == total) {
      out.print(terminal ? ERASE_LINE : "");
      out.println(row(carrier, phase, 100, rate(phase, done, elapsedNanos)));
      out.flush();
    } else if (terminal && clock.nanoTime() - drawnNanos > REDRAW_NANOS) {
      drawnNanos = clock.nanoTime();
      out.print(
          ERASE_LINE + row(carrier, phase, 100 * done / total, rate(phase, done, elapsedNanos)));
      out.flush();
    }
  }

  private static String row(Carrier carrier, Phase phase, long percent, String rate) {
    String name = phase.name().toLowerCase(Locale.ROOT);
    return String.format("%-12s %-6s %5d %% %18s", carrier.name(), name, percent, rate);
  }

  private static String rate(Phase phase, long done, long nanos) {
    double perSecond = done / (Math.max(nanos, 1) / 1e9);
    return phase == Phase.CALLS
        ? String.format("%,.0f calls/s", perSecond)
        : String.format("%,.0f MB/s", perSecond / 1e6);
  }
}
