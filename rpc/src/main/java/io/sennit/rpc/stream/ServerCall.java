// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;

/** The server's side of a call; exists as soon as any of its messages has come. */
final class ServerCall extends CallStream {
  private final ServerCalls calls;
  private boolean accepted;
  private volatile boolean declined;
  private boolean requestSeen;
  private long timeoutNanos;

  ServerCall(Engine engine, Session session, ServerCalls calls, long id) {
    super(engine, session, StreamListener.NOBODY);
    this.calls = calls;
    callId(id);
  }

  @Override
  public void sendHeaders(Metadata metadata) {
    post(BlockItem.headers(outbound(), metadata), false);
  }

  @Override
  public void halfClose() {
    throw new IllegalStateException("a server ends a call with a status");
  }

  @Override
  public void end(StatusCode code, String description, Metadata trailers) {
    post(status(code, description, trailers), true);
  }

  @Override
  public void decline(StatusCode code, String description) {
    declined = true;
    post(status(code, description, Metadata.EMPTY).notExecuted(), true);
  }

  boolean isAccepted() {
    return accepted;
  }

  @Override
  void onItems() {
    outbound().askForTurn();
  }

  @Override
  long idForSending() {
    return callId();
  }

  @Override
  void onFirstSent(long sequence) {}

  @Override
  void onSent() {
    if (outbound().hasSentStatus()) {
      if (declined) {
        engine().counters().add(Count.CALLS_REFUSED, 1);
      }
      finish(new StreamEnd(StatusCode.OK, "", Metadata.EMPTY, executed(), false));
      remove();
    }
  }

  @Override
  boolean isPeerDone() {
    return inbound().isHalfClosed();
  }

  @Override
  void onInboundAdvanced() {}

  // Frames.

  @Override
  void beforeMessage(MessageView frame) {
    if (!accepted) {
      throw frame.unexpected();
    }
  }

  @Override
  void onOwnFrame(MessageView frame) {
    switch (frame.type()) {
      case Wire.REQUEST -> onRequest(frame);
      case Wire.GRANT -> onGrant(frame);
      case Wire.HALF_CLOSE -> {
        beforeMessage(frame);
        inbound().onHalfClose(frame);
      }
      default -> throw frame.unexpected();
    }
  }

  private void onRequest(MessageView frame) {
    frame.onlyFlag(0);
    timeoutNanos = frame.longAt(0);
    long windowBytes = Integer.toUnsignedLong(frame.intAt(8));
    long windowMessages = Integer.toUnsignedLong(frame.intAt(12));
    int textBytes = frame.intAt(16);
    int blockBytes = frame.intAt(20);
    if (requestSeen || textBytes <= 0 || textBytes > Wire.MAX_METHOD_BYTES) {
      throw frame.unexpected();
    }
    requestSeen = true;
    if (!holdHeap(HEAP_BYTES)) {
      return;
    }
    outbound().onCredit(windowBytes, windowMessages);
    int metadataBytes = blockBytes - textBytes;
    if (metadataBytes > engine().config().maxMetadataBytes()) {
      engine().counters().add(Count.LIMIT_HITS, 1);
      refuse(
          StatusCode.RESOURCE_EXHAUSTED,
          "metadata of " + metadataBytes + " bytes exceeds the limit of "
              + engine().config().maxMetadataBytes());
      return;
    }
    BlockAssembly request = new BlockAssembly(Wire.REQUEST, textBytes, blockBytes);
    beginBlock(frame, request, Wire.REQUEST_FIXED_BYTES);
  }

  @Override
  void onBlockComplete(BlockAssembly assembly) {
    calls.admit(this, new IncomingCall(assembly.text(), assembly.metadata(), timeoutNanos));
  }

  /** Runs the call. */
  void accept(StreamAcceptor acceptor, IncomingCall call) {
    accepted = true;
    deadlineIn(engine().nowNanos(), call.timeoutNanos());
    armDeadline();
    mailbox().start();
    try {
      listener(acceptor.accept(this, call));
    } catch (RuntimeException | Error e) {
      onListenerFailure(e);
    }
  }

  // Ends.

  /** Answers without a handler. */
  void refuse(StatusCode code, String description) {
    engine().counters().add(Count.CALLS_REFUSED, 1);
    endWith(status(code, description, Metadata.EMPTY).notExecuted());
    finish(StreamEnd.local(code, description, Executed.NO));
  }

  @Override
  void failHere(StatusCode code, String description) {
    if (isEnded()) {
      return;
    }
    calls.logFailure(callId(), code, description);
    endWith(status(code, description, Metadata.EMPTY));
    finish(StreamEnd.local(code, description, executed()));
  }

  @Override
  void refuseHere(StatusCode code, String description) {
    if (isEnded()) {
      return;
    }
    if (accepted) {
      failHere(code, description);
    } else {
      refuse(code, description);
    }
  }

  private BlockItem status(StatusCode code, String description, Metadata trailers) {
    return BlockItem.status(outbound(), code, description, trailers);
  }

  private void endWith(BlockItem status) {
    if (!outbound().hasSentStatus()) {
      outbound().replaceWith(status);
    }
  }

  @Override
  void cancelHere(StatusCode code, String description) {
    cancelFor(Wire.CANCEL_BARE, code, description);
  }

  /**
   * Says why where the two clocks would have to agree else: a timer may be first on either side.
   */
  @Override
  void onDeadline() {
    cancelFor(
        StatusCode.DEADLINE_EXCEEDED.number(), StatusCode.DEADLINE_EXCEEDED, "the deadline passed");
  }

  private void cancelFor(long told, StatusCode code, String description) {
    if (!isEnded()) {
      control().cancelDue(told);
      finish(StreamEnd.local(code, description, executed()));
      remove();
    }
  }

  /** The client cancelled; the confirmation is the caller's business. */
  void onPeerCancel() {
    finish(new StreamEnd(
        StatusCode.CANCELLED, "the client cancelled the call", Metadata.EMPTY, executed(), true));
    remove();
  }

  @Override
  void onSessionEnded(String cause) {
    finish(StreamEnd.local(StatusCode.UNAVAILABLE, cause, executed()));
    goOnEnding();
    remove();
  }

  private Executed executed() {
    return accepted && !declined ? Executed.YES : Executed.NO;
  }

  private void remove() {
    outbound().dispose();
    calls.onRemoved(this);
  }
}
