// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Counts of one engine: its thread alone adds, any thread takes snapshots. */
final class Counters {
  private final Map<Count, AtomicLong> values = new EnumMap<>(Count.class);

  Counters() {
    for (Count count : Count.values()) {
      values.put(count, new AtomicLong());
    }
  }

  void add(Count count, long amount) {
    AtomicLong value = of(count);
    value.setOpaque(value.getPlain() + amount); // One writer: no need for an atomic add.
  }

  SessionSnapshot snapshot() {
    return new SessionSnapshot(
        read(Count.CALLS_STARTED),
        read(Count.CALLS_ENDED),
        read(Count.CALLS_OPEN),
        read(Count.CALLS_REFUSED),
        read(Count.MESSAGES_SENT),
        read(Count.MESSAGES_RECEIVED),
        bytes(Count.SENT_BY_SEND, Count.SENT_BY_READ, Count.SENT_BY_WRITE),
        bytes(Count.RECEIVED_BY_SEND, Count.RECEIVED_BY_READ, Count.RECEIVED_BY_WRITE),
        read(Count.COPIED_IN),
        read(Count.BACK_PRESSURE_HITS),
        read(Count.LIMIT_HITS));
  }

  private BodyBytes bytes(Count bySend, Count byRead, Count byWrite) {
    return new BodyBytes(read(bySend), read(byRead), read(byWrite));
  }

  private long read(Count count) {
    return of(count).getOpaque();
  }

  private AtomicLong of(Count count) {
    AtomicLong value = values.get(count);
    if (value == null) {
      throw new IllegalStateException("not counted: " + count);
    }
    return value;
  }
}
