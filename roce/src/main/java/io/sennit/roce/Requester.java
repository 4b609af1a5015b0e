// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.AtomicEth;
import io.sennit.roce.wire.RcOpcode;
import io.sennit.roce.wire.Reth;

/**
 * The half of a queue pair that turns work requests into packets, as far as the windows allow.
 *
 * <p>After a loss it goes back to the first packet that is not acknowledged; of a READ, to the
 * first that is missing. A long READ is several READ requests, cut at fixed places so that a
 * repeated one is always a part of one that was sent before.
 */
final class Requester {
  private final RoceQueuePair queuePair;
  private final Connection connection;
  private final SendQueue queue;
  private final InFlight inFlight;
  private final RetryTimer retry;
  private final RoundTrips roundTrips;
  private final int ackMask;
  private final int readPackets;
  private boolean limited;

  Requester(RoceQueuePair queuePair, Connection connection, Parts parts) {
    this.queuePair = queuePair;
    this.connection = connection;
    queue = parts.queue();
    inFlight = parts.inFlight();
    retry = parts.retry();
    roundTrips = parts.roundTrips();
    EngineConfig config = connection.config();
    ackMask = config.ackEveryPackets() - 1;
    long most = Math.min(config.readRequestBytes(), inFlight.readBudgetBytes() / 2);
    readPackets = Math.max(1, (int) (most / connection.mtuBytes()));
  }

  /** What requester and completer of a queue pair share. */
  record Parts(SendQueue queue, InFlight inFlight, RetryTimer retry, RoundTrips roundTrips) {}

  /** Packets that one READ request asks for at most. */
  int readPackets() {
    return readPackets;
  }

  /** Whether a window has kept something from being sent since the last call. */
  boolean takeLimited() {
    boolean was = limited;
    limited = false;
    return was;
  }

  /**
   * Writes what may be sent now.
   *
   * @return false if more may be sent at once, and only room was missing
   */
  boolean transmit(BurstWriter writer, PacketSink sink, int most, long nowNanos) {
    if (retry.isNotReady()) {
      return true;
    }
    for (int written = 0; written < most; written++) {
      SendEntry entry = queue.cursor();
      if (entry == null || isStopped(entry, nowNanos)) {
        return true;
      }
      if (!write(entry, writer, sink, nowNanos)) {
        return false;
      }
    }
    return queue.cursor() == null;
  }

  private boolean isStopped(SendEntry entry, long nowNanos) {
    if (queuePair.isDraining() && !queue.hasBegun(entry)) {
      return true;
    }
    if (entry.endsHere()) {
      if (entry == queue.head()) {
        queuePair.endHere(entry);
      }
      return true;
    }
    int from = queue.cursorIndex();
    boolean admitted = inFlight.admits(entry, entry.costBytes(from, from + step(entry)), nowNanos);
    limited |= !admitted;
    return !admitted;
  }

  /** Packets that the next packet stands for: those of the answer to a READ request. */
  private int step(SendEntry entry) {
    int from = queue.cursorIndex();
    return entry.isRead() ? Math.min(readPackets - from % readPackets, entry.packets - from) : 1;
  }

  private boolean write(SendEntry entry, BurstWriter writer, PacketSink sink, long nowNanos) {
    int index = queue.cursorIndex();
    RcOpcode opcode = entry.packetOpcode(index);
    boolean carries = !entry.opcode.fetches();
    int payload = carries ? entry.payloadBytes(index) : 0;
    if (!writer.makeRoom(queuePair, BurstWriter.packetBytes(opcode, payload), sink)) {
      return false;
    }
    int step = step(entry);
    int psn = queue.nextPsn();
    boolean resent = queue.isResent();
    inFlight.sent(entry, entry.costBytes(index, index + step), nowNanos);
    boolean answered = !carries || mustAnswer(entry, index, nowNanos);
    writer.begin(opcode, payload, psn, answered && carries);
    writeHeaders(entry, opcode, writer);
    long offset = entry.offset + (long) index * connection.mtuBytes();
    if (payload > 0) {
      writer.end(connection.outbound(), entry.memory, offset, payload);
    } else {
      writer.end(connection.outbound());
    }
    queue.sent(entry, step);
    retry.sent(nowNanos);
    if (resent) {
      queuePair.count(EngineCounters.Kind.RESENT);
    } else if (answered) {
      roundTrips.sent(psn, nowNanos);
    }
    return true;
  }

  /** The last of a message, every so many, and the last before a window is full. */
  private boolean mustAnswer(SendEntry entry, int index, long nowNanos) {
    return index == entry.packets - 1
        || ((queue.nextPsn() + 1) & ackMask) == 0
        || !inFlight.admits(entry, entry.costBytes(index + 1, index + 2), nowNanos);
  }

  private void writeHeaders(SendEntry entry, RcOpcode opcode, BurstWriter writer) {
    int index = queue.cursorIndex();
    long bth = writer.bth();
    switch (opcode.kind()) {
      case WRITE -> {
        if (opcode.place().begins()) {
          Reth.write(writer.headers(), bth, entry.remoteAddress, entry.remoteKey, entry.length);
        }
        entry.writeLastWord(opcode, writer.headers(), bth);
      }
      case SEND -> entry.writeLastWord(opcode, writer.headers(), bth);
      case READ -> {
        int skipped = index * connection.mtuBytes();
        int bytes = Math.min(step(entry) * connection.mtuBytes(), entry.length - skipped);
        Reth.write(writer.headers(), bth, entry.remoteAddress + skipped, entry.remoteKey, bytes);
      }
      case ATOMIC -> {
        AtomicEth.target(writer.headers(), bth, entry.remoteAddress, entry.remoteKey);
        AtomicEth.operands(writer.headers(), bth, entry.swapOrAdd, entry.compare);
      }
      default -> {}
    }
  }

  /** Everything not acknowledged will be sent again, and is waited for anew. */
  void rewind() {
    retry.rewound();
    rewindWithoutProgress();
  }

  /**
   * Everything not acknowledged will be sent again, once more from the same place: the timer goes
   * on, or a peer that always asks for the same packet would be sent it for ever.
   */
  void rewindWithoutProgress() {
    queue.rewind();
    inFlight.clear();
    roundTrips.forget();
    queuePair.makeReady();
  }
}
