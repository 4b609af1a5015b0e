// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Sack;
import org.jspecify.annotations.Nullable;

/**
 * What a completer learns of packets behind one that is missing, from a peer that keeps them: what
 * has arrived or was executed is noted, and only what was overtaken is sent or asked for again.
 */
final class SelectiveRepair {
  private final RoceQueuePair queuePair;
  private final Requester requester;
  private final SendQueue queue;
  private final Scoreboard scoreboard;
  private final CongestionControl congestion;
  private final Settlement settlement;

  /** Behind the last packet that the peer has executed, and of what was noted so. */
  private int executedPsn;

  private int notedPsn;

  SelectiveRepair(
      RoceQueuePair queuePair,
      Requester requester,
      Requester.Parts parts,
      CongestionControl congestion,
      Settlement settlement) {
    this.queuePair = queuePair;
    this.requester = requester;
    queue = parts.queue();
    scoreboard = parts.scoreboard();
    this.congestion = congestion;
    this.settlement = settlement;
    executedPsn = queue.unacknowledgedPsn();
    notedPsn = executedPsn;
  }

  /**
   * The peer has executed everything before a packet.
   *
   * @return the packet before which it has executed everything, as far as is known by now
   */
  int executed(int endPsn) {
    if (Psn.minus(endPsn, executedPsn) > 0) {
      executedPsn = endPsn;
    }
    return executedPsn;
  }

  /**
   * Requests have been completed as far as the peer's words go.
   *
   * @param reached whether all that were executed are over
   */
  void completed(boolean reached, long nowNanos) {
    if (reached) {
      // Left behind, it would count as ahead after half of all numbers.
      notedPsn = executedPsn;
    } else {
      noteExecuted(nowNanos);
    }
  }

  /** What was executed behind a READ that is not complete need not be sent again. */
  private void noteExecuted(long nowNanos) {
    @Nullable SendEntry entry = queue.head();
    int from =
        Psn.minus(notedPsn, queue.unacknowledgedPsn()) > 0 ? notedPsn : queue.unacknowledgedPsn();
    for (int psn = from; Psn.minus(psn, executedPsn) < 0; psn = Psn.plus(psn, 1)) {
      entry = SendQueue.find(entry, psn);
      arrivedUnlessAnswered(entry, psn, nowNanos);
    }
    notedPsn = executedPsn;
  }

  /** What has arrived behind a missing packet need not be sent again. */
  void readBitmap(Inbound in, long nowNanos) {
    @Nullable SendEntry entry = queue.head();
    for (int word = 0; word < in.payloadBytes / Long.BYTES; word++) {
      int first = Psn.plus(in.psn, 1 + word * Long.SIZE);
      long bits = Sack.word(in.packet, in.payloadAt, word) & ~scoreboard.arrivedWord(first);
      for (; bits != 0; bits &= bits - 1) {
        int psn = Psn.plus(first, Long.numberOfTrailingZeros(bits));
        if (isSent(psn) && psn != executedPsn) {
          entry = SendQueue.find(entry, psn);
          arrivedUnlessAnswered(entry, psn, nowNanos);
        }
      }
    }
  }

  private boolean isSent(int psn) {
    return queue.isUnderWay(psn) && Psn.minus(psn, queue.nextPsn()) < 0;
  }

  private void arrivedUnlessAnswered(@Nullable SendEntry entry, int psn, long nowNanos) {
    if (entry != null && entry.opcode.isAnswered()) {
      scoreboard.held(psn);
    } else if (entry != null) {
      arrived(entry, psn, nowNanos);
    }
  }

  /** A packet has arrived, or the answer to it: it is not under way any more. */
  void arrived(SendEntry entry, int psn, long nowNanos) {
    if (!scoreboard.hasArrived(psn)) {
      settlement.add(entry, Psn.minus(psn, entry.firstPsn), 1);
      scoreboard.arrived(psn, nowNanos);
    }
  }

  /**
   * The peer waits for a packet. If it had kept it before, it has dropped it since: it met no
   * receive. A bitmap that still names it is older than that.
   */
  void awaits(int psn) {
    if (psn == executedPsn && isSent(psn) && scoreboard.hasArrived(psn)) {
      scoreboard.doubt(psn);
      queuePair.makeReady();
    }
  }

  /** Takes for lost what others have overtaken. */
  void findLost(long nowNanos) {
    if (queue.isSilent()) {
      return;
    }
    long lostBytes = 0;
    int end = scoreboard.seenEndPsn();
    int psn = scoreboard.nextOvertaken(queue.unacknowledgedPsn());
    @Nullable SendEntry entry = queue.head();
    while (psn != end && entry != null) {
      entry = SendQueue.find(entry, psn);
      if (entry != null) {
        // All of an answer that never began is one packet lost: the request for it.
        lostBytes += scoreboard.isAsked(psn)
            ? entry.payloadBytes(Psn.minus(psn, entry.firstPsn))
            : SendEntry.OVERHEAD_BYTES;
        requester.lose(entry, psn);
        queuePair.count(EngineCounters.Kind.LOST);
      }
      psn = scoreboard.nextOvertaken(Psn.plus(psn, 1));
    }
    if (lostBytes > 0) {
      congestion.lost(lostBytes, nowNanos);
    }
  }
}
