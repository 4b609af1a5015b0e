// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.concurrent.atomic.AtomicLongArray;

/** What a path tells other threads: written by the owner thread, read by any. */
final class PathStats {
  static final int SENT = 0;
  static final int WRITTEN = 1;
  static final int READ = 2;
  private static final int IN_FLIGHT = 3;
  private static final int SRTT = 4;
  private static final int RATE = 5;

  private final AtomicLongArray values = new AtomicLongArray(6);
  private volatile Life life = new Life(StrandState.ABSENT, 0);

  private record Life(StrandState state, int epoch) {}

  void state(StrandState state, int epoch) {
    life = new Life(state, epoch);
  }

  void add(int field, long bytes) {
    values.setOpaque(field, values.getPlain(field) + bytes);
  }

  void inFlight(long bytes) {
    values.setOpaque(IN_FLIGHT, bytes);
  }

  void estimate(long srttNanos, long bytesPerSecond) {
    values.setOpaque(SRTT, srttNanos);
    values.setOpaque(RATE, bytesPerSecond);
  }

  PathSnapshot snapshot(Path path) {
    Life now = life;
    return new PathSnapshot(
        path,
        now.state(),
        now.epoch(),
        values.getOpaque(SENT),
        values.getOpaque(WRITTEN),
        values.getOpaque(READ),
        values.getOpaque(IN_FLIGHT),
        values.getOpaque(SRTT),
        values.getOpaque(RATE));
  }
}
