// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * What a braid decides, as events of Java Flight Recorder: a change of a path's state, a second
 * copy of what is only suspected to be lost, a fence, memory that waits for one, a rebuild. All of
 * them are rare; nothing is made for an event that nobody records but the event itself.
 */
final class Journal {
  private final BraidSession session;

  Journal(BraidSession session) {
    this.session = session;
  }

  void changed(Strand strand, StrandState state, String cause) {
    StateChange event = new StateChange();
    if (event.isEnabled()) {
      event.state = state.name();
      event.cause = cause;
      commit(event, strand.path, strand.epoch);
    }
  }

  void hedged(Strand strand, Work work) {
    Hedge event = new Hedge();
    if (event.isEnabled()) {
      event.bytes = work.bytes();
      commit(event, strand.path, strand.epoch);
    }
  }

  /** {@code answer}: FENCE_ACK, else FENCE. */
  void fenced(StrandPath path, int epoch, boolean answer) {
    Fence event = new Fence();
    if (event.isEnabled()) {
      event.answer = answer;
      commit(event, path, epoch);
    }
  }

  /** Bytes of a lost strand's open copies wait until it is fenced. */
  void quarantined(Strand strand) {
    Quarantine event = new Quarantine();
    if (strand.lostBytes > 0 && event.isEnabled()) {
      event.bytes = strand.lostBytes;
      commit(event, strand.path, strand.epoch);
    }
  }

  void rebuilding(StrandPath path) {
    Rebuild event = new Rebuild();
    if (event.isEnabled()) {
      event.pauseMillis = path.pauseNanos / 1_000_000;
      commit(event, path, path.epoch);
    }
  }

  private void commit(PathEvent event, StrandPath path, int epoch) {
    event.session = session.sessionId();
    event.opener = session.opener();
    event.path = path.label();
    event.epoch = Integer.toUnsignedLong(epoch);
    event.commit();
  }

  /** What every event says. */
  @Category({"Sennit", "Braid"})
  @StackTrace(false)
  abstract static class PathEvent extends Event {
    @Label("Session")
    long session;

    @Label("Opener")
    @Description("Whether this side opened the session; both may be in one process")
    boolean opener;

    @Label("Path")
    @Description("Local port, remote port, route label")
    String path = "";

    @Label("Epoch")
    @Description("Life of the strand on this path")
    long epoch;
  }

  @Name("sennit.PathState")
  @Label("Path State")
  @StackTrace(false)
  static final class StateChange extends PathEvent {
    @Label("State")
    String state = "";

    @Label("Cause")
    String cause = "";
  }

  @Name("sennit.Hedge")
  @Label("Hedge")
  @Description("A second copy of what a suspect path has in flight")
  @StackTrace(false)
  static final class Hedge extends PathEvent {
    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  @Name("sennit.Fence")
  @Label("Fence")
  @Description("A strand is fenced, or its fence is answered")
  @StackTrace(false)
  static final class Fence extends PathEvent {
    @Label("Answer")
    boolean answer;
  }

  @Name("sennit.Quarantine")
  @Label("Quarantine")
  @Description("Memory waits for the fence of a lost strand")
  @StackTrace(false)
  static final class Quarantine extends PathEvent {
    @Label("Bytes")
    @DataAmount
    long bytes;
  }

  @Name("sennit.Rebuild")
  @Label("Rebuild")
  @Description("A new strand is proposed for a path")
  @StackTrace(false)
  static final class Rebuild extends PathEvent {
    @Label("Pause in Milliseconds")
    long pauseMillis;
  }
}
