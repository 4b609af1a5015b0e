// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.AtomicEth;
import io.sennit.roce.wire.Feth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
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
  private final Connection connection;
  private final InboundMessage message;
  private final HeldPackets held;
  private final boolean selective;
  private final int mtu;
  private int expectedPsn;

  Responder(RoceQueuePair queuePair, Connection connection, InboundMessage message) {
    this.queuePair = queuePair;
    this.connection = connection;
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
    answers.executedTo(expectedPsn);
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
      case ATOMIC_WRITE -> atomicWrite(in);
      case FLUSH -> flush(in);
      case RESERVED -> Aeth.NAK_INVALID_REQUEST;
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
    boolean read = in.opcode.kind() == PacketOpcode.Kind.READ;
    int packets = read ? Psn.packets(Reth.length(in.packet, in.bth), mtu) : 1;
    held.skip(Psn.plus(expectedPsn, 1), held.isEmpty() ? 0 : packets - 1);
    expectedPsn = Psn.plus(expectedPsn, packets);
    if (in.opcode.place().ends()) {
      answers.countMessage();
    }
    if (in.isAckRequested() && !in.opcode.kind().isAnswered()) {
      answers.acknowledge();
    }
  }

  /** Whether it comes in the middle of a message, or there is no room for its answer. */
  private boolean isNotAnswerable() {
    return message.isOpen() || replies.isFull();
  }

  private int read(Inbound in) {
    long length = Reth.length(in.packet, in.bth);
    if (isNotAnswerable() || in.payloadBytes != 0 || length > RoceDomain.MOST_MESSAGE_BYTES) {
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
    reply.begin(in);
    reply.reach = reach;
    reply.region = reach == null ? null : reach.region();
    reply.virtualAddress = address;
    reply.remoteKey = key;
    reply.length = length;
    reply.packets = Psn.packets(length, mtu);
    replies.start(reply);
    return Aeth.ACK;
  }

  private int atomic(Inbound in) {
    long address = AtomicEth.virtualAddress(in.packet, in.bth);
    if (isNotAnswerable() || in.payloadBytes != 0 || (address & (Long.BYTES - 1)) != 0) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    Reach reach = queuePair.domain().reach(AtomicEth.remoteKey(in.packet, in.bth));
    if (reach == null || !reach.permitsPeer(queuePair, address, Long.BYTES, Access.REMOTE_ATOMIC)) {
      return Aeth.NAK_REMOTE_ACCESS;
    }
    RoceMemoryRegion region = reach.region();
    Reply reply = replies.take();
    reply.begin(in);
    reply.original = apply(in, region, region.offset(address));
    replies.start(reply);
    return Aeth.ACK;
  }

  /** A word, behind everything before it: once, or a late copy would undo a newer one. */
  private int atomicWrite(Inbound in) {
    long address = Reth.virtualAddress(in.packet, in.bth);
    if (!connection.can(Features.ATOMIC_WRITE)
        || isNotAnswerable()
        || in.payloadBytes != Long.BYTES
        || Reth.length(in.packet, in.bth) != Long.BYTES
        || (address & (Long.BYTES - 1)) != 0) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    Reach reach = queuePair.domain().reach(Reth.remoteKey(in.packet, in.bth));
    if (reach == null || !reach.permitsPeer(queuePair, address, Long.BYTES, Access.REMOTE_WRITE)) {
      return Aeth.NAK_REMOTE_ACCESS;
    }
    RoceMemoryRegion region = reach.region();
    long word = in.packet.get(ValueLayout.JAVA_LONG_UNALIGNED, in.payloadAt);
    WORD.setRelease(region.segment(), region.offset(address), word);
    confirm(in);
    return Aeth.ACK;
  }

  private int flush(Inbound in) {
    int type = Feth.placementType(in.packet, in.bth);
    int level = Feth.selectivityLevel(in.packet, in.bth);
    if (!connection.can(Features.FLUSH)
        || isNotAnswerable()
        || in.payloadBytes != 0
        || type == 0
        || type > (Feth.GLOBAL_VISIBILITY | Feth.PERSISTENCE)
        || level > Feth.REGION) {
      return Aeth.NAK_INVALID_REQUEST;
    }
    if (type != Feth.GLOBAL_VISIBILITY || !mayFlush(in, level)) {
      return Aeth.NAK_REMOTE_ACCESS;
    }
    VarHandle.fullFence();
    confirm(in);
    return Aeth.ACK;
  }

  private boolean mayFlush(Inbound in, int level) {
    long reth = Feth.rethBase(in.bth);
    Reach reach = queuePair.domain().reach(Reth.remoteKey(in.packet, reth));
    if (reach == null) {
      return false;
    }
    boolean all = level == Feth.REGION;
    long address = all ? reach.address() : Reth.virtualAddress(in.packet, reth);
    long bytes = all ? 0 : Reth.length(in.packet, reth);
    return reach.permitsPeer(queuePair, address, bytes, Access.FLUSH_GLOBAL);
  }

  /** It is answered as a READ of nothing is. */
  private void confirm(Inbound in) {
    Reply reply = replies.take();
    reply.begin(in);
    replies.start(reply);
  }

  private static long apply(Inbound in, RoceMemoryRegion region, long offset) {
    long operand = AtomicEth.swapOrAdd(in.packet, in.bth);
    if (in.opcode == PacketOpcode.FETCH_ADD) {
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
  boolean owesNoReply() {
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
