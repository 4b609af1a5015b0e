// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.AtomicAckEth;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.Sack;
import io.sennit.verbs.CompletionStatus;

/**
 * The half of a requester that takes answers: completes requests strictly in order, places the data
 * of READs, and sends the requester back when something is missing.
 *
 * <p>With selective repair the requester is not sent back: what has arrived is noted, the data of a
 * READ is placed by its number as it comes, and only what was overtaken is sent or asked for again.
 *
 * <p>An acknowledgement never completes an older READ or atomic: that its own answer is missing is
 * a gap like any other. An answer to nothing that is under way is counted and ignored; one that
 * cannot be where the next has to be ends the queue pair.
 */
final class Completer {
  private final RoceQueuePair queuePair;
  private final Requester requester;
  private final SendQueue queue;
  private final InFlight inFlight;
  private final RetryTimer retry;
  private final RoundTrips roundTrips;
  private final Scoreboard scoreboard;
  private final boolean selective;
  private final PeerCredits credits;
  private final CongestionControl congestion;
  private final DeliveryRate rate;
  private final Settlement settlement;
  private final SelectiveRepair repair;
  private final GoBack back;
  private final AnswerCheck plausible;

  Completer(
      RoceQueuePair queuePair, Requester requester, Requester.Parts parts, InFlight.Limits limits) {
    this.queuePair = queuePair;
    this.requester = requester;
    queue = parts.queue();
    inFlight = parts.inFlight();
    retry = parts.retry();
    scoreboard = parts.scoreboard();
    selective = parts.selective();
    credits = parts.credits();
    roundTrips = limits.roundTrips();
    congestion = limits.congestion();
    rate = limits.rate();
    settlement = new Settlement(parts);
    repair = new SelectiveRepair(queuePair, requester, parts, congestion, settlement);
    back = new GoBack(requester, parts, limits);
    plausible = new AnswerCheck(parts, requester.readPackets());
  }

  void receive(Inbound in, long nowNanos) {
    in.skip(queuePair.connection().repeatedBytes(in.opcode));
    settlement.begin();
    scoreboard.beginAnswer();
    boolean acknowledges = in.opcode.kind() == PacketOpcode.Kind.ACKNOWLEDGE;
    hearCredits(in);
    if (!queue.isUnderWay(in.psn) && !isBitmapOnly(in)) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    } else if (!acknowledges) {
      answer(in, nowNanos);
    } else if (in.payloadBytes == 0 || isBitmap(in)) {
      acknowledge(in, nowNanos);
    } else {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
  }

  /**
   * An answer to the next packets, or to the last one again, which a peer sends to tell of more.
   */
  private void hearCredits(Inbound in) {
    int ahead = Psn.minus(in.psn, queue.unacknowledgedPsn());
    boolean says = in.opcode != PacketOpcode.READ_RESPONSE_MIDDLE
        && (queue.isUnderWay(in.psn) || ahead == -1)
        && Aeth.type(Aeth.syndrome(in.packet, in.bth)) == Aeth.Type.ACK;
    if (says && queuePair.connection().isForeign()) {
      credits.hear(Aeth.syndrome(in.packet, in.bth), Aeth.messageSequence(in.packet, in.bth));
      queuePair.makeReady();
    }
  }

  /** Whether it may tell of packets behind the first missing one, though nothing before is new. */
  private boolean isBitmapOnly(Inbound in) {
    return isBitmap(in) && Psn.plus(in.psn, 1) == queue.unacknowledgedPsn() && !queue.isSilent();
  }

  private boolean isBitmap(Inbound in) {
    return selective && in.opcode == PacketOpcode.ACKNOWLEDGE && Sack.isPlausible(in.payloadBytes);
  }

  private void acknowledge(Inbound in, long nowNanos) {
    int syndrome = Aeth.syndrome(in.packet, in.bth);
    switch (Aeth.type(syndrome)) {
      case ACK -> positive(in, nowNanos);
      case RECEIVER_NOT_READY -> notReady(in, syndrome, nowNanos);
      case NAK -> negative(in, syndrome, nowNanos);
      case RESERVED -> queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
  }

  private void positive(Inbound in, long nowNanos) {
    if (queue.isUnderWay(in.psn)) {
      scoreboard.executed(queue.unacknowledgedPsn(), in.psn, nowNanos);
    }
    if (!execute(Psn.plus(in.psn, 1), nowNanos) && !selective) {
      back.go(nowNanos);
    }
    awaits(Psn.plus(in.psn, 1));
    if (in.payloadBytes > 0 && !queue.isSilent()) {
      repair.readBitmap(in, nowNanos);
    }
    progress(nowNanos);
  }

  private void awaits(int psn) {
    if (selective) {
      repair.awaits(psn);
    }
  }

  private void notReady(Inbound in, int syndrome, long nowNanos) {
    boolean reached = execute(in.psn, nowNanos);
    progress(nowNanos);
    awaits(in.psn);
    if (!reached) {
      back.go(nowNanos);
    } else if (!retry.isNotReady()) {
      CompletionStatus status = retry.notReady(Aeth.waitNanos(syndrome), nowNanos);
      if (status == CompletionStatus.SUCCESS) {
        requester.rewind();
      } else {
        queuePair.fail(status);
      }
    }
  }

  private void negative(Inbound in, int syndrome, long nowNanos) {
    if (syndrome > Aeth.NAK_REMOTE_OPERATION) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
      return;
    }
    queuePair.count(EngineCounters.Kind.NAK_RECEIVED);
    execute(in.psn, nowNanos);
    progress(nowNanos);
    SendEntry head = queue.head();
    boolean isHeads = head != null && head == queue.find(in.psn);
    switch (syndrome) {
      case Aeth.NAK_INVALID_REQUEST ->
        failOrGoBack(isHeads, CompletionStatus.REMOTE_INVALID_REQUEST, nowNanos);
      case Aeth.NAK_REMOTE_ACCESS ->
        failOrGoBack(isHeads, CompletionStatus.REMOTE_ACCESS_ERROR, nowNanos);
      case Aeth.NAK_REMOTE_OPERATION ->
        failOrGoBack(isHeads, CompletionStatus.REMOTE_OPERATION_ERROR, nowNanos);
      case Aeth.NAK_SEQUENCE -> back.go(nowNanos);
      default -> queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
  }

  /**
   * What was refused fails only when everything before it is over. If that comes to nothing it is
   * left to the timer: the peer has ended, and would refuse as often as it is asked.
   */
  private void failOrGoBack(boolean fail, CompletionStatus status, long nowNanos) {
    if (fail) {
      queuePair.fail(status);
    } else if (!back.hasGone()) {
      back.go(nowNanos);
    }
  }

  /** An answer to a request that has one of its own. */
  private void answer(Inbound in, long nowNanos) {
    SendEntry entry = queue.find(in.psn);
    if (entry == null || !isPositive(in)) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    } else if (!plausible.isAnswer(in, entry)) {
      impossible(in, entry, nowNanos);
    } else {
      if (isTakable(entry, in.psn, nowNanos)) {
        put(in, entry);
        take(entry, in.psn, nowNanos);
      }
      progress(nowNanos);
    }
  }

  /**
   * It ends the queue pair if it stands where the next answer has to: else it may be a late copy of
   * whatever, and what is right may still come.
   */
  private void impossible(Inbound in, SendEntry entry, long nowNanos) {
    queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    boolean due = selective
        ? entry == queue.head() && !scoreboard.hasArrived(in.psn)
        : execute(in.psn, nowNanos) && in.psn == queue.unacknowledgedPsn();
    progress(nowNanos);
    if (due && queue.head() == entry) {
      queuePair.fail(CompletionStatus.BAD_RESPONSE);
    }
  }

  private void put(Inbound in, SendEntry entry) {
    if (entry.isAtomic()) {
      entry.local.word(AtomicAckEth.original(in.packet, in.bth));
    } else {
      int at = Psn.minus(in.psn, entry.firstPsn) * queuePair.connection().mtuBytes();
      entry.local.scatter(in.packet, in.payloadAt, at, in.payloadBytes);
    }
  }

  /**
   * Whether data may be put where it belongs, once: without selective repair only that of the very
   * next packet may. It proves that everything before its request was executed; what completes by
   * that may overflow a queue, which ends the request itself.
   */
  private boolean isTakable(SendEntry entry, int psn, long nowNanos) {
    boolean reached = execute(entry.firstPsn, nowNanos);
    if (queue.find(psn) != entry) {
      return false;
    }
    if (selective) {
      return !scoreboard.hasArrived(psn);
    }
    boolean next = reached && psn == queue.unacknowledgedPsn();
    if (!next) {
      back.go(nowNanos);
    }
    return next;
  }

  private void take(SendEntry entry, int psn, long nowNanos) {
    repair.arrived(entry, psn, nowNanos);
    execute(Psn.plus(psn, 1), nowNanos);
  }

  /** Data says that all is well, if it has a header that could say anything else. */
  private boolean isPositive(Inbound in) {
    boolean hasAeth = in.opcode != PacketOpcode.READ_RESPONSE_MIDDLE
        || queuePair.connection().can(Features.EQUAL_PACKETS);
    return !hasAeth || Aeth.type(Aeth.syndrome(in.packet, in.bth)) == Aeth.Type.ACK;
  }

  /**
   * The peer has executed everything before a packet: completes what can be.
   *
   * @return false if a READ or atomic lies before it whose own answer is missing
   */
  private boolean execute(int endPsn, long nowNanos) {
    if (!selective) {
      return advance(endPsn, nowNanos);
    }
    boolean reached = advance(repair.executed(endPsn), nowNanos);
    repair.completed(reached, nowNanos);
    return reached;
  }

  private boolean advance(int endPsn, long nowNanos) {
    int left = Psn.minus(endPsn, queue.unacknowledgedPsn());
    while (left > 0) {
      SendEntry head = queue.head();
      if (head == null) {
        return false;
      }
      int from = Psn.minus(queue.unacknowledgedPsn(), head.firstPsn);
      int packets = Math.min(left, head.packets - from);
      if (head.opcode.isAnswered()) {
        packets = scoreboard.arrivedRun(queue.unacknowledgedPsn(), packets);
      }
      if (packets == 0) {
        return false;
      }
      answered(head, from, packets, nowNanos);
      left -= packets;
    }
    return true;
  }

  /** Packets of the head are over, and with its last it is. */
  private void answered(SendEntry head, int from, int packets, long nowNanos) {
    settlement.add(head, from, packets);
    if (from < head.packets - 1 && !head.opcode.isAnswered()) {
      queuePair.passedLong(nowNanos);
    }
    if (head.opcode.isAnswered()) {
      inFlight.readsAnswered(requests(head, from + packets) - requests(head, from));
    }
    scoreboard.passed(queue.unacknowledgedPsn(), packets);
    queue.acknowledged(packets);
    if (from + packets == head.packets) {
      queue.remove(head);
      queue.skipAnswered();
      head.release();
      queuePair.complete(head, CompletionStatus.SUCCESS);
      queue.giveBack(head);
    } else {
      queue.skipAnswered();
    }
  }

  /** The READ requests that so many first packets of an answer are the whole answers to. */
  private int requests(SendEntry entry, int packets) {
    return packets == entry.packets
        ? Math.ceilDiv(packets, requester.readPackets())
        : packets / requester.readPackets();
  }

  private void progress(long nowNanos) {
    if (selective) {
      repair.findLost(nowNanos);
    }
    long answeredBytes = settlement.bytes();
    if (answeredBytes > 0) {
      long delayNanos = scoreboard.sampleNanos(nowNanos);
      if (delayNanos > 0) {
        roundTrips.take(delayNanos, nowNanos);
      }
      boolean limited = requester.takeLimited();
      congestion.acknowledged(answeredBytes, delayNanos, limited, nowNanos);
      rate.acknowledged(answeredBytes, roundTrips.smoothedNanos(), nowNanos);
      retry.progress(queue.isWaiting(), delayNanos > 0, nowNanos);
      queuePair.makeReady();
      settlement.begin();
    }
    if (queue.isSilent()) {
      scoreboard.rest();
    }
  }
}
