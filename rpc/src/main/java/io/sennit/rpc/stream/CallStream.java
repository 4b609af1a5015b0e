// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One side of one call. What {@link RpcStream} declares is safe from any thread and only leaves
 * something in the mailbox; everything else is confined to the engine's thread.
 */
abstract sealed class CallStream extends DeadlineHeap.Entry implements RpcStream
    permits ClientCall, ServerCall {
  private static final Logger LOG = LoggerFactory.getLogger(CallStream.class);

  /** Heap of a call's state on one side, as `SmallCallTest` measures both, and of who hears it. */
  static final int HEAP_BYTES = 2048;

  /** For how long a listener that has no memory is told of the end again, as timers run again. */
  private static final long TELL_NANOS = 10_000_000_000L;

  /** Whether the stream is in the {@link DirtyStack}, and what is below it there. */
  final AtomicBoolean dirty = new AtomicBoolean();

  @Nullable
  CallStream dirtyNext;

  private final Engine engine;
  private final Session session;
  private final Mailbox mailbox;
  private final Outbound outbound;
  private final Inbound inbound;
  private final InOrder inOrder;
  private final StreamControl control;
  private final Blocks blocks = new Blocks(this);
  private final CallHeap heap;
  private StreamListener listener;
  private long callId;
  private boolean ended;
  private @Nullable StreamEnd untold;
  private boolean memoryAsked;
  private long untoldNanos;

  CallStream(Engine engine, Session session, StreamListener listener) {
    this.engine = engine;
    this.session = session;
    this.listener = listener;
    mailbox = new Mailbox(engine.config(), engine.queueShare());
    outbound = new Outbound(engine, this);
    inbound = new Inbound(engine, this);
    inOrder = new InOrder(engine.reorder());
    control = new StreamControl(engine, this);
    heap = new CallHeap(engine.heap());
  }

  // RpcStream: any thread.

  @Override
  public final void sendMessage(Body message) {
    post(MessageItem.of(outbound, message), false);
  }

  @Override
  public final void cancel(StatusCode code, String description) {
    mailbox.cancel(code, description);
    engine.touch(this);
  }

  @Override
  public final void request(int messages) {
    request(messages, messages);
  }

  @Override
  public final void requestAhead(int messages) {
    request(messages, 0);
  }

  private void request(int messages, int asked) {
    if (messages <= 0) {
      throw new IllegalArgumentException("messages must be positive: " + messages);
    }
    mailbox.request(messages, asked);
    engine.touch(this);
  }

  @Override
  public final void want() {
    if (inbound.want()) {
      engine.touch(this);
    }
  }

  @Override
  public final boolean isReady() {
    return mailbox.isReady() || engine.queueShare().enlist(this);
  }

  @Override
  public final void maxInboundMessage(MessageLimit limit) {
    inbound.limit(limit);
  }

  @Override
  public final Session session() {
    return session;
  }

  /** Leaves an item in the mailbox, or gives back what it holds if the stream has ended. */
  final void post(OutItem item, boolean last) {
    if (!mailbox.offer(item, last)) {
      item.refuse();
    }
    engine.touch(this);
  }

  // The engine's thread.

  final Engine engine() {
    return engine;
  }

  final Mailbox mailbox() {
    return mailbox;
  }

  final Outbound outbound() {
    return outbound;
  }

  final Inbound inbound() {
    return inbound;
  }

  final StreamControl control() {
    return control;
  }

  final StreamListener listener() {
    return listener;
  }

  final void listener(StreamListener newListener) {
    listener = newListener;
  }

  /** 0 until the REQUEST is sent. */
  final long callId() {
    return callId;
  }

  final void callId(long id) {
    callId = id;
  }

  final boolean isEnded() {
    return ended;
  }

  /** Whether the end is over and told: what threw in the middle of it goes on with it. */
  final boolean isOver() {
    return ended && untold == null;
  }

  /** Next stream in a list made by {@link DirtyStack#takeAll}; may be dirtied again from now on. */
  final @Nullable CallStream takeDirtyNext() {
    CallStream next = dirtyNext;
    dirtyNext = null;
    dirty.set(false);
    return next;
  }

  /** Does what the mailbox says. */
  final void onTouched() {
    if (ended) {
      goOnEnding();
      return; // The mailbox is closed.
    }
    Mailbox.Cancellation cancellation = mailbox.takeCancellation();
    if (cancellation != null) {
      if (cancellation.limitHit()) {
        engine.counters().add(Count.LIMIT_HITS, 1);
        failHere(cancellation.code(), cancellation.description());
      } else {
        cancelHere(cancellation.code(), cancellation.description());
      }
      return;
    }
    mailbox.takeItems(outbound.queue());
    if (mailbox.takeMemory()) {
      memoryAsked = false;
      outbound.onMemory();
    }
    inbound.request(mailbox.takeRequested(), mailbox.takeAsked());
    if (!outbound.isIdle()) {
      onItems();
    }
    inbound.advance();
  }

  /** Gets the stream a turn when the session's memory has room. */
  final void wakeWhenMemory() {
    if (!memoryAsked) {
      memoryAsked = true;
      engine.bodies().whenRoom(this::onMemoryFreed);
      engine.touch(this); // A release between the refusal and the line above would be missed.
    }
  }

  private void onMemoryFreed() {
    mailbox.memory();
    engine.touch(this);
  }

  final void armDeadline() {
    if (hasDeadline()) {
      engine.deadlines().add(this);
    }
  }

  /** To the deadline; {@link OpenCall#NO_TIMEOUT} if there is none. */
  final long remainingNanos() {
    return hasDeadline() ? deadlineNanos - engine.nowNanos() : OpenCall.NO_TIMEOUT;
  }

  final boolean isPastDeadline() {
    return hasDeadline() && remainingNanos() <= 0;
  }

  /** Bytes of a message need no room here any more. */
  final void onQueueFreed(long bytes) {
    tellReady(mailbox.free(bytes));
    engine.tellReady();
  }

  /** Calls onReady if there is room, else once other streams of the session have freed some. */
  final void tellReady(boolean room) {
    if (room) {
      tellReady();
    } else if (engine.queueShare().enlist(this)) {
      engine.tellReady(); // It came meanwhile.
    }
  }

  /** All streams together have room for more. */
  final void onSessionRoom() {
    if (mailbox.delist()) {
      tellReady();
    }
  }

  // Frames.

  /** Takes a message of this stream: now, or when those before it have come. */
  final void onOrdered(MessageView message) {
    if (ended) {
      Stale.dropAll(message, engine);
      return;
    }
    if (!inOrder.canTake(message)) {
      failForHeap(engine.reorder().heldBytes());
      Stale.dropAll(message, engine);
      return;
    }
    if (!inOrder.isNext(message)) {
      inbound.pinWritten(message);
      return;
    }
    process(message);
    for (var kept = inOrder.takeNext(); kept != null; kept = inOrder.takeNext()) {
      process(kept.view(message));
      engine.reorder().giveBack(kept);
    }
    inbound.advance();
  }

  private void process(MessageView message) {
    while (message.next()) {
      if (ended) {
        Stale.drop(message, engine);
      } else {
        onFrame(message);
      }
    }
  }

  private void onFrame(MessageView frame) {
    switch (frame.type()) {
      case Wire.MESSAGE -> inbound.onMessage(readyFor(frame));
      case Wire.MESSAGE_LENT -> inbound.onLent(readyFor(frame));
      case Wire.MESSAGE_WRITTEN -> inbound.onWritten(readyFor(frame));
      case Wire.HELD -> inbound.onHeld(readyFor(frame));
      case Wire.BLOCK -> onBlock(frame);
      default -> onOwnFrame(frame);
    }
  }

  /** A frame that is only allowed on one side. */
  abstract void onOwnFrame(MessageView frame);

  private void onBlock(MessageView frame) {
    frame.onlyFlag(0);
    if (!blocks.onBlock(frame) && !inbound.onBlock(frame)) {
      throw frame.unexpected();
    }
  }

  /** Begins a block of text and metadata. */
  final void beginBlock(MessageView frame, BlockAssembly assembly, int fixedBytes) {
    frame.requireAtLeast(fixedBytes);
    if (inbound.isInMessage()) {
      throw frame.unexpected();
    }
    blocks.begin(frame, assembly, fixedBytes);
  }

  /** Charges heap that the call holds until it ends; false, and it fails, if there is none. */
  final boolean holdHeap(long bytes) {
    return heap.tryHold(bytes) || failForHeap(bytes);
  }

  /** There is no heap for that many bytes; returns false. */
  final boolean failForHeap(long bytes) {
    String cause = engine.heap().obstacle(bytes);
    engine.logLimit(callId, cause);
    refuseHere(engine.heap().refusal(), cause);
    return false;
  }

  /** As {@link #failHere}; if the handler has not seen the call, the peer learns that too. */
  abstract void refuseHere(StatusCode code, String description);

  abstract void onBlockComplete(BlockAssembly assembly);

  private MessageView readyFor(MessageView frame) {
    if (blocks.isOpen()) {
      throw frame.unexpected();
    }
    beforeMessage(frame);
    return frame;
  }

  /** The peer sends a message; throws if it may not now. */
  abstract void beforeMessage(MessageView frame);

  /** A frame of this call that takes effect at once. */
  final void onUnorderedFrame(MessageView frame) {
    if (ended) {
      Stale.drop(frame, engine);
      return;
    }
    switch (frame.type()) {
      case Wire.CREDIT -> {
        frame.require(Wire.CREDIT_BYTES);
        outbound.onCredit(frame.longAt(0), frame.longAt(8));
      }
      case Wire.GRANT -> onGrant(frame);
      case Wire.WANT -> {
        frame.require(0);
        outbound.onWant();
      }
      default -> onOwnUnorderedFrame(frame);
    }
  }

  /** An unordered frame that is only allowed on one side. */
  void onOwnUnorderedFrame(MessageView frame) {
    throw frame.unexpected();
  }

  final void onGrant(MessageView frame) {
    boolean forFirst = frame.onlyFlag(Wire.FLAG_FOR_FIRST);
    outbound.onGrant(frame.spanAt(0), forFirst);
  }

  // What the halves report.

  /** New items are in the outbound queue. */
  abstract void onItems();

  /** The id to put into a message; the client's is made with its first. */
  abstract long idForSending();

  /** The first message has this sequence. */
  abstract void onFirstSent(long sequence);

  /** A message was sent. */
  abstract void onSent();

  /** Everything that can be handed out now has been. */
  abstract void onInboundAdvanced();

  /** The REQUEST is in the message that is being written. */
  void onRequestWritten(MessageBuilder message) {
    throw new IllegalStateException("a server sends no REQUEST");
  }

  /** The first message of the peer has come, in whatever way. */
  void onFirstMessage(long bytes) {}

  /** Whether the peer will send nothing more, so that credit is of no use to it. */
  abstract boolean isPeerDone();

  // Ends.

  /** This side's application cancels. */
  abstract void cancelHere(StatusCode code, String description);

  /** This side's engine cannot go on with the call, and tells the peer why if it can. */
  abstract void failHere(StatusCode code, String description);

  /** The session has ended. */
  abstract void onSessionEnded(String cause);

  /** Tells the listener the end and lets go of everything but what the peer may still touch. */
  final void finish(StreamEnd end) {
    if (!ended) {
      ended = true;
      untoldNanos = engine.nowNanos();
      untold = end;
      goOnEnding();
    }
  }

  /** Goes on with an end in whose middle something was thrown; does nothing if there is none. */
  final void goOnEnding() {
    StreamEnd end = untold;
    if (end == null) {
      return;
    }
    engine.deadlines().remove(this);
    if (mailbox.close()) {
      engine.queueShare().delist(this);
    }
    inbound.dispose();
    inOrder.discard(kept -> Stale.dropKept(kept, engine));
    heap.release();
    tellEnd(end);
    untold = null;
  }

  /** Again later if there is no memory for it, but not for ever: it may be the listener's fault. */
  private void tellEnd(StreamEnd end) {
    try {
      listener.onClosed(end);
    } catch (RuntimeException | Error e) {
      if (e instanceof OutOfMemoryError none && engine.nowNanos() - untoldNanos < TELL_NANOS) {
        throw none;
      }
      LOG.warn("a listener threw at the end of call {}", callId, e);
    }
  }

  final void tellReady() {
    if (ended) {
      return;
    }
    try {
      listener.onReady();
    } catch (RuntimeException | Error e) {
      onListenerFailure(e);
    }
  }

  final void tellHalfClose() {
    try {
      listener.onHalfClose();
    } catch (RuntimeException | Error e) {
      onListenerFailure(e);
    }
  }

  final void tellMessage(Body message) {
    try {
      listener.onMessage(message);
    } catch (RuntimeException | Error e) {
      onListenerFailure(e);
    }
  }

  /** What a listener throws ends the stream, not the session, if there is memory for that. */
  final void onListenerFailure(Throwable e) {
    if (e instanceof OutOfMemoryError none) {
      throw none;
    }
    LOG.warn("a listener threw in call {}", callId, e);
    failHere(StatusCode.INTERNAL, "a stream listener threw " + e);
  }
}
