// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Utf8;
import io.sennit.multipath.Braid;
import io.sennit.multipath.FrameWriter;
import io.sennit.multipath.Lane;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What the session as a whole tells its peer: SETTINGS, SESSION_CREDIT, GOAWAY, PING, PONG and
 * CANCELLED, several in one message. Confined to the engine's thread.
 */
final class SessionControl extends Turns.Sender implements FrameWriter {
  /** Answers that wait because the peer gives no credit for them, before it counts as hostile. */
  static final int MAX_PONGS = 64;

  private final Engine engine;
  private final ArrayDeque<Cancelled> cancelled = new ArrayDeque<>();
  private final ArrayDeque<Long> pings = new ArrayDeque<>();
  private final ArrayDeque<Long> pongs = new ArrayDeque<>();
  private boolean settingsDue;
  private boolean creditDue;
  private @Nullable Goaway goaway;

  private record Cancelled(long callId, boolean neverSeen) {}

  private record Goaway(long opened, boolean last, String reason) {}

  SessionControl(Engine engine) {
    this.engine = engine;
  }

  void settings() {
    settingsDue = true;
    ask();
  }

  void credit() {
    creditDue = true;
    ask();
  }

  void cancelled(long callId, boolean neverSeen) {
    if (cancelled.size() > 2 * engine.config().maxOpenCalls()) {
      throw new ProtocolViolation("more than " + cancelled.size() + " CANCELs unanswered");
    }
    cancelled.add(new Cancelled(callId, neverSeen));
    ask();
  }

  void ping(long token) {
    pings.add(token);
    ask();
  }

  void pong(long token) {
    if (pongs.size() == MAX_PONGS) {
      throw new ProtocolViolation("more than " + MAX_PONGS + " PINGs unanswered");
    }
    pongs.add(token);
    ask();
  }

  /** A later one replaces an earlier one that has not been sent. */
  void goaway(long opened, boolean last, String reason) {
    goaway = new Goaway(opened, last, reason);
    ask();
  }

  boolean isIdle() {
    return !settingsDue
        && !creditDue
        && goaway == null
        && cancelled.isEmpty()
        && pings.isEmpty()
        && pongs.isEmpty();
  }

  private void ask() {
    engine.controlTurns().ask(this);
  }

  @Override
  Turns.Outcome sendOne() {
    if (isIdle()) {
      return Turns.Outcome.IDLE;
    }
    long sequence = engine.cord().send(this, Lane.CONTROL);
    if (sequence == Braid.BACK_PRESSURED) {
      engine.counters().add(Count.BACK_PRESSURE_HITS, 1);
      return Turns.Outcome.BLOCKED;
    }
    return isIdle() || sequence == Braid.CLOSED ? Turns.Outcome.IDLE : Turns.Outcome.MORE;
  }

  @Override
  public int write(MemorySegment slot) {
    MessageBuilder message = engine.builder();
    message.begin(slot, engine.cord().maxFrameBytes(), Wire.SESSION, Wire.UNORDERED);
    if (settingsDue) {
      PeerSettings.encode(engine.config(), message);
      settingsDue = false;
    }
    if (creditDue) {
      writeCredit(message);
    }
    writePings(message);
    while (!cancelled.isEmpty() && message.room() >= Wire.CANCELLED_BYTES) {
      Cancelled first = cancelled.removeFirst();
      int flags = first.neverSeen ? Wire.FLAG_NEVER_SEEN : 0;
      message.frame(Wire.CANCELLED, flags, Wire.CANCELLED_BYTES).putLong(first.callId);
    }
    writeGoaway(message);
    return message.end();
  }

  private void writeCredit(MessageBuilder message) {
    ReceiveWindow window = engine.sessionReceiveWindow();
    window.tell();
    message.frame(Wire.SESSION_CREDIT, 0, Wire.SESSION_CREDIT_BYTES).putLong(window.toldBytes());
    creditDue = false;
  }

  private void writePings(MessageBuilder message) {
    while (!pongs.isEmpty() && message.room() >= Wire.PING_BYTES) {
      message.frame(Wire.PONG, 0, Wire.PING_BYTES).putLong(pongs.removeFirst());
    }
    while (!pings.isEmpty() && message.room() >= Wire.PING_BYTES) {
      message.frame(Wire.PING, 0, Wire.PING_BYTES).putLong(pings.removeFirst());
    }
  }

  private void writeGoaway(MessageBuilder message) {
    Goaway due = goaway;
    if (due == null) {
      return;
    }
    byte[] text = Utf8.bounded(due.reason, Wire.MAX_REASON_BYTES);
    int payloadBytes = Wire.GOAWAY_FIXED_BYTES + text.length;
    if (message.room() < payloadBytes) {
      return;
    }
    message
        .frame(Wire.GOAWAY, due.last ? Wire.FLAG_FINAL : 0, payloadBytes)
        .putLong(due.opened)
        .putInt(text.length)
        .putInt(0)
        .putBytes(text, 0, text.length);
    goaway = null;
  }
}
