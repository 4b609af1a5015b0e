// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import jdk.jfr.FlightRecorder;

/**
 * Decisions of a braid as events of Java Flight Recorder; nothing is made for an event that nobody
 * records. Not loaded where {@code jdk.jfr} is missing.
 */
final class FlightJournal implements Journal {
  private final BraidSession session;

  /** Asked whether somebody records their kind; never committed. */
  private static final class Kinds {
    static final PathEvent STATE = new PathEvent.StateChange();
    static final PathEvent HEDGE = new PathEvent.Hedge();
    static final PathEvent FENCE = new PathEvent.Fence();
    static final PathEvent QUARANTINE = new PathEvent.Quarantine();
    static final PathEvent REBUILD = new PathEvent.Rebuild();
    static final PathEvent SHAPE = new PathEvent.Shape();
  }

  FlightJournal(BraidSession session) {
    this.session = session;
  }

  @Override
  public void changed(StrandPath path, PathChange before, PathChange now) {
    if (isRecorded() && Kinds.STATE.isEnabled()) {
      PathEvent.StateChange event = new PathEvent.StateChange();
      event.from = before.state().name();
      event.to = now.state().name();
      event.cause = now.cause();
      commit(event, path, now.epoch());
    }
  }

  @Override
  public void shaped(StrandPath path, String decision, String why) {
    if (isRecorded() && Kinds.SHAPE.isEnabled()) {
      PathEvent.Shape event = new PathEvent.Shape();
      event.decision = decision;
      event.why = why;
      commit(event, path, path.epoch);
    }
  }

  @Override
  public void hedged(Strand strand, Work work) {
    if (isRecorded() && Kinds.HEDGE.isEnabled()) {
      PathEvent.Hedge event = new PathEvent.Hedge();
      event.bytes = work.bytes();
      commit(event, strand.path, strand.epoch);
    }
  }

  @Override
  public void fenced(PathEpoch named, FrameType frame, boolean received) {
    if (isRecorded() && Kinds.FENCE.isEnabled()) {
      PathEvent.Fence event = new PathEvent.Fence();
      event.frame = frame.name();
      event.received = received;
      commit(event, PathSnapshot.label(named.path()), named.epoch());
    }
  }

  @Override
  public void quarantined(Strand strand) {
    if (strand.lostBytes > 0 && isRecorded() && Kinds.QUARANTINE.isEnabled()) {
      PathEvent.Quarantine event = new PathEvent.Quarantine();
      event.bytes = strand.lostBytes;
      commit(event, strand.path, strand.epoch);
    }
  }

  @Override
  public void rebuilding(StrandPath path) {
    if (isRecorded() && Kinds.REBUILD.isEnabled()) {
      PathEvent.Rebuild event = new PathEvent.Rebuild();
      event.pause = path.pauseNanos;
      commit(event, path, path.epoch);
    }
  }

  /**
   * Java takes a tenth of a second to make an event's class ready: not before a first recording.
   */
  private static boolean isRecorded() {
    return FlightRecorder.isInitialized();
  }

  private void commit(PathEvent event, StrandPath path, int epoch) {
    commit(event, path.label(), epoch);
  }

  private void commit(PathEvent event, String path, int epoch) {
    event.session = Long.toHexString(session.sessionId());
    event.generation = session.generation();
    event.opener = session.opener();
    event.path = path;
    event.epoch = Integer.toUnsignedLong(epoch);
    event.commit();
  }
}
