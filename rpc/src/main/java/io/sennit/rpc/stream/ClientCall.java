// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import org.jspecify.annotations.Nullable;

/** The caller's side of a call. */
final class ClientCall extends CallStream {
  private final ClientCalls calls;
  private final String method;
  private State state = State.NEW;
  private long requestSequence;
  private boolean answered;
  private StatusCode statusCode = StatusCode.OK;
  private Executed statusExecuted = Executed.YES;
  private @Nullable StreamEnd status;

  /** How far the REQUEST has come. */
  private enum State {
    NEW,
    /** Waits for the peer's limit of open calls. */
    PENDING,
    /** Counts as open; the REQUEST waits for the braid. */
    STARTED,
    SENT
  }

  ClientCall(
      Engine engine, Session session, ClientCalls calls, String method, StreamListener listener) {
    super(engine, session, listener);
    this.calls = calls;
    this.method = method;
  }

  @Override
  public void sendHeaders(Metadata metadata) {
    throw new IllegalStateException("a client's metadata goes with OpenCall");
  }

  @Override
  public void halfClose() {
    post(new HalfCloseItem(outbound()), true);
  }

  @Override
  public void end(StatusCode code, String description, Metadata trailers) {
    throw new IllegalStateException("a client cancels, only a server ends");
  }

  @Override
  public void decline(StatusCode code, String description) {
    throw new IllegalStateException("a client cancels, only a server declines");
  }

  /** Leaves the REQUEST for the engine. */
  void open(OpenCall call) {
    call.responseTarget().ifPresent(inbound()::target);
    post(BlockItem.request(outbound(), call), false);
  }

  // What the table of calls does with it.

  void markPending() {
    state = State.PENDING;
  }

  boolean isPending() {
    return state == State.PENDING;
  }

  /** The call counts as open from now on. */
  void start() {
    state = State.STARTED;
    outbound().onCredit(engine().peer().windowBytes(), engine().peer().windowMessages());
    tellReady(mailbox().start());
  }

  boolean isStarted() {
    return state == State.STARTED || state == State.SENT;
  }

  boolean isSent() {
    return state == State.SENT;
  }

  /** The call will not be sent. */
  void refuse(StatusCode code, String description) {
    close(StreamEnd.local(code, description, Executed.NO));
  }

  @Override
  void onItems() {
    if (state == State.NEW) {
      if (holdHeap(HEAP_BYTES)) {
        calls.submit(this);
      }
    } else if (state != State.PENDING) {
      outbound().askForTurn();
    }
  }

  @Override
  long idForSending() {
    if (!isSent()) {
      calls.number(this);
    }
    return callId();
  }

  @Override
  void onFirstSent(long sequence) {
    state = State.SENT;
    requestSequence = sequence;
    calls.onSent(this);
  }

  @Override
  void onSent() {}

  /** Lets the server write a long answer where it must land, or where it probably fits. */
  @Override
  void onRequestWritten(MessageBuilder message) {
    if (message.room() >= RemoteSpan.ENCODED_BYTES) {
      inbound().grantFirst(calls.answers().lastBytes(method)).ifPresent(grant -> {
        message
            .frame(Wire.GRANT, Wire.FLAG_FOR_FIRST, RemoteSpan.ENCODED_BYTES)
            .putSpan(grant.span());
        outbound().announced(grant);
      });
    }
  }

  @Override
  void onFirstMessage(long bytes) {
    calls.answers().learn(method, bytes);
  }

  @Override
  boolean isPeerDone() {
    return status != null;
  }

  @Override
  void beforeMessage(MessageView frame) {
    if (status != null) {
      throw frame.unexpected();
    }
    answered = true;
  }

  // Frames.

  @Override
  void onOwnFrame(MessageView frame) {
    if (status != null) {
      throw frame.unexpected();
    }
    switch (frame.type()) {
      case Wire.HEADERS -> onHeaders(frame);
      case Wire.STATUS -> onStatus(frame);
      default -> throw frame.unexpected();
    }
  }

  @Override
  void onOwnUnorderedFrame(MessageView frame) {
    if (frame.type() != Wire.CANCEL) {
      throw frame.unexpected();
    }
    onPeerCancel(frame);
  }

  private void onHeaders(MessageView frame) {
    frame.onlyFlag(0);
    int blockBytes = frame.intAt(0);
    if (answered) {
      throw frame.unexpected();
    }
    answered = true;
    if (metadataFits(blockBytes)) {
      BlockAssembly headers = new BlockAssembly(Wire.HEADERS, 0, blockBytes);
      beginBlock(frame, headers, Wire.HEADERS_FIXED_BYTES);
    }
  }

  private void onStatus(MessageView frame) {
    boolean notExecuted = frame.onlyFlag(Wire.FLAG_NOT_EXECUTED);
    int number = frame.intAt(0);
    int textBytes = frame.intAt(4);
    int blockBytes = frame.intAt(8);
    if (!metadataFits(blockBytes - Math.min(textBytes, Wire.MAX_DESCRIPTION_BYTES))) {
      return;
    }
    // A later version may know more codes; gRPC maps unknown ones to UNKNOWN.
    statusCode = StatusCode.of(number).orElse(StatusCode.UNKNOWN);
    statusExecuted = notExecuted ? Executed.NO : Executed.YES;
    BlockAssembly end = new BlockAssembly(Wire.STATUS, textBytes, blockBytes);
    beginBlock(frame, end, Wire.STATUS_FIXED_BYTES);
  }

  private boolean metadataFits(int bytes) {
    int limit = engine().config().maxMetadataBytes();
    if (bytes >= 0 && bytes <= limit) {
      return true;
    }
    engine().counters().add(Count.LIMIT_HITS, 1);
    failHere(
        StatusCode.RESOURCE_EXHAUSTED,
        "metadata of " + bytes + " bytes exceeds the limit of " + limit);
    return false;
  }

  @Override
  void onBlockComplete(BlockAssembly assembly) {
    if (assembly.type() == Wire.STATUS) {
      status =
          new StreamEnd(statusCode, assembly.text(), assembly.metadata(), statusExecuted, false);
      outbound().dispose();
      return;
    }
    try {
      listener().onHeaders(assembly.metadata());
    } catch (ProtocolViolation e) {
      throw e;
    } catch (RuntimeException | Error e) {
      onListenerFailure(e);
    }
  }

  private void onPeerCancel(MessageView frame) {
    frame.require(Wire.CANCEL_BYTES);
    boolean late = frame.longAt(0) == StatusCode.DEADLINE_EXCEEDED.number() || isPastDeadline();
    close(new StreamEnd(
        late ? StatusCode.DEADLINE_EXCEEDED : StatusCode.CANCELLED,
        late ? "the deadline passed" : "the server cancelled the call",
        Metadata.EMPTY,
        Executed.YES,
        !late));
  }

  @Override
  void onInboundAdvanced() {
    StreamEnd end = status;
    if (end != null && inbound().isDrained()) {
      close(end);
    }
  }

  // Ends.

  @Override
  void cancelHere(StatusCode code, String description) {
    boolean peerMustKnow = isSent() && status == null;
    if (peerMustKnow) {
      calls.awaitConfirmation(this);
      control().cancelDue(requestSequence);
    }
    close(StreamEnd.local(code, description, executed()));
  }

  @Override
  void failHere(StatusCode code, String description) {
    cancelHere(code, description);
  }

  @Override
  void refuseHere(StatusCode code, String description) {
    cancelHere(code, description);
  }

  @Override
  void onDeadline() {
    cancelHere(StatusCode.DEADLINE_EXCEEDED, "the deadline passed");
  }

  @Override
  void onSessionEnded(String cause) {
    closeForSession(StreamEnd.local(StatusCode.UNAVAILABLE, cause, executed()));
  }

  private Executed executed() {
    if (status != null) {
      return status.executed();
    }
    if (!isSent()) {
      return Executed.NO;
    }
    return answered ? Executed.YES : Executed.MAYBE;
  }

  private void close(StreamEnd end) {
    if (!isEnded()) {
      outbound().dispose();
      finish(end);
      calls.onEnded(this);
    }
  }

  private void closeForSession(StreamEnd end) {
    outbound().dispose();
    finish(end);
    goOnEnding();
    calls.onEnded(this);
  }
}
