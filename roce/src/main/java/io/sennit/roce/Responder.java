// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.AtomicEth;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.RcOpcode;
import io.sennit.roce.wire.Reth;
import io.sennit.verbs.Access;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The half of a queue pair that executes the peer's requests: each once, in the order of their
 * packet sequence numbers. With selective repair, those ahead of a missing one are kept. The order
 * of the checks is IBTA's: sequence, place in the message, resources, length, key and range; then
 * execute, complete, acknowledge.
 */
final class Responder {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final RoceQueuePair queuePair;
  private final Answers answers;
  private final Replies replies;
  private final InboundMessage message;
  private final HeldPackets held;
  private final boolean selective;
  private final int mtu;
  private int expectedPsn;

  Responder(RoceQueuePair queuePair, Connection connection, InboundMessage message) {
    this.queuePair = queuePair;
    this.message = message;
    mtu = connection.mtuBytes();
    expectedPsn = connection.remoteFirstPsn();
    selective = connection.can(Features.SELECTIVE_REPAIR);
    Engine engine = queuePair.domain().engine();
    held = new HeldPackets(engine.heldPlaces(), queuePair.domain().heldMemory());
    answers = new Answers(queuePair, held);
    replies = new Replies(queuePair, mtu, connection.responderResources());
  }

  void receive(Inbound in) {
    int ahead = Psn.minus(in.psn, expectedPsn);
    if (ahead == 0) {
      expected(in);
    } else if (ahead > 0) {
      queuePair.count(EngineCounters.Kind.OUT_OF_ORDER);
      early(in, ahead);
    } else {
      queuePair.count(EngineCounters.Kind.DUPLICATE);
      repeat(in);
    }
  }

  /** Executes a packet, and those behind it that are here already. */
  private void expected(Inbound in) {
    answers.expectedCame();
    int psn = in.psn;
    if (!held.isEmpty()) {
      answers.acknowledge();
    }
    conclude(in, execute(in));
    Inbound kept = queuePair.domain().engine().keptPacket();
    while (psn != expectedPsn && held.release(expectedPsn, kept)) {
      psn = kept.psn;
      conclude(kept, execute(kept));
    }
  }

  private void early(Inbound in, int ahead) {
    if (!selective) {
      answers.gap(expectedPsn, in.psn);
      return;
    }
    boolean again = held.has(in.psn);
    boolean opensGap = held.opensGap(in.psn);
    if (again) {
      queuePair.count(EngineCounters.Kind.DUPLICATE);
    } else {
      boolean kept = held.keep(in, ahead);
      queuePair.count(kept ? EngineCounters.Kind.HELD : EngineCounters.Kind.HELD_FULL);
    }
    if (held.isEmpty()) {
      // No bitmap can tell of the gap.
      answers.gap(expectedPsn, in.psn);
      return;
    }
    if (again || opensGap || in.isAckRequested()) {
      answers.acknowledge();
    }
  }

  /** In ERROR nothing is executed; a refusal that was lost is said again. */
  void receiveInError(Inbound in) {
    answers.repeatRefusal(in.psn);
  }

  /** A duplicate is acknowledged, never executed. */
  private void repeat(Inbound in) {
    switch (in.opcode.kind()) {
      case SEND, WRITE -> answers.acknowledge();
      default -> replies.repeat(in);
    }
  }

  private int execute(Inbound in) {
    return switch (in.opcode.kind()) {
      case SEND -> message.send(in);
      case WRITE -> message.write(in);
      case READ -> read(in);
      default -> atomic(in);
    };
  }

  private void conclude(Inbound in, int verdict) {
    switch (Aeth.type(verdict)) {
      case ACK -> accept(in);
      case RECEIVER_NOT_READY -> answers.notReady(verdict, in.psn);
      case NAK, RESERVED -> {
        answers.refuse(verdict, in.psn);
        queuePair.refused(verdict);
      }
    }
  }

  private void accept(Inbound in) {
    boolean read = in.opcode.kind() == RcOpcode.Kind.READ;
    int packets = read ? Psn.packets((int) Reth.length(in.packet, in.bth), mtu) : 1;
    held.skip(Psn.plus(expectedPsn, 1), held.isEmpty() ? 0 : packets - 1);
    expectedPsn = Psn.plus(expectedPsn, packets);
    if (in.opcode.place().ends()) {
      answers.countMessage();
    }
    if (in.isAckRequested() && in.opcode.place() != RcOpcode.Place.BARE) {
      answers.acknowledge();
    }
  }

  private int read(Inbound in) {
    long length = Reth.length(in.packet, in.bth);
    if (message.isOpen()
        || replies.isFull()
        || in.payloadBytes != 0
        || length > RoceDomain.MOST_MESSAGE_BYTES) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    long address = Reth.virtualAddress(in.packet, in.bth);
    int key = Reth.remoteKey(in.packet, in.bth);
    Reach reach = length == 0 ? null : queuePair.domain().reach(key);
    if (length > 0
        && (reach == null || !reach.permitsPeer(queuePair, address, length, Access.REMOTE_READ))) {
      return Aeth.NAK_REMOTE_ACCESS;
    }
    Reply reply = replies.take();
    reply.atomic = false;
    reply.reach = reach;
    reply.region = reach == null ? null : reach.region();
    reply.virtualAddress = address;
    reply.remoteKey = key;
    reply.length = (int) length;
    reply.firstPsn = in.psn;
    reply.packets = Psn.packets((int) length, mtu);
    replies.start(reply);
    return Aeth.ACK;
  }

  private int atomic(Inbound in) {
    long address = AtomicEth.virtualAddress(in.packet, in.bth);
    if (message.isOpen()
        || replies.isFull()
        || in.payloadBytes != 0
        || (address & (Long.BYTES - 1)) != 0) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    Reach reach = queuePair.domain().reach(AtomicEth.remoteKey(in.packet, in.bth));
    if (reach == null || !reach.permitsPeer(queuePair, address, Long.BYTES, Access.REMOTE_ATOMIC)) {
      return Aeth.NAK_REMOTE_ACCESS;
    }
    RoceMemoryRegion region = reach.region();
    Reply reply = replies.take();
    reply.atomic = true;
    reply.region = null;
    reply.reach = null;
    reply.original = apply(in, region, region.offset(address));
    reply.firstPsn = in.psn;
    reply.packets = 1;
    replies.start(reply);
    return Aeth.ACK;
  }

  private static long apply(Inbound in, RoceMemoryRegion region, long offset) {
    long operand = AtomicEth.swapOrAdd(in.packet, in.bth);
    if (in.opcode == RcOpcode.FETCH_ADD) {
      return (long) WORD.getAndAdd(region.segment(), offset, operand);
    }
    long expected = AtomicEth.compare(in.packet, in.bth);
    return (long) WORD.compareAndExchange(region.segment(), offset, expected, operand);
  }

  /** Some of what was written has not left. */
  void packetsDiscarded() {
    replies.packetsDiscarded();
  }

  /** Whether no data of READs and no result of an atomic is still to be written. */
  boolean hasReplied() {
    return replies.isEmpty();
  }

  /**
   * Writes replies.
   *
   * @return how many packets
   */
  int transmitReplies(BurstWriter writer, PacketSink sink, int most) {
    int written = replies.transmit(writer, sink, most, answers);
    if (written > 0 && Psn.plus(replies.lastPsn(), 1) == expectedPsn) {
      answers.acknowledged();
    }
    return written;
  }

  /**
   * Writes what else is owed, unless replies are left: an acknowledgement must not overtake the
   * data of a READ before it.
   *
   * @return false if it is left
   */
  boolean transmitAnswer(BurstWriter writer, PacketSink sink) {
    return replies.isEmpty() && answers.transmit(writer, sink, expectedPsn);
  }

  /** The queue pair ends. What came before a request that was refused is still answered. */
  void flush() {
    message.flush();
    if (!answers.isRefusing()) {
      replies.drop();
    }
    held.drop();
  }
}
