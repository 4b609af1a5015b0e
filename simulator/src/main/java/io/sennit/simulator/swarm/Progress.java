// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Clock;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Tells how far a swarm has come: on a terminal a bar that is drawn again each second, elsewhere a
 * line each half a minute, so that a log shows that it goes on. Guarded by whoever shares it.
 */
final class Progress {
  private static final long SECOND = 1_000_000_000;
  private static final long BAR_NANOS = SECOND;
  private static final long LINE_NANOS = 30 * SECOND;
  private static final int CELLS = 30;
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private final Clock clock;
  private final long seeds;
  private final long startNanos;
  private long toldNanos;

  /**
   * Begins now.
   *
   * @param terminal whether lines can be drawn over
   * @param seeds how many there will be
   */
  Progress(PrintStream out, boolean terminal, Clock clock, long seeds) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.seeds = seeds;
    startNanos = clock.nanoTime();
    toldNanos = startNanos;
  }

  /** Since the beginning; positive. */
  double seconds() {
    return Math.max(1, clock.nanoTime() - startNanos) / (double) SECOND;
  }

  /** Tells if it is time to. */
  void show(Tally tally) {
    long nowNanos = clock.nanoTime();
    if (nowNanos - toldNanos >= (terminal ? BAR_NANOS : LINE_NANOS)) {
      toldNanos = nowNanos;
      out.print(terminal ? CLEAR + bar(tally) + line(tally) : line(tally) + System.lineSeparator());
      out.flush();
    }
  }

  /** Gives the line of a bar to whatever is printed next. */
  void clear() {
    if (terminal) {
      out.print(CLEAR);
      out.flush();
    }
  }

  private String bar(Tally tally) {
    int full = (int) (CELLS * tally.seeds() / seeds);
    return "[" + "=".repeat(full) + " ".repeat(CELLS - full) + "] ";
  }

  private String line(Tally tally) {
    double rate = tally.seeds() / seconds();
    return String.format(
        Locale.ROOT,
        "%,d of %,d seeds, %.1f seeds/s, %s left, %,d broken promises",
        tally.seeds(),
        seeds,
        rate,
        time(Math.round((seeds - tally.seeds()) / Math.max(rate, 1 / (double) SECOND))),
        tally.failures());
  }

  private static String time(long seconds) {
    return seconds < 120 ? seconds + " s" : Math.ceilDiv(seconds, 60) + " min";
  }
}
