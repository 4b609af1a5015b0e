// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Braid;
import io.sennit.multipath.FrameWriter;
import io.sennit.multipath.Lane;
import java.lang.foreign.MemorySegment;

/**
 * What one stream tells its peer out of order: CREDIT with grants, and CANCEL. It has reserved
 * slots, so that it gets through when messages do not. Confined to the engine's thread.
 */
final class StreamControl extends Turns.Sender implements FrameWriter {
  private final Engine engine;
  private final CallStream stream;
  private boolean creditDue;
  private boolean wantDue;
  private boolean cancelDue;
  private long cancelWord;

  StreamControl(Engine engine, CallStream stream) {
    this.engine = engine;
    this.stream = stream;
  }

  /** The receiving half has news for the peer. */
  void creditDue() {
    creditDue = true;
    engine.controlTurns().ask(this);
  }

  /** The application waits for a message that the peer holds. */
  void wantDue() {
    wantDue = true;
    engine.controlTurns().ask(this);
  }

  /**
   * The call is to be cancelled; nothing else matters any more.
   *
   * @param newCancelWord the sequence of the REQUEST from a client, the reason from a server
   */
  void cancelDue(long newCancelWord) {
    cancelWord = newCancelWord;
    cancelDue = true;
    creditDue = false;
    wantDue = false;
    engine.controlTurns().ask(this);
  }

  @Override
  Turns.Outcome sendOne() {
    if (stream.isEnded()) {
      creditDue = false;
      wantDue = false;
    }
    if (!isDue()) {
      return Turns.Outcome.IDLE;
    }
    long sequence = engine.cord().send(this, Lane.CONTROL);
    if (sequence == Braid.BACK_PRESSURED) {
      engine.counters().add(Count.BACK_PRESSURE_HITS, 1);
      return Turns.Outcome.BLOCKED;
    }
    boolean more = sequence != Braid.CLOSED && isDue();
    return more ? Turns.Outcome.MORE : Turns.Outcome.IDLE;
  }

  private boolean isDue() {
    return creditDue || wantDue || cancelDue;
  }

  @Override
  public int write(MemorySegment slot) {
    MessageBuilder message = engine.builder();
    message.begin(slot, engine.cord().maxFrameBytes(), stream.callId(), Wire.UNORDERED);
    if (cancelDue) {
      message.frame(Wire.CANCEL, 0, Wire.CANCEL_BYTES).putLong(cancelWord);
      cancelDue = false;
    } else {
      writeNews(message);
    }
    return message.end();
  }

  private void writeNews(MessageBuilder message) {
    if (wantDue) {
      message.frame(Wire.WANT, 0, 0);
      wantDue = false;
    }
    if (creditDue) {
      writeCredit(message);
    }
  }

  private void writeCredit(MessageBuilder message) {
    ReceiveWindow window = stream.inbound().window();
    window.tell();
    message
        .frame(Wire.CREDIT, 0, Wire.CREDIT_BYTES)
        .putLong(window.toldBytes())
        .putLong(window.toldMessages());
    creditDue = !stream.inbound().tellGrants(message);
  }
}
