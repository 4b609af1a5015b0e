// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.roce.Engine;
import io.sennit.roce.wire.IpAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection, from the first message to the last: asked for by this side
 * ({@link CmEndpoint#connect}) or by a peer ({@link CmAcceptor#requested}). A message that waits
 * for an answer is repeated a bounded number of times.
 *
 * <p>Confined to the engine's thread. It does not own a queue pair.
 */
public final class CmConnection {
  /** Where it stands. */
  public enum State {
    /** This side has asked. */
    REQUESTING,
    /** A peer has asked, the application has not answered yet. */
    REQUESTED,
    /** The application has accepted, the peer has not confirmed yet. */
    REPLIED,
    /** Both queue pairs are ready. */
    ESTABLISHED,
    /** This side has asked for the end. */
    DISCONNECTING,
    /** It is over, and the peer may still ask about it. */
    TIMEWAIT,
    /** Nothing remembers it. */
    GONE
  }

  private final CmService service;
  private final IpAddress peer;
  private final int localId;
  private final Repetition repetition;
  private @Nullable ConnectRequest request;
  private @Nullable CmQueuePair queuePair;
  private @Nullable CmHandler handler;
  private CmMessage pending;
  private CmHeader received;
  private State state;
  private int localQueuePair;
  private int remoteQueuePair;
  private long transaction;
  private PrivateData privateData = PrivateData.NONE;
  private boolean ended;

  /** Whether the peer is where its address says: this side has asked it, or it shows our id. */
  private boolean proven;

  private CmConnection(CmService service, IpAddress peer, ConnectRequest request, int localId) {
    this.service = service;
    this.peer = peer;
    this.localId = localId;
    this.request = request;
    repetition = new Repetition(service.config());
    pending = request;
    received = new CmHeader(0, 0, 0);
    transaction = request.header().transaction();
    state = State.REQUESTING;
  }

  /** This side asks. */
  static CmConnection requesting(
      CmService service,
      IpAddress peer,
      ConnectRequest request,
      CmQueuePair queuePair,
      CmHandler handler) {
    CmConnection made =
        new CmConnection(service, peer, request, request.header().localId());
    made.queuePair = queuePair;
    made.handler = handler;
    made.proven = true;
    made.localQueuePair = request.terms().queuePair();
    made.sendPending(service.nowNanos());
    return made;
  }

  /** A peer asks. */
  static CmConnection requested(
      CmService service, IpAddress peer, ConnectRequest request, int localId, long nowNanos) {
    CmConnection made = new CmConnection(service, peer, request, localId);
    made.state = State.REQUESTED;
    made.received = request.header();
    made.remoteQueuePair = request.terms().queuePair();
    made.privateData = request.privateData();
    made.await(nowNanos, service.config().decisionNanos());
    return made;
  }

  public State state() {
    return state;
  }

  /** The peer's address. */
  public IpAddress peer() {
    return peer;
  }

  /** The peer's private data: of its request, or of its reply once established. */
  public PrivateData privateData() {
    return privateData;
  }

  /** The path MTU that the requester wants. */
  public int mtuBytes() {
    return asked().path().mtuBytes();
  }

  private ConnectRequest asked() {
    ConnectRequest known = request;
    if (known == null) {
      throw new IllegalStateException("the request of a connection that has ended");
    }
    return known;
  }

  int localId() {
    return localId;
  }

  int remoteId() {
    return received.localId();
  }

  boolean isFrom(IpAddress address) {
    return peer.equals(address);
  }

  boolean isHalfOpen() {
    return state == State.REQUESTED || state == State.REPLIED;
  }

  long deadlineNanos() {
    return state == State.ESTABLISHED || state == State.GONE
        ? Engine.NO_TIMER
        : repetition.deadlineNanos();
  }

  /**
   * Accepts the peer's request.
   *
   * @param own a queue pair of the path's MTU, which is connected by this
   * @param replyData at most {@value PrivateData#REPLY_BYTES} bytes
   * @param newHandler who has the connection from now on
   * @throws IllegalStateException if the peer's request does not wait for an answer, for instance
   *     since it took too long
   */
  public void accept(CmQueuePair own, PrivateData replyData, CmHandler newHandler) {
    expect(State.REQUESTED);
    replyData.checked(PrivateData.REPLY_BYTES);
    QueuePairTerms terms = own.terms();
    queuePair = own;
    handler = newHandler;
    localQueuePair = terms.queuePair();
    if (connect(RemoteEnd.ofRequester(asked(), terms))) {
      state = State.REPLIED;
      pending = new ConnectReply(answering(), service.adapterId(), terms, replyData);
      sendPending(service.nowNanos());
    }
  }

  private void expect(State expected) {
    if (state != expected) {
      throw new IllegalStateException("the connection is " + state + ", not " + expected);
    }
  }

  /** Whether the own queue pair takes the peer's; else the peer is told and the connection ends. */
  private boolean connect(RemoteEnd remote) {
    try {
      if (queuePair != null) {
        queuePair.connect(remote);
      }
      return true;
    } catch (IllegalArgumentException | IllegalStateException e) {
      sendReject(RejectReason.CONSUMER, PrivateData.NONE);
      end(CmEnd.of(CmEnd.Kind.UNUSABLE, "no queue pair: " + e.getMessage()));
      service.forget(this);
      return false;
    }
  }

  private CmHeader answering() {
    return new CmHeader(transaction, localId, remoteId());
  }

  /**
   * Refuses the peer's request.
   *
   * @param rejectData at most {@value PrivateData#REJECT_BYTES} bytes for the peer's application
   */
  public void reject(PrivateData rejectData) {
    expect(State.REQUESTED);
    sendReject(RejectReason.CONSUMER, rejectData.checked(PrivateData.REJECT_BYTES));
    end(CmEnd.of(CmEnd.Kind.CLOSED, "this side rejected it"));
    service.forget(this);
  }

  private void sendReject(RejectReason reason, PrivateData data) {
    Subject subject = switch (state) {
      case REQUESTED -> Subject.REQUEST;
      case REQUESTING -> remoteId() == 0 ? Subject.OTHER : Subject.REPLY;
      default -> Subject.OTHER;
    };
    PrivateData additional =
        reason == RejectReason.TIMEOUT ? service.adapterName() : PrivateData.NONE;
    service.send(peer, new ConnectReject(answering(), subject, reason.code(), additional, data));
  }

  /**
   * Ends the connection, or gives up asking for it; {@link CmHandler#ended} follows, at the latest
   * when the peer has not answered for too long. Without effect if it is over.
   */
  public void disconnect() {
    switch (state) {
      case REQUESTED -> reject(PrivateData.NONE);
      case REQUESTING -> {
        sendReject(RejectReason.CONSUMER, PrivateData.NONE);
        end(CmEnd.of(CmEnd.Kind.CLOSED, "this side gave up"));
        service.forget(this);
      }
      case REPLIED, ESTABLISHED -> {
        transaction = service.nextTransaction();
        pending = new DisconnectRequest(answering(), remoteQueuePair);
        moveTo(State.DISCONNECTING);
        sendPending(service.nowNanos());
      }
      default -> {}
    }
  }

  private void moveTo(State next) {
    service.changed(this, isHalfOpen(), next == State.REQUESTED || next == State.REPLIED);
    state = next;
  }

  private void sendPending(long nowNanos) {
    repetition.begin(nowNanos, proven);
    service.schedule(repetition.deadlineNanos());
    service.send(peer, pending);
  }

  private void await(long nowNanos, long nanos) {
    repetition.waitOnce(nowNanos, nanos);
    service.schedule(repetition.deadlineNanos());
  }

  /** Something is due. */
  void timers(long nowNanos) {
    if (deadlineNanos() == Engine.NO_TIMER || repetition.deadlineNanos() - nowNanos > 0) {
      return;
    }
    switch (state) {
      case REQUESTING, REPLIED, DISCONNECTING -> {
        if (repetition.next(nowNanos)) {
          service.resend(peer, pending);
        } else {
          giveUp(nowNanos);
        }
      }
      case REQUESTED -> giveUp(nowNanos);
      default -> service.forget(this);
    }
  }

  private void giveUp(long nowNanos) {
    if (state == State.DISCONNECTING) {
      over(
          CmEnd.of(CmEnd.Kind.CLOSED, "this side disconnected, the peer does not answer"),
          nowNanos);
      return;
    }
    if (proven || state == State.REQUESTED) {
      sendReject(RejectReason.TIMEOUT, PrivateData.NONE);
    }
    String who = state == State.REQUESTED ? "the application" : "the peer";
    end(CmEnd.of(CmEnd.Kind.TIMED_OUT, who + " did not answer in time"));
    service.forget(this);
  }

  private void end(CmEnd how) {
    if (!ended) {
      ended = true;
      tell(told -> told.ended(this, how));
    }
  }

  /** It ends, but is remembered for a while. */
  private void over(CmEnd how, long nowNanos) {
    moveTo(State.TIMEWAIT);
    await(nowNanos, service.config().timewaitNanos());
    service.waits(this);
    end(how);
  }

  /** Nothing remembers it any more; the application is told if it was not. */
  void gone() {
    end(CmEnd.of(CmEnd.Kind.CLOSED, "this side closed"));
    moveTo(State.GONE);
    request = null;
  }

  /** Takes a message of the peer that shows the right ids; false if it does not fit. */
  boolean receive(CmMessage message, long nowNanos) {
    return switch (message) {
      case ConnectRequest again -> repeated(again);
      case ConnectReply reply -> replied(reply);
      case ReadyToUse ready -> ready(ready);
      case ConnectReject reject -> rejected(reject, nowNanos);
      case MessageReceipt receipt -> patience(receipt, nowNanos);
      case DisconnectRequest disconnect -> disconnected(disconnect, nowNanos);
      case DisconnectReply reply -> confirmed(reply, nowNanos);
    };
  }

  private boolean repeated(ConnectRequest again) {
    if (again.header().transaction() != received.transaction()) {
      return false;
    }
    if (state == State.REPLIED) {
      service.resend(peer, pending);
    } else if (state == State.TIMEWAIT) {
      sendReject(RejectReason.STALE_CONNECTION, PrivateData.NONE);
    }
    return true;
  }

  private boolean replied(ConnectReply reply) {
    if (reply.header().transaction() != asked().header().transaction()) {
      return false;
    }
    if (state == State.ESTABLISHED && reply.header().localId() == remoteId()) {
      service.resend(peer, new ReadyToUse(answering()));
      return true;
    }
    if (state != State.REQUESTING) {
      return false;
    }
    received = reply.header();
    remoteQueuePair = reply.terms().queuePair();
    privateData = reply.privateData();
    if (connect(RemoteEnd.ofReplier(reply, asked()))) {
      moveTo(State.ESTABLISHED);
      service.send(peer, new ReadyToUse(answering()));
      establish();
    }
    return true;
  }

  private void establish() {
    tell(told -> told.established(this));
  }

  private void tell(Consumer<CmHandler> what) {
    if (handler != null) {
      try {
        what.accept(handler);
      } catch (RuntimeException e) {
        service.failed(this, e);
      }
    }
  }

  /** The application has failed: the peer is told that it does not want the connection. */
  void abandon() {
    if (isHalfOpen() && !ended) {
      sendReject(RejectReason.CONSUMER, PrivateData.NONE);
      end(CmEnd.of(CmEnd.Kind.CLOSED, "the application of this side failed"));
      service.forget(this);
    } else if (state == State.ESTABLISHED) {
      disconnect();
    }
  }

  private boolean ready(ReadyToUse ready) {
    if (state != State.REPLIED || ready.header().localId() != remoteId()) {
      return false;
    }
    proven = true;
    moveTo(State.ESTABLISHED);
    establish();
    return true;
  }

  private boolean rejected(ConnectReject reject, long nowNanos) {
    CmHeader header = reject.header();
    boolean knowsNoId = state == State.REQUESTING || header.remoteId() == 0;
    boolean mine = knowsNoId
        ? header.transaction() == asked().header().transaction()
        : header.localId() == remoteId();
    if (!mine) {
      return false;
    }
    switch (state) {
      case REQUESTING, REQUESTED, REPLIED -> {
        end(CmEnd.rejected(reject));
        service.forget(this);
      }
      case ESTABLISHED, DISCONNECTING -> over(CmEnd.rejected(reject), nowNanos);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean patience(MessageReceipt receipt, long nowNanos) {
    boolean mine = switch (state) {
      case REQUESTING -> receipt.header().transaction() == transaction;
      case REPLIED -> receipt.header().localId() == remoteId();
      default -> false;
    };
    if (mine) {
      repetition.extend(nowNanos, CmTiming.nanos(receipt.serviceTimeout()));
    }
    return mine;
  }

  private boolean disconnected(DisconnectRequest disconnect, long nowNanos) {
    if (disconnect.header().localId() != remoteId()
        || disconnect.remoteQueuePair() != localQueuePair
        || state == State.REQUESTED
        || state == State.REQUESTING) {
      return false;
    }
    service.send(peer, new DisconnectReply(disconnect.header().answered(localId)));
    if (state != State.TIMEWAIT) {
      over(CmEnd.of(CmEnd.Kind.DISCONNECTED, "the peer disconnected"), nowNanos);
    }
    return true;
  }

  private boolean confirmed(DisconnectReply reply, long nowNanos) {
    if (state != State.DISCONNECTING || reply.header().localId() != remoteId()) {
      return false;
    }
    over(CmEnd.of(CmEnd.Kind.CLOSED, "this side disconnected"), nowNanos);
    return true;
  }
}
