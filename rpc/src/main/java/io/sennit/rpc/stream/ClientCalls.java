// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.StatusCode;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's calls: those that wait to be opened, those open, those cancelled and not confirmed.
 */
final class ClientCalls implements Calls {
  private final Engine engine;
  private final AnswerSizes answers;
  private final CallTable table = new CallTable();
  private final ArrayDeque<ClientCall> pending = new ArrayDeque<>();
  private final Map<Long, Outbound.FirstMessage> unconfirmed = new HashMap<>();
  private long lastId;
  private final ArrayDeque<ClientCall> starting = new ArrayDeque<>();
  private @Nullable String closedCause;

  ClientCalls(Engine engine) {
    this.engine = engine;
    answers = new AnswerSizes(engine.config().eagerBytes());
  }

  /** What the answers of each method are like. */
  AnswerSizes answers() {
    return answers;
  }

  /** A new call: opens it, lets it wait, or ends it. */
  void submit(ClientCall call) {
    if (closedCause != null) {
      call.refuse(StatusCode.UNAVAILABLE, closedCause);
    } else if (call.isPastDeadline()) {
      call.refuse(StatusCode.DEADLINE_EXCEEDED, "the deadline passed before the call was sent");
    } else if (pending.isEmpty() && hasRoom()) {
      call.armDeadline();
      start(call);
    } else if (pending.size() >= engine.config().maxPendingCalls()) {
      engine.counters().add(Count.LIMIT_HITS, 1);
      call.refuse(
          StatusCode.RESOURCE_EXHAUSTED,
          pending.size() + " calls wait already for one of " + engine.peer().maxOpenCalls()
              + " that the server allows");
    } else {
      call.armDeadline();
      call.markPending();
      pending.add(call);
    }
  }

  /** The peer's settings came. */
  void onSettings() {
    startPending();
  }

  private boolean hasRoom() {
    return openCount() < engine.peer().maxOpenCalls();
  }

  private void start(ClientCall call) {
    starting.add(call);
    call.start();
  }

  private void startPending() {
    while (!pending.isEmpty() && hasRoom()) {
      ClientCall next = pending.removeFirst();
      if (!next.isEnded()) {
        start(next);
      }
    }
  }

  /** Gives a call its id: in the order of the sequences of the REQUESTs. */
  void number(ClientCall call) {
    call.callId(++lastId);
    table.put(call);
  }

  void onSent(ClientCall call) {
    starting.remove(call);
    engine.counters().add(Count.CALLS_STARTED, 1);
    engine.counters().add(Count.CALLS_OPEN, 1);
  }

  /** A CANCEL is on its way: what the REQUEST's message told must stay until it is confirmed. */
  void awaitConfirmation(ClientCall call) {
    unconfirmed.put(call.callId(), call.outbound().firstMessage());
  }

  void onEnded(ClientCall call) {
    engine.counters().add(Count.CALLS_ENDED, 1);
    if (call.isSent()) {
      engine.counters().add(Count.CALLS_OPEN, -1);
      table.remove(call.callId());
    } else if (call.isStarted()) {
      starting.remove(call);
    } else if (call.isPending()) {
      pending.remove(call);
    }
    startPending();
  }

  /** The server confirmed a CANCEL. */
  void onCancelled(long id, boolean neverSeen) {
    Outbound.FirstMessage first = unconfirmed.remove(id);
    if (first == null) {
      throw new ProtocolViolation("CANCELLED for call " + id + ", which was not cancelled");
    }
    if (neverSeen) {
      first.takeBack(engine.sessionWindow());
      engine.onSessionRefund();
    }
    startPending();
  }

  @Override
  public void onOrdered(MessageView message) {
    CallStream call = find(message);
    if (call == null) {
      Stale.dropAll(message, engine);
    } else {
      call.onOrdered(message);
    }
  }

  @Override
  public void onUnordered(MessageView message) {
    CallStream call = find(message);
    if (call == null) {
      Stale.dropAll(message, engine);
    } else {
      while (message.next()) {
        call.onUnorderedFrame(message);
      }
    }
  }

  private @Nullable CallStream find(MessageView message) {
    if (message.callId() <= 0 || message.callId() > lastId) {
      throw new ProtocolViolation("call " + message.callId() + " was never opened");
    }
    return table.get(message.callId());
  }

  @Override
  public void forEach(Consumer<CallStream> visitor) {
    table.forEach(visitor);
  }

  @Override
  public int openCount() {
    return table.size() + starting.size() + unconfirmed.size();
  }

  @Override
  public Optional<Long> openedForGoaway() {
    return pending.isEmpty() && starting.isEmpty() ? Optional.of(lastId) : Optional.empty();
  }

  @Override
  public void checkOpened(long peerOpened) {
    if (peerOpened != 0) {
      throw new ProtocolViolation("a server that opened calls: " + peerOpened);
    }
  }

  @Override
  public boolean hasSeenAll(long peerOpened) {
    return true; // A server opens no calls.
  }

  @Override
  public void refuseNew(String cause) {
    if (closedCause == null) {
      closedCause = cause;
    }
  }

  @Override
  public void onPeerShutdown(String cause) {
    refuseAll(cause);
  }

  private void refuseAll(String cause) {
    refuseNew(cause);
    while (!pending.isEmpty()) {
      ClientCall first = pending.getFirst();
      first.refuse(StatusCode.UNAVAILABLE, cause);
      first.goOnEnding();
      pending.remove(first);
    }
  }

  @Override
  public void onSessionEnded(String cause) {
    refuseAll(cause);
    List.copyOf(starting).forEach(call -> call.onSessionEnded(cause));
    table.forEach(call -> call.onSessionEnded(cause));
    unconfirmed.clear();
  }
}
