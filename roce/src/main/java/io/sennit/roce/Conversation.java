// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.CompletionStatus;
import org.jspecify.annotations.Nullable;

/** The transport of a connected queue pair: requester, completer, responder and their clockwork. */
final class Conversation {
  /** Packets of one queue pair before others have their turn. */
  private static final int TURN_PACKETS = 2 * Burst.MOST_PACKETS;

  /** Of all whose peers ask for less by themselves: nothing ever marks it, so it never changes. */
  private static final Pace UNHURRIED = new Pace(Pace.NO_BYTES_PER_SECOND, 1);

  private final RoceQueuePair queuePair;
  private final Connection connection;
  private final SendQueue queue;
  private final RetryTimer retry;
  private final InFlight inFlight;
  private final InFlight.Limits limits;
  private final Scoreboard scoreboard;
  private final CongestionNotices notices;
  private final NoticeBound noticeBound;
  private final Requester requester;
  private final Completer completer;
  private final Responder responder;

  /** Of the data that a peer READs which is not Sennit; one that is asks for less by itself. */
  private final Pace replyPace;

  /** Whether such data waits for its pace. */
  private boolean held;

  Conversation(RoceQueuePair queuePair, Connection connection, int firstPsn) {
    this.queuePair = queuePair;
    this.connection = connection;
    RoceDomain domain = queuePair.domain();
    EngineConfig config = connection.config();
    RoundTrips roundTrips = new RoundTrips();
    limits = new InFlight.Limits(
        config.congestion().control(config, roundTrips),
        roundTrips,
        new DeliveryRate(),
        domain.sendBudget(queuePair.path().remotePort()),
        domain.readBudget(queuePair.path().localPort()));
    queue = new SendQueue(firstPsn);
    boolean selective = connection.can(Features.SELECTIVE_REPAIR);
    retry = new RetryTimer(config, roundTrips, selective);
    scoreboard = new Scoreboard(domain.engine().packetTables(), roundTrips);
    inFlight = new InFlight(queuePair, limits, connection.initiatorDepth());
    Requester.Parts parts = new Requester.Parts(
        queue, inFlight, retry, scoreboard, new PeerCredits(connection.isForeign()), selective);
    notices = new CongestionNotices(queuePair, connection.flow());
    noticeBound = new NoticeBound(config.mostNoticesPerSecond());
    replyPace = connection.isForeign()
        ? new Pace(Pace.NO_BYTES_PER_SECOND, config.mostNoticesPerSecond())
        : UNHURRIED;
    requester = new Requester(queuePair, connection, parts);
    completer = new Completer(queuePair, requester, parts, limits);
    InboundMessage message = new InboundMessage(queuePair, connection);
    responder = new Responder(queuePair, connection, message);
  }

  Connection connection() {
    return connection;
  }

  SendQueue queue() {
    return queue;
  }

  InFlight inFlight() {
    return inFlight;
  }

  void receive(Inbound in, long nowNanos) {
    inFlight.heard();
    if (in.opcode.kind().isRequest()) {
      responder.receive(in);
    } else {
      completer.receive(in, nowNanos);
    }
  }

  void receiveInError(Inbound in) {
    responder.receiveInError(in);
  }

  /**
   * A packet was marked on its way here. The data of a READ is sent as fast as it is asked for, so
   * that it is this side which has to ask for less; a peer that is not Sennit may do its part.
   */
  void metCongestion(Inbound in, long nowNanos) {
    if (in.opcode.kind() == PacketOpcode.Kind.READ_RESPONSE) {
      slowDown(nowNanos);
    }
    notices.met(nowNanos);
  }

  /** Some of what was written has not left. */
  void packetsDiscarded() {
    responder.packetsDiscarded();
  }

  void marked(long nowNanos) {
    queuePair.count(EngineCounters.Kind.NOTICE_RECEIVED);
    slowDown(nowNanos);
    if (connection.isForeign()) {
      replyPace.marked(nowNanos);
    }
  }

  private void slowDown(long nowNanos) {
    if (!noticeBound.admits(nowNanos)) {
      queuePair.count(EngineCounters.Kind.NOTICE_IGNORED);
    } else if (limits.congestion().marked(nowNanos)) {
      noticeBound.take(nowNanos);
    }
  }

  /** Writes what may be sent; false if something could be sent at once had it room, or its turn. */
  boolean transmit(BurstWriter writer, PacketSink sink, boolean ready, long nowNanos) {
    if (!notices.transmit(writer, sink, nowNanos)) {
      return false;
    }
    held = ready && !replyPace.isOpen(nowNanos) && !responder.owesNoReply();
    boolean replied = held || transmitReplies(writer, sink, nowNanos);
    // A peer that reads without end must not hold our own requests up.
    boolean asked = !ready || requester.transmit(writer, sink, TURN_PACKETS, nowNanos);
    // Short as it is, an acknowledgement still fits behind them, not before them, in one send.
    return (held || responder.transmitAnswer(writer, sink)) && replied && asked;
  }

  private boolean transmitReplies(BurstWriter writer, PacketSink sink, long nowNanos) {
    int packetBytes = connection.mtuBytes() + SendEntry.OVERHEAD_BYTES;
    int most = replyPace.isSlow() ? Math.max(1, Pace.TURN_BYTES / packetBytes) : TURN_PACKETS;
    int written = responder.transmitReplies(writer, sink, most);
    replyPace.sent((long) written * packetBytes, nowNanos);
    return responder.owesNoReply();
  }

  long deadlineNanos() {
    long replyNanos = held ? replyPace.freeNanos() : Engine.NO_TIMER;
    return Math.min(replyNanos, Math.min(retry.deadlineNanos(), inFlight.deadlineNanos()));
  }

  void timers(long nowNanos) {
    boolean waited = retry.endNotReady(nowNanos);
    if (waited && queue.isWaiting()) {
      // Nothing may be left to be sent again, after what was heard meanwhile.
      retry.sent(nowNanos);
    }
    boolean resumed = endHold(nowNanos);
    if (inFlight.endPause(nowNanos) || waited || resumed) {
      queuePair.makeReady();
    }
    if (retry.endSilence(nowNanos)) {
      queuePair.doubtPath();
      if (requester.probe()) {
        retry.asked();
      }
    }
    if (retry.isLate(nowNanos)) {
      queuePair.count(EngineCounters.Kind.TIMEOUT);
      queuePair.doubtPath();
      int inARow = retry.fire();
      if (inARow == 0) {
        queuePair.fail(CompletionStatus.RETRY_EXCEEDED);
      } else {
        limits.congestion().timedOut(inARow);
        requester.rewind();
      }
    }
  }

  private boolean endHold(long nowNanos) {
    boolean ended = held && replyPace.isOpen(nowNanos);
    held &= !ended;
    return ended;
  }

  /** Ends the oldest request with a status, if there is one. */
  void endHead(CompletionStatus status) {
    SendEntry head = queue.head();
    if (head != null) {
      end(head, status);
    }
  }

  /** Ends everything: what is posted, what is coming in. */
  void flush() {
    inFlight.clear();
    scoreboard.rest();
    retry.stop();
    responder.flush();
    for (@Nullable SendEntry head = queue.head(); head != null; head = queue.head()) {
      end(head, CompletionStatus.WORK_REQUEST_FLUSHED);
    }
    queue.end();
  }

  private void end(SendEntry entry, CompletionStatus status) {
    queue.remove(entry);
    entry.release();
    queuePair.complete(entry, status);
    queue.giveBack(entry);
  }

  long roundTripNanos() {
    return limits.roundTrips().smoothedNanos();
  }

  long answeredBytes() {
    return limits.rate().allBytes();
  }

  long deliveryRateBytesPerSecond() {
    return limits.rate().bytesPerSecond();
  }
}
