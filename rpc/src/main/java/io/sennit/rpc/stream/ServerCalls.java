// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.LineThrottle;
import io.sennit.rpc.StatusCode;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server's calls: admits each once, or refuses it in a way that proves it was not run. */
final class ServerCalls implements Calls {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCalls.class);
  private static final long LINE_PAUSE_NANOS = 1_000_000_000;

  private final Engine engine;
  private final Session session;
  private final StreamAcceptor acceptor;
  private final SessionControl control;
  private final CallTable table = new CallTable();
  private final CallIds ids = new CallIds();
  private final LineThrottle failureLines = new LineThrottle(LINE_PAUSE_NANOS);
  private int accepted;
  private @Nullable String closedCause;

  ServerCalls(Engine engine, Session session, StreamAcceptor acceptor, SessionControl control) {
    this.engine = engine;
    this.session = session;
    this.acceptor = acceptor;
    this.control = control;
  }

  @Override
  public void onOrdered(MessageView message) {
    long id = message.callId();
    if (!ids.isPlausible(id) && !(id > 0 && ids.hasSeen(id))) {
      throw new ProtocolViolation("call id " + id + " is far from those before");
    }
    CallStream call = table.get(id);
    if (call == null && ids.hasSeen(id)) {
      Stale.dropAll(message, engine);
      return;
    }
    if (call == null) {
      call = create(id);
    }
    if (message.index() == 0 && !ids.hasSeen(id)) {
      ids.see(id);
    }
    call.onOrdered(message);
  }

  private CallStream create(long id) {
    // Those that are refused or early count too; a correct client stays far below.
    if (table.size()
        >= 2L * engine.config().maxOpenCalls() + engine.config().maxReorderMessages()) {
      throw new ProtocolViolation("more than " + table.size() + " calls");
    }
    ServerCall call = new ServerCall(engine, session, this, id);
    table.put(call);
    return call;
  }

  @Override
  public void onUnordered(MessageView message) {
    long id = message.callId();
    while (message.next()) {
      if (message.type() == Wire.CANCEL) {
        onCancel(id, message);
      } else {
        onCredit(id, message);
      }
    }
  }

  private void onCredit(long id, MessageView frame) {
    CallStream call = table.get(id);
    if (call != null) {
      call.onUnorderedFrame(frame);
    } else if (id > 0 && ids.hasSeen(id)) {
      Stale.drop(frame, engine);
    } else {
      throw frame.unexpected();
    }
  }

  private void onCancel(long id, MessageView frame) {
    frame.require(Wire.CANCEL_BYTES);
    if (id <= 0 || (!ids.hasSeen(id) && !ids.isPlausible(id))) {
      throw new ProtocolViolation("CANCEL of call " + id + ", which cannot be");
    }
    boolean neverSeen = !ids.hasSeen(id);
    if (neverSeen) {
      if (!engine.cord().consume(frame.longAt(0))) {
        throw new ProtocolViolation(
            "CANCEL of call " + id + " names a message that was no REQUEST");
      }
      ids.see(id);
    }
    if (table.get(id) instanceof ServerCall call) {
      call.onPeerCancel();
    }
    control.cancelled(id, neverSeen);
  }

  /** The REQUEST is whole. */
  void admit(ServerCall call, IncomingCall incoming) {
    if (closedCause != null) {
      call.refuse(StatusCode.UNAVAILABLE, closedCause);
    } else if (accepted >= engine.config().maxOpenCalls()) {
      engine.counters().add(Count.LIMIT_HITS, 1);
      call.refuse(StatusCode.UNAVAILABLE, "the server has " + accepted + " calls open");
    } else if (incoming.timeoutNanos() <= 0) {
      call.refuse(StatusCode.DEADLINE_EXCEEDED, "the deadline had passed when the call came");
    } else {
      accepted++;
      engine.counters().add(Count.CALLS_STARTED, 1);
      engine.counters().add(Count.CALLS_OPEN, 1);
      call.accept(acceptor, incoming);
    }
  }

  /** What this side's handler may never hear, and its people should. */
  void logFailure(long id, StatusCode code, String description) {
    long heldBack = failureLines.ask(engine.nowNanos());
    if (heldBack != LineThrottle.HELD_BACK) {
      LOG.warn(
          "call {} ends {} on this side: {}; {} such lines were held back",
          id,
          code,
          description,
          heldBack);
    }
  }

  void onRemoved(ServerCall call) {
    if (table.get(call.callId()) != call) {
      return;
    }
    table.remove(call.callId());
    engine.counters().add(Count.CALLS_ENDED, 1);
    if (call.isAccepted()) {
      accepted--;
      engine.counters().add(Count.CALLS_OPEN, -1);
    }
  }

  @Override
  public void forEach(Consumer<CallStream> visitor) {
    table.forEach(visitor);
  }

  @Override
  public int openCount() {
    return table.size();
  }

  @Override
  public Optional<Long> openedForGoaway() {
    return Optional.of(0L);
  }

  @Override
  public void checkOpened(long peerOpened) {
    if (ids.count() > peerOpened) {
      throw new ProtocolViolation("the client opened more calls than it said: " + peerOpened);
    }
  }

  @Override
  public boolean hasSeenAll(long peerOpened) {
    checkOpened(peerOpened);
    return ids.count() == peerOpened;
  }

  @Override
  public void refuseNew(String cause) {
    if (closedCause == null) {
      closedCause = cause;
    }
  }

  @Override
  public void onPeerShutdown(String cause) {
    // It opens no more, and what it has opened may still come: strands reorder.
  }

  @Override
  public void onSessionEnded(String cause) {
    refuseNew(cause);
    table.forEach(call -> call.onSessionEnded(cause));
  }
}
