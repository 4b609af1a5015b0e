// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** What a path tells other threads: written by the owner thread, read by any. */
final class PathStats {
  static final int SENT = 0;
  static final int WRITTEN = 1;
  static final int READ = 2;
  private static final int SINCE_REBUILD = 3;
  private static final int IN_FLIGHT = 4;
  private static final int SRTT = 5;
  private static final int VARIATION = 6;
  private static final int MIN_RTT = 7;
  private static final int OUT_RATE = 8;
  private static final int IN_RATE = 9;
  private static final int REBUILDS = 10;

  /** Changes of state that are remembered. */
  private static final int MOST_CHANGES = 32;

  private final AtomicLongArray values = new AtomicLongArray(11);

  /** Replaced as a whole; changes of state are rare. The last one is the state now. */
  private volatile List<PathChange> changes;

  PathStats() {
    changes = List.of(new PathChange(StrandState.CONNECTING, 0, 0, ""));
  }

  void changed(PathChange change) {
    List<PathChange> next = new ArrayList<>(changes);
    if (next.size() == MOST_CHANGES || next.getFirst().epoch() == 0) {
      next.removeFirst();
    }
    next.add(change);
    changes = List.copyOf(next);
  }

  void add(int field, long bytes, boolean rebuilt) {
    add(field, bytes);
    if (rebuilt) {
      add(SINCE_REBUILD, bytes);
    }
  }

  private void add(int field, long amount) {
    values.setOpaque(field, values.getPlain(field) + amount);
  }

  void rebuilt() {
    add(REBUILDS, 1);
  }

  void inFlight(long bytes) {
    values.setOpaque(IN_FLIGHT, bytes);
  }

  void estimate(PathEstimate estimate) {
    values.setOpaque(SRTT, estimate.srttNanos());
    values.setOpaque(VARIATION, estimate.variationNanos());
    values.setOpaque(MIN_RTT, estimate.minRttNanos());
    values.setOpaque(OUT_RATE, estimate.out().rate());
    values.setOpaque(IN_RATE, estimate.in().rate());
  }

  PathSnapshot snapshot(Path path) {
    List<PathChange> known = changes;
    PathChange now = known.getLast();
    int rebuilds = Math.toIntExact(values.getOpaque(REBUILDS));
    return new PathSnapshot(path, now.state(), now.epoch(), bytes(), quality(), rebuilds, known);
  }

  private PathBytes bytes() {
    return new PathBytes(
        values.getOpaque(SENT),
        values.getOpaque(WRITTEN),
        values.getOpaque(READ),
        values.getOpaque(SINCE_REBUILD),
        values.getOpaque(IN_FLIGHT));
  }

  private PathQuality quality() {
    return new PathQuality(
        values.getOpaque(SRTT),
        values.getOpaque(VARIATION),
        values.getOpaque(MIN_RTT),
        values.getOpaque(OUT_RATE),
        values.getOpaque(IN_RATE));
  }
}
