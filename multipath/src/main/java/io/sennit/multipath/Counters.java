// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** The counters of one braid: written by the owner thread, read by any. */
final class Counters {
  private static final Counter[] ALL = Counter.values();

  private final AtomicLongArray values = new AtomicLongArray(ALL.length);

  void increment(Counter counter) {
    add(counter, 1);
  }

  /** Plain read, opaque write: there is one writer. */
  void add(Counter counter, long amount) {
    int at = index(counter);
    values.setOpaque(at, values.getPlain(at) + amount);
  }

  long value(Counter counter) {
    return values.getOpaque(index(counter));
  }

  Map<Counter, Long> copy() {
    Map<Counter, Long> copy = new EnumMap<>(Counter.class);
    for (Counter counter : ALL) {
      copy.put(counter, value(counter));
    }
    return copy;
  }

  @SuppressWarnings("EnumOrdinal") // An index into an array of this process, never stored or sent.
  private static int index(Counter counter) {
    return counter.ordinal();
  }
}
