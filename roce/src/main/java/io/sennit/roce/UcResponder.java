// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;

/**
 * What an unreliable connection does with the peer's packets (IBTA, 9.8.2): a message whose packets
 * come one behind the other is taken; at a gap, or a packet that is not right, the message in
 * progress is dropped without a word, with all up to the next first packet.
 *
 * <p>A message that the network doubles, or brings after a later one, comes as often and as late:
 * nobody keeps its number. It is never a mixture of two, since a packet only continues the one
 * before it in the sequence.
 */
final class UcResponder {
  private final Receiving queuePair;
  private final InboundMessage message;
  private int expectedPsn;

  UcResponder(Receiving queuePair, Connection connection, InboundMessage message) {
    this.queuePair = queuePair;
    this.message = message;
    expectedPsn = connection.remoteFirstPsn();
  }

  void receive(Inbound in) {
    boolean inSequence = in.psn == expectedPsn;
    expectedPsn = Psn.plus(in.psn, 1);
    if (!inSequence) {
      queuePair.count(EngineCounters.Kind.OUT_OF_ORDER);
    }
    if (in.opcode.place().begins() || !inSequence) {
      drop();
    }
    if (!in.opcode.place().begins() && !message.isOpen()) {
      return; // The rest of what was dropped.
    }
    boolean send = in.opcode.kind() == PacketOpcode.Kind.SEND;
    if ((send ? message.send(in) : message.write(in)) != Aeth.ACK) {
      queuePair.count(EngineCounters.Kind.MESSAGE_DROPPED);
      message.abandon();
    }
  }

  /** What has begun will not end. */
  private void drop() {
    if (message.isOpen()) {
      queuePair.count(EngineCounters.Kind.MESSAGE_DROPPED);
      message.abandon();
    }
  }

  void flush() {
    message.flush();
  }
}
