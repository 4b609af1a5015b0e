// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * Every frame of the peer, from a strand or the lifeline: checked, numbered, and given to the part
 * that it is for. Each field is read once, since a peer that shares the memory may change it.
 */
final class Dispatcher {
  /** Most bytes of lifeline frames that wait for the next step: two batches of a peer. */
  private static final int MOST_WAITING_BYTES = 128 << 10;

  private final Core core;
  private final Credits credits;
  private final SequenceWindow window;
  private final StrandSet strands;
  private final LeaseTable leases;
  private final Fencing fencing;
  private final Rebuilder rebuilder;
  private final PortStates ports;
  private final Growth growth;
  private final Receipts receipts;
  private final BraidHeader header = new BraidHeader();
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private int waitingBytes;

  Dispatcher(Core core, Credits credits, SequenceWindow window, Control control) {
    this.core = core;
    this.credits = credits;
    this.window = window;
    strands = control.strands();
    leases = control.leases();
    fencing = control.fencing();
    rebuilder = control.rebuilder();
    ports = control.ports();
    growth = control.growth();
    receipts = control.receipts();
  }

  /** The parts that frames are for. */
  record Control(
      StrandSet strands,
      LeaseTable leases,
      Fencing fencing,
      Rebuilder rebuilder,
      PortStates ports,
      Growth growth,
      Receipts receipts) {}

  /**
   * A frame from a strand.
   *
   * @throws Misplacement if it is none of this session's, or cannot stand where it does
   * @throws Violation if it breaks the protocol otherwise
   */
  void onMessage(ReceiveSlot slot, int received) {
    header.read(slot.memory(), 0);
    header.check(core.session, received);
    accept(slot);
  }

  /**
   * A frame from the lifeline. What heals the braid takes effect now, the rest in the next
   * {@link #step}.
   *
   * @throws Misplacement if it is none of this session's, or cannot stand where it does
   * @throws Violation if it breaks the protocol otherwise
   */
  void onLifeline(byte[] frame) {
    if (frame.length < BraidHeader.BYTES || frame.length > core.config.slotBytes()) {
      throw new Violation("a lifeline frame of " + frame.length + " bytes");
    }
    MemorySegment memory = read(frame);
    FrameType type = header.type;
    if (type == null || type.vital()) {
      accept(ReceiveSlot.ofLifeline(memory));
    } else if (waitingBytes + frame.length <= MOST_WAITING_BYTES) {
      waiting.add(frame);
      waitingBytes += frame.length;
    } // If there is no room it is dropped: the peer repeats it.
  }

  private MemorySegment read(byte[] frame) {
    MemorySegment memory = MemorySegment.ofArray(frame);
    header.read(memory, 0);
    header.check(core.session, frame.length);
    return memory;
  }

  /** Handles what the lifeline brought for the user. */
  int step() {
    int handled = 0;
    for (byte[] frame = waiting.poll(); frame != null; frame = waiting.poll()) {
      waitingBytes -= frame.length;
      accept(ReceiveSlot.ofLifeline(read(frame)));
      handled++;
    }
    return handled;
  }

  private void accept(ReceiveSlot slot) {
    if (header.sequence >= window.end()) {
      throw new Misplacement("sequence " + header.sequence + " at a limit of " + window.end());
    }
    credits.hear(header.creditLimit, receipts.peerWindow());
    receipts.onCredit(header.creditLimit);
    if (window.accept(header.sequence)) {
      dispatch(slot);
    } else {
      drop(slot.memory());
    }
  }

  /**
   * What DONE says of a lease counts even if its message is not delivered any more. Questions and
   * answers are said again in the same sequence.
   */
  private void drop(MemorySegment memory) {
    core.counters.increment(Counter.DUPLICATES_DROPPED);
    if (header.type == FrameType.DONE) {
      long lease = DoneExtension.lease(memory, BraidHeader.BYTES);
      leases.onDone(lease, unfenced(memory));
    } else if (header.type == FrameType.ASK || header.type == FrameType.RECEIVED) {
      onReceipt(header.type, memory);
    }
  }

  private void dispatch(ReceiveSlot slot) {
    MemorySegment memory = slot.memory();
    FrameType type = header.type;
    if (type == null) {
      throw new Violation("no type");
    }
    long at = BraidHeader.BYTES;
    int bytes = header.frameBytes;
    switch (type) {
      case MESSAGE -> deliver(slot);
      case DONE -> onDone(slot);
      case CREDIT -> expect(bytes == 0, type);
      case RELEASED, PULL_RELEASED, DECLINE -> onNotice(type, memory, at, bytes);
      case FENCE -> {
        expect(bytes == PathEpoch.BYTES, type);
        fencing.onFence(PathEpoch.decode(memory, at), PathEpoch.isResting(memory, at));
      }
      case FENCE_ACK -> {
        expect(bytes == Fencing.ANSWER_BYTES, type);
        fencing.onFenceAck(PathEpoch.decode(memory, at));
      }
      case REBUILD -> rebuilder.onRebuild(offer(type, memory, at, bytes));
      case REBUILD_ACK -> rebuilder.onRebuildAck(offer(type, memory, at, bytes));
      case PORTS -> {
        expect(bytes >= PortStates.LEAST_BYTES, type);
        ports.onFrame(memory, at, bytes);
      }
      case DEMAND -> {
        expect(bytes == Demand.FRAME_BYTES, type);
        growth.onDemand(Demand.Said.decode(memory, at));
      }
      case ASK, RECEIVED -> onReceipt(type, memory);
      case READY -> {
        expect(bytes % PathEpoch.BYTES == 0, type);
        for (int i = 0; i < bytes; i += PathEpoch.BYTES) {
          rebuilder.onReady(PathEpoch.decode(memory, at + i));
        }
      }
    }
  }

  private static void expect(boolean fits, FrameType type) {
    if (!fits) {
      throw new Violation(type + " of a wrong length");
    }
  }

  /** The data is announced before its lease may end. */
  private void onDone(ReceiveSlot slot) {
    MemorySegment memory = slot.memory();
    long lease = DoneExtension.lease(memory, BraidHeader.BYTES);
    long unfenced = unfenced(memory);
    deliver(slot);
    leases.onDone(lease, unfenced);
  }

  private long unfenced(MemorySegment memory) {
    return DoneExtension.unfenced(memory, BraidHeader.BYTES, header.extensionBytes, strands);
  }

  private void deliver(ReceiveSlot slot) {
    core.counters.increment(Counter.MESSAGES_DELIVERED);
    MemorySegment frame = slot.frame(header.extensionBytes);
    core.listener.onMessage(header.sequence, frame, header.frameBytes);
  }

  private void onReceipt(FrameType type, MemorySegment memory) {
    long at = BraidHeader.BYTES;
    if (type == FrameType.ASK) {
      expect(header.frameBytes == Receipts.ASK_BYTES, type);
      receipts.onAsk(memory.get(BraidHeader.LONG, at));
    } else {
      expect(header.frameBytes == Receipts.RECEIVED_BYTES, type);
      long answered = memory.get(BraidHeader.LONG, at + Long.BYTES);
      receipts.onReceived(memory.get(BraidHeader.LONG, at), answered, header.creditLimit);
    }
  }

  private void onNotice(FrameType type, MemorySegment memory, long at, int bytes) {
    expect(bytes % Long.BYTES == 0, type);
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long lease = memory.get(BraidHeader.LONG, at + i);
      switch (type) {
        case RELEASED -> leases.onReleased(lease);
        case PULL_RELEASED -> leases.onPullReleased(lease);
        default -> leases.onDeclined(lease);
      }
    }
  }

  private static StrandOffer offer(FrameType type, MemorySegment memory, long at, int bytes) {
    try {
      StrandOffer offer = StrandOffer.decode(memory.asSlice(at, bytes).asByteBuffer());
      expect(offer.encodedBytes() == bytes, type);
      return offer;
    } catch (IllegalArgumentException malformed) {
      throw new Violation(type + ": " + malformed.getMessage());
    }
  }
}
