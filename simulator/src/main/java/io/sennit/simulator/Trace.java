// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import io.sennit.base.Clock;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that happened, as one number, and as text if somebody wants to read it. Two runs with
 * the same hash have had the same lines in the same order. Confined to the world's thread; without
 * a reader nothing is allocated.
 */
public final class Trace {
  private final Clock clock;
  private @Nullable Consumer<String> reader;
  private long hash;
  private long lines;

  Trace(Clock clock) {
    this.clock = clock;
  }

  /** Gives every line from now on to a reader, without a line end. The hash stays the same. */
  public void readBy(Consumer<String> newReader) {
    reader = newReader;
  }

  /** Adds a line. */
  public void add(TraceEvent event, long first, long second, long third) {
    long nowNanos = clock.nanoTime();
    hash = Seeds.mix(hash ^ nowNanos) + event.code();
    hash = Seeds.mix(hash ^ first);
    hash = Seeds.mix(hash ^ second);
    hash = Seeds.mix(hash ^ third);
    lines++;
    Consumer<String> to = reader;
    if (to != null) {
      to.accept(time(nowNanos) + " " + event.text(first, second, third));
    }
  }

  /** Gives a reader a line that says no more than others do, in words; the hash stays the same. */
  public void note(Supplier<String> text) {
    Consumer<String> to = reader;
    if (to != null) {
      to.accept(time(clock.nanoTime()) + " " + text.get());
    }
  }

  private static String time(long nanos) {
    return String.format(Locale.ROOT, "%d.%09d", nanos / 1_000_000_000, nanos % 1_000_000_000);
  }

  /** Of all lines so far. */
  public long hash() {
    return hash;
  }

  /** How many lines there were. */
  public long lines() {
    return lines;
  }
}
