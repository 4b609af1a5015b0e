// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Aeth;
import io.sennit.roce.wire.AtomicAckEth;
import io.sennit.roce.wire.Psn;
import io.sennit.roce.wire.RcOpcode;
import io.sennit.verbs.CompletionStatus;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The half of a requester that takes answers: completes requests strictly in order, places the data
 * of READs, and sends the requester back when something is missing.
 *
 * <p>An acknowledgement never completes an older READ or atomic: that its own answer is missing is
 * a gap like any other. An answer to nothing that is under way is counted and ignored.
 */
final class Completer {
  private final RoceQueuePair queuePair;
  private final Requester requester;
  private final SendQueue queue;
  private final InFlight inFlight;
  private final RetryTimer retry;
  private final RoundTrips roundTrips;
  private final CongestionControl congestion;
  private final DeliveryRate rate;
  private boolean wentBack;
  private int wentBackTo;
  private long wentBackNanos;
  private long answeredBytes;

  Completer(
      RoceQueuePair queuePair, Requester requester, Requester.Parts parts, InFlight.Limits limits) {
    this.queuePair = queuePair;
    this.requester = requester;
    queue = parts.queue();
    inFlight = parts.inFlight();
    retry = parts.retry();
    roundTrips = parts.roundTrips();
    congestion = limits.congestion();
    rate = limits.rate();
  }

  void receive(Inbound in, long nowNanos) {
    int mtu = queuePair.connection().mtuBytes();
    if (!queue.isUnderWay(in.psn) || !in.opcode.place().allows(in.payloadBytes, mtu)) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
      return;
    }
    answeredBytes = 0;
    switch (in.opcode.kind()) {
      case ACKNOWLEDGE -> acknowledge(in, nowNanos);
      case READ_RESPONSE -> readResponse(in, nowNanos);
      case ATOMIC_ACKNOWLEDGE -> atomicResponse(in, nowNanos);
      default -> queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
  }

  private void acknowledge(Inbound in, long nowNanos) {
    int syndrome = Aeth.syndrome(in.packet, in.bth);
    switch (Aeth.type(syndrome)) {
      case ACK -> {
        if (!advance(Psn.plus(in.psn, 1))) {
          goBack(nowNanos);
        }
        progress(in.psn, nowNanos);
      }
      case RECEIVER_NOT_READY -> notReady(in, syndrome, nowNanos);
      case NAK -> negative(in, syndrome, nowNanos);
      case RESERVED -> queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
  }

  private void notReady(Inbound in, int syndrome, long nowNanos) {
    boolean reached = advance(in.psn);
    progress(Psn.plus(in.psn, -1), nowNanos);
    if (!reached) {
      goBack(nowNanos);
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
    advance(in.psn);
    progress(Psn.plus(in.psn, -1), nowNanos);
    SendEntry head = queue.head();
    boolean isHeads = head != null && head == queue.find(in.psn);
    switch (syndrome) {
      case Aeth.NAK_INVALID_REQUEST ->
        failOrGoBack(isHeads, CompletionStatus.REMOTE_INVALID_REQUEST, nowNanos);
      case Aeth.NAK_REMOTE_ACCESS ->
        failOrGoBack(isHeads, CompletionStatus.REMOTE_ACCESS_ERROR, nowNanos);
      case Aeth.NAK_REMOTE_OPERATION ->
        failOrGoBack(isHeads, CompletionStatus.REMOTE_OPERATION_ERROR, nowNanos);
      case Aeth.NAK_SEQUENCE -> goBack(nowNanos);
      default -> queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
    }
  }

  /** What was refused fails only when everything before it is over. */
  private void failOrGoBack(boolean fail, CompletionStatus status, long nowNanos) {
    if (fail) {
      queuePair.fail(status);
    } else {
      goBack(nowNanos);
    }
  }

  private void readResponse(Inbound in, long nowNanos) {
    SendEntry entry = queue.find(in.psn);
    if (entry == null || !entry.isRead() || !isAsAsked(in, entry)) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
      return;
    }
    boolean next = advance(entry.firstPsn) && in.psn == queue.unacknowledgedPsn();
    if (next) {
      int index = Psn.minus(in.psn, entry.firstPsn);
      long offset = entry.offset + (long) index * queuePair.connection().mtuBytes();
      if (in.payloadBytes > 0) {
        MemorySegment.copy(
            in.packet, in.payloadAt, entry.memory.segment(), offset, in.payloadBytes);
      }
      if ((index + 1) % requester.readPackets() == 0 || index == entry.packets - 1) {
        inFlight.readAnswered();
      }
      answered(entry, index, 1);
    } else {
      goBack(nowNanos);
    }
    progress(in.psn, nowNanos);
  }

  /** The peer cannot make a READ longer or shorter than what was asked for. */
  private static boolean isAsAsked(Inbound in, SendEntry entry) {
    boolean hasAeth = in.opcode.place() != RcOpcode.Place.MIDDLE;
    return in.payloadBytes == entry.payloadBytes(Psn.minus(in.psn, entry.firstPsn))
        && (!hasAeth || Aeth.type(Aeth.syndrome(in.packet, in.bth)) == Aeth.Type.ACK);
  }

  private void atomicResponse(Inbound in, long nowNanos) {
    SendEntry entry = queue.find(in.psn);
    if (entry == null
        || !entry.isAtomic()
        || Aeth.type(Aeth.syndrome(in.packet, in.bth)) != Aeth.Type.ACK) {
      queuePair.count(EngineCounters.Kind.UNEXPECTED_RESPONSE);
      return;
    }
    if (advance(entry.firstPsn)) {
      long original = AtomicAckEth.original(in.packet, in.bth);
      entry.memory.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, entry.offset, original);
      inFlight.readAnswered();
      answered(entry, 0, 1);
    } else {
      goBack(nowNanos);
    }
    progress(in.psn, nowNanos);
  }

  /**
   * Completes what an answer proves to have arrived: everything before a packet.
   *
   * @return false if a READ or atomic lies before it whose own answer is missing
   */
  private boolean advance(int endPsn) {
    int left = Psn.minus(endPsn, queue.unacknowledgedPsn());
    while (left > 0) {
      SendEntry head = queue.head();
      if (head == null || head.opcode.fetches()) {
        return false;
      }
      int from = Psn.minus(queue.unacknowledgedPsn(), head.firstPsn);
      int packets = Math.min(left, head.packets - from);
      answered(head, from, packets);
      left -= packets;
    }
    return true;
  }

  /** Packets of the head are over, and with its last it is. */
  private void answered(SendEntry head, int from, int packets) {
    int counted = Math.min(packets, queue.waitingPackets());
    if (counted > 0) {
      inFlight.answered(head.opcode, head.costBytes(from, from + counted));
    }
    answeredBytes += head.costBytes(from, from + packets);
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

  private void progress(int psn, long nowNanos) {
    if (answeredBytes > 0) {
      long delayNanos = roundTrips.answered(psn, nowNanos);
      boolean limited = requester.takeLimited();
      congestion.acknowledged(answeredBytes, delayNanos, limited, nowNanos);
      rate.acknowledged(answeredBytes, roundTrips.smoothedNanos(), nowNanos);
      retry.progress(queue.isWaiting(), delayNanos > 0, nowNanos);
      queuePair.makeReady();
      answeredBytes = 0;
    }
  }

  /** Something is missing: sends again from there, but not for every packet that says so. */
  private void goBack(long nowNanos) {
    boolean again = wentBack && wentBackTo == queue.unacknowledgedPsn();
    if (again && nowNanos - wentBackNanos <= roundTrips.smoothedNanos()) {
      return;
    }
    wentBack = true;
    wentBackTo = queue.unacknowledgedPsn();
    wentBackNanos = nowNanos;
    congestion.lost(nowNanos);
    if (again) {
      requester.rewindWithoutProgress();
    } else {
      requester.rewind();
    }
  }
}
