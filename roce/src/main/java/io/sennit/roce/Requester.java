// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.AtomicEth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Reth;

/**
 * The half of a queue pair that turns work requests into packets, as far as the windows allow.
 *
 * <p>After a loss it sends again what the {@link Scoreboard} takes for lost, before anything new.
 * If the peer cannot say what has arrived (no selective repair) it goes back to the first packet
 * that is not acknowledged; of a READ, to the first that is missing. A long READ is several READ
 * requests, cut at fixed places so that a repeated one is always a part of one that was sent
 * before.
 */
final class Requester {
  private final RoceQueuePair queuePair;
  private final Connection connection;
  private final SendQueue queue;
  private final InFlight inFlight;
  private final RetryTimer retry;
  private final Scoreboard scoreboard;
  private final boolean selective;
  private final PeerCredits credits;
  private final int ackMask;
  private final int readPackets;
  private boolean limited;

  /** Of the packet that is to be written: whether it was lost, its number in its request. */
  private boolean repairs;

  private int index;

  /** Packets that it stands for: more than one if it is a READ request. */
  private int step;

  Requester(RoceQueuePair queuePair, Connection connection, Parts parts) {
    this.queuePair = queuePair;
    this.connection = connection;
    queue = parts.queue();
    inFlight = parts.inFlight();
    retry = parts.retry();
    scoreboard = parts.scoreboard();
    selective = parts.selective();
    credits = parts.credits();
    EngineConfig config = connection.config();
    ackMask = config.ackEveryPackets() - 1;
    long most = Math.min(config.readRequestBytes(), inFlight.readBudgetBytes() / 2);
    readPackets = Math.clamp(most / connection.mtuBytes(), 1, Scoreboard.PACKETS / 4);
  }

  /**
   * What requester and completer of a queue pair share.
   *
   * @param credits what the peer has receives for
   * @param selective whether the peer says what has arrived behind a missing packet
   */
  record Parts(
      SendQueue queue,
      InFlight inFlight,
      RetryTimer retry,
      Scoreboard scoreboard,
      PeerCredits credits,
      boolean selective) {}

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
      int lost = scoreboard.nextLost(queue.unacknowledgedPsn(), queue.nextPsn());
      repairs = lost != queue.nextPsn();
      SendEntry entry = repairs ? queue.find(lost) : queue.cursor();
      if (entry == null
          || (repairs ? !mayRepair(entry, lost, nowNanos) : isStopped(entry, nowNanos))) {
        return true;
      }
      if (!write(entry, writer, sink, nowNanos)) {
        return false;
      }
    }
    return queue.cursor() == null;
  }

  private boolean isStopped(SendEntry entry, long nowNanos) {
    if (queuePair.isDraining() && !entry.begun) {
      return true;
    }
    if (entry.endsHere()) {
      if (entry == queue.head()) {
        queuePair.endHere(entry);
      }
      return true;
    }
    index = queue.cursorIndex();
    if (!credits.admits(entry, index, queue.unacknowledgedPsn())) {
      return true;
    }
    step = step(entry);
    boolean admitted = queue.waitingPackets() + step <= Scoreboard.PACKETS
        && inFlight.admits(entry, entry.costBytes(index, index + step), nowNanos);
    limited |= !admitted;
    return !admitted;
  }

  /** Packets that the next packet stands for: those of the answer to a READ request. */
  private int step(SendEntry entry) {
    return entry.isRead() ? Math.min(readPackets - index % readPackets, entry.packets - index) : 1;
  }

  /**
   * Whether something lost may be sent again now. The oldest always may: what counts as under way
   * behind it, such as READs that the peer keeps, may be waiting for it.
   */
  private boolean mayRepair(SendEntry entry, int lost, long nowNanos) {
    index = Psn.minus(lost, entry.firstPsn);
    int most = step(entry);
    step = 1;
    while (step < most && scoreboard.isLost(Psn.plus(lost, step))) {
      step++;
    }
    boolean admitted = lost == queue.unacknowledgedPsn()
        || inFlight.admitsAgain(entry, entry.costBytes(index, index + step), nowNanos);
    limited |= !admitted;
    return admitted;
  }

  private boolean write(SendEntry entry, BurstWriter writer, PacketSink sink, long nowNanos) {
    PacketOpcode opcode = entry.packetOpcode(index);
    boolean answered = entry.opcode.isAnswered();
    int payload = entry.opcode.fetches() ? 0 : entry.payloadBytes(index);
    int repeated = connection.repeatedBytes(opcode);
    if (!writer.makeRoom(queuePair, BurstWriter.packetBytes(opcode, payload) + repeated, sink)) {
      return false;
    }
    int psn = Psn.plus(entry.firstPsn, index);
    boolean again = repairs || queue.isResent();
    inFlight.sent(entry, entry.costBytes(index, index + step), repairs, nowNanos);
    writer.begin(opcode, payload, psn, !answered && mustAnswer(entry, nowNanos));
    writer.repeat(repeated);
    writeHeaders(entry, opcode, writer);
    if (payload > 0) {
      writer.end(connection.outbound(), entry.local, index * connection.mtuBytes(), payload);
    } else {
      writer.end(connection.outbound());
    }
    scoreboard.sent(psn, answered ? step : 0, again, nowNanos);
    if (!entry.begun) {
      credits.begin(entry);
    }
    if (!repairs) {
      queue.sent(entry, step);
    }
    retry.sent(nowNanos);
    if (again) {
      queuePair.count(EngineCounters.Kind.RESENT);
    }
    return true;
  }

  /** What was lost, the last of a message, every so many, and the last before a window is full. */
  private boolean mustAnswer(SendEntry entry, long nowNanos) {
    return repairs
        || index == entry.packets - 1
        || credits.isBeyond(entry)
        || ((queue.nextPsn() + 1) & ackMask) == 0
        || !inFlight.admits(entry, entry.costBytes(index + 1, index + 2), nowNanos);
  }

  private void writeHeaders(SendEntry entry, PacketOpcode opcode, BurstWriter writer) {
    long bth = writer.bth();
    switch (opcode.kind()) {
      case WRITE -> {
        if (opcode.place().begins()) {
          Reth.write(writer.headers(), bth, entry.remoteAddress, entry.remoteKey, entry.length);
        } else if (connection.repeatedBytes(opcode) > 0) {
          repeatReth(entry, opcode, writer);
        }
        entry.writeLastWord(opcode, writer.headers(), bth);
      }
      case SEND -> entry.writeLastWord(opcode, writer.headers(), bth);
      case READ -> {
        int skipped = index * connection.mtuBytes();
        int bytes = Math.min(step * connection.mtuBytes(), entry.length - skipped);
        Reth.write(writer.headers(), bth, entry.remoteAddress + skipped, entry.remoteKey, bytes);
      }
      case ATOMIC -> {
        AtomicEth.target(writer.headers(), bth, entry.remoteAddress, entry.remoteKey);
        AtomicEth.operands(writer.headers(), bth, entry.swapOrAdd, entry.compare);
      }
      case ATOMIC_WRITE ->
        Reth.write(writer.headers(), bth, entry.remoteAddress, entry.remoteKey, entry.length);
      case FLUSH -> entry.writeFlush(writer.headers(), bth);
      default -> {}
    }
  }

  /** Behind all other headers: what is still to be written, from this packet on. */
  private void repeatReth(SendEntry entry, PacketOpcode opcode, BurstWriter writer) {
    int done = index * connection.mtuBytes();
    Reth.write(
        writer.headers(),
        writer.bth() + opcode.headerBytes() + opcode.repeatedBytes() - Reth.END,
        entry.remoteAddress + done,
        entry.remoteKey,
        entry.length - done);
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
    if (selective) {
      loseAll();
    } else {
      queue.rewind();
      inFlight.clear();
    }
    queuePair.makeReady();
  }

  private void loseAll() {
    int from = queue.unacknowledgedPsn();
    int end = queue.nextPsn();
    for (int psn = from; psn != end; psn = Psn.plus(psn, 1)) {
      if (!scoreboard.hasArrived(psn)) {
        scoreboard.lose(psn);
      }
    }
    inFlight.clearBytes();
    if (from != end && scoreboard.nextLost(from, end) == end) {
      scoreboard.doubt(Psn.plus(end, -1));
    }
  }

  /** A packet under way does not count as such any more: it will be sent again. */
  void lose(SendEntry entry, int psn) {
    int at = Psn.minus(psn, entry.firstPsn);
    inFlight.answered(entry.opcode, entry.costBytes(at, at + 1));
    scoreboard.lose(psn);
    queuePair.makeReady();
  }

  /**
   * Nothing was heard for a while: sends the last packet again, the answer to which tells all that
   * is missing. Without selective repair it would tell nothing. Not a READ of which nothing has
   * come yet: it would come twice as a whole, and mostly waits behind what the peer sends to others
   * on the same link. If it is lost, the time-out tells.
   *
   * @return false if something is to be sent again anyway
   */
  boolean probe() {
    int from = queue.unacknowledgedPsn();
    int end = queue.nextPsn();
    if (from == end || scoreboard.nextLost(from, end) != end) {
      return false;
    }
    if (Psn.minus(scoreboard.lastMissing(from, end), from) < 0) {
      queuePair.count(EngineCounters.Kind.PROBED);
      scoreboard.doubt(Psn.plus(end, -1));
      queuePair.makeReady();
      return true;
    }
    int psn = scoreboard.lastMissingOfAsked(from, end);
    SendEntry entry = queue.find(psn);
    if (Psn.minus(psn, from) >= 0 && entry != null) {
      queuePair.count(EngineCounters.Kind.PROBED);
      lose(entry, psn);
    }
    return true;
  }
}
