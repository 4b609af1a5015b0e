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
  private static final int REBUILDS = 4;
  private static final int SRTT = 5;
  private static final int VARIATION = 6;
  private static final int MIN_RTT = 7;

  /** First of three fields of a direction: rate, bytes in flight, window. */
  private static final int OUT = 8;

  private static final int IN = 11;
  private static final int MTU = 14;
  private static final int RATE = 0;
  private static final int IN_FLIGHT = 1;
  private static final int WINDOW = 2;

  /** Changes of state that are remembered. */
  private static final int MOST_CHANGES = 32;

  private final AtomicLongArray values = new AtomicLongArray(15);

  /** Replaced as a whole; changes of state are rare. The last one is the state now. */
  private volatile List<PathChange> changes;

  PathStats() {
    changes = List.of(new PathChange(StrandState.CONNECTING, 0, 0, ""));
  }

  /** Keeps what the path has come into; returns what it was in. */
  PathChange changed(PathChange change) {
    PathChange before = changes.getLast();
    List<PathChange> next = new ArrayList<>(changes);
    if (next.size() == MOST_CHANGES || next.getFirst().epoch() == 0) {
      next.removeFirst();
    }
    next.add(change);
    changes = List.copyOf(next);
    return before;
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

  /** Its strand has packets of so many bytes. */
  void mtu(int bytes) {
    values.setOpaque(MTU, bytes);
  }

  void rebuilt() {
    add(REBUILDS, 1);
  }

  /** Something was posted, or has completed. */
  void inFlight(PathEstimate estimate) {
    values.setOpaque(OUT + IN_FLIGHT, estimate.out().inFlightBytes());
    values.setOpaque(IN + IN_FLIGHT, estimate.in().inFlightBytes());
  }

  void nothingInFlight() {
    values.setOpaque(OUT + IN_FLIGHT, 0);
    values.setOpaque(IN + IN_FLIGHT, 0);
  }

  void estimate(PathEstimate estimate) {
    values.setOpaque(SRTT, estimate.srttNanos());
    values.setOpaque(VARIATION, estimate.variationNanos());
    values.setOpaque(MIN_RTT, estimate.minRttNanos());
    estimate(OUT, estimate.out());
    estimate(IN, estimate.in());
  }

  private void estimate(int direction, Flow flow) {
    values.setOpaque(direction + RATE, flow.rate());
    values.setOpaque(
        direction + WINDOW, Double.doubleToRawLongBits(flow.window().chunks()));
  }

  PathSnapshot snapshot(Path path) {
    List<PathChange> known = changes;
    PathChange now = known.getLast();
    int rebuilds = Math.toIntExact(values.getOpaque(REBUILDS));
    return new PathSnapshot(
        path, now.state(), now.epoch(), bytes(), quality(), mtuBytes(), rebuilds, known);
  }

  private int mtuBytes() {
    return Math.toIntExact(values.getOpaque(MTU));
  }

  private PathBytes bytes() {
    return new PathBytes(
        values.getOpaque(SENT),
        values.getOpaque(WRITTEN),
        values.getOpaque(READ),
        values.getOpaque(SINCE_REBUILD),
        values.getOpaque(OUT + IN_FLIGHT) + values.getOpaque(IN + IN_FLIGHT));
  }

  private PathQuality quality() {
    return new PathQuality(
        values.getOpaque(SRTT),
        values.getOpaque(VARIATION),
        values.getOpaque(MIN_RTT),
        flow(OUT),
        flow(IN));
  }

  private PathFlow flow(int direction) {
    return new PathFlow(
        values.getOpaque(direction + RATE),
        values.getOpaque(direction + IN_FLIGHT),
        Double.longBitsToDouble(values.getOpaque(direction + WINDOW)));
  }
}
