// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferLine;
import io.sennit.multipath.TransferListener;
import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of one stream: messages in order, fetched and handed out as the application
 * asks. Confined to the engine's thread.
 */
final class Inbound implements Waiter {
  private final Engine engine;
  private final CallStream stream;
  private final ReceiveWindow window;
  private volatile long maxMessageBytes;
  /** Most streams give none. */
  private @Nullable GrantStock grants;

  private @Nullable TransferLine fetches;
  private @Nullable InMessage head;
  private @Nullable InMessage tail;
  private @Nullable InMessage partial;
  private @Nullable Body target;
  private long requested;
  private long heldBytes;
  private boolean begun;
  private boolean halfClosed;
  private boolean halfCloseTold;
  private boolean disposed;

  Inbound(Engine engine, CallStream stream) {
    this.engine = engine;
    this.stream = stream;
    StreamConfig config = engine.config();
    window = ReceiveWindow.ofStream(config);
    maxMessageBytes = config.maxInboundMessageBytes();
  }

  void maxMessageBytes(long bytes) {
    maxMessageBytes = bytes;
  }

  /** Where the first message shall land; a handle that passes. */
  void target(Body newTarget) {
    target = newTarget;
  }

  /** Memory for the peer's first message: the target, or what probably is enough; none if 0. */
  Optional<Leased> grantFirst(long probableBytes) {
    Body settled = target;
    if (settled == null) {
      long bytes = Math.min(probableBytes, maxMessageBytes);
      return bytes <= engine.config().eagerBytes() ? Optional.empty() : grants().grantFirst(bytes);
    }
    // What is short comes in slots and is put there by this side.
    return settled.length() > engine.config().eagerBytes()
        ? grants().grantFirst(settled)
        : Optional.empty();
  }

  /** Tells the peer of new grants; false if there are more than fit. */
  boolean tellGrants(MessageBuilder message) {
    return grants == null || grants.tell(message);
  }

  private GrantStock grants() {
    GrantStock known = grants;
    if (known == null) {
      known = new GrantStock(engine);
      grants = known;
    }
    return known;
  }

  ReceiveWindow window() {
    return window;
  }

  boolean isHalfClosed() {
    return halfClosed;
  }

  /** Whether an eager message has begun and is not whole. */
  boolean isInMessage() {
    return partial != null;
  }

  /** Whether everything that came has been handed out. */
  boolean isDrained() {
    return head == null;
  }

  // Frames, in order.

  void onMessage(MessageView frame) {
    frame.onlyFlag(0);
    long length = frame.longAt(0);
    if (length < 0 || length > StreamConfig.MAX_EAGER_BYTES) {
      throw new ProtocolViolation("an eager message of " + length + " bytes");
    }
    arrive(frame, length);
    if (!admit(length)) {
      stream.freeSession(length);
      return;
    }
    InMessage message = InMessage.eager(length, landing(length));
    add(message);
    partial = message.fill(frame, Wire.MESSAGE_FIXED_BYTES) ? null : message;
  }

  /** The rest of an eager message; false if none is open. */
  boolean onBlock(MessageView frame) {
    InMessage open = partial;
    if (open == null) {
      return false;
    }
    if (open.fill(frame, 0)) {
      partial = null;
    }
    return true;
  }

  void onLent(MessageView frame) {
    frame.require(RemoteSpan.ENCODED_BYTES);
    RemoteSpan span = frame.spanAt(0);
    if (span.length() == 0) {
      throw new ProtocolViolation("a lent message of 0 bytes");
    }
    arrive(frame, 0);
    Body reserved = takeTarget(span.length());
    InMessage message = InMessage.lent(span, reserved);
    if (admit(span.length()) && (reserved != null || fitsMemory(span.length()))) {
      grants().onLong(span.length());
      add(message);
    } else {
      message.discard(engine.cord());
    }
  }

  void onWritten(MessageView frame) {
    frame.require(Wire.WRITTEN_BYTES);
    arrive(frame, 0);
    Body body = grants().use(frame.longAt(0), frame.longAt(8));
    if (!admit(body.length())) {
      body.close();
      return;
    }
    grants().onLong(body.length());
    hold(body.length());
    dropTarget();
    add(InMessage.written(body));
  }

  /** Holds the memory of what is written by a message that must wait for its turn. */
  void pinWritten(MessageView message) {
    while (message.next()) {
      if (message.type() == Wire.MESSAGE_WRITTEN) {
        grants().pin(message.longAt(0));
      }
    }
  }

  void onHalfClose(MessageView frame) {
    frame.require(0);
    if (halfClosed || partial != null) {
      throw frame.unexpected();
    }
    halfClosed = true;
  }

  private void arrive(MessageView frame, long eagerBytes) {
    if (halfClosed || partial != null) {
      throw frame.unexpected();
    }
    boolean allowed = window.arrive(eagerBytes);
    if (!engine.sessionReceiveWindow().arrive(eagerBytes) || !allowed) {
      throw new ProtocolViolation("more is sent on call " + frame.callId() + " than was allowed");
    }
  }

  private boolean admit(long length) {
    if (length <= maxMessageBytes) {
      return true;
    }
    engine.counters().add(Count.LIMIT_HITS, 1);
    stream.failHere(
        StatusCode.RESOURCE_EXHAUSTED,
        "a message of " + length + " bytes exceeds the limit of " + maxMessageBytes);
    return false;
  }

  private boolean fitsMemory(long length) {
    long limit = engine.bodies().config().receiveBytes();
    if (length <= limit) {
      return true;
    }
    engine.counters().add(Count.LIMIT_HITS, 1);
    stream.failHere(
        StatusCode.RESOURCE_EXHAUSTED,
        "a message of " + length + " bytes exceeds the session's memory for receiving, " + limit);
    return false;
  }

  /** Where an eager message is put together; never waits, since the slot must be free again. */
  private Body landing(long length) {
    Body inTarget = takeTarget(length);
    if (inTarget != null) {
      return inTarget;
    }
    if (length == 0) {
      return Body.empty();
    }
    // The window bounds what may end up on the heap if the pool is empty.
    return engine
        .bodies()
        .allocateToReceive(length)
        .orElseGet(() -> Body.wrap(MemorySegment.ofArray(new byte[(int) length])));
  }

  private @Nullable Body takeTarget(long length) {
    Body known = target;
    if (known == null) {
      return null;
    }
    Body part = length <= known.length() ? known.slice(0, length) : null;
    dropTarget();
    return part;
  }

  private void dropTarget() {
    if (target != null) {
      target.close();
      target = null;
    }
  }

  private void add(InMessage message) {
    if (!begun) {
      begun = true;
      stream.onFirstMessage(message.length());
    }
    if (tail == null) {
      head = message;
    } else {
      tail.next = message;
    }
    tail = message;
  }

  // Handing out.

  void request(long messages) {
    requested += messages;
  }

  /** Fetches and hands out what can be; then tells the peer what became free. */
  void advance() {
    if (disposed) {
      return;
    }
    fetch();
    while (!disposed && requested > 0 && head != null && head.isReady()) {
      deliverFirst();
    }
    if (!disposed && halfClosed && head == null && !halfCloseTold) {
      halfCloseTold = true;
      stream.tellHalfClose();
    }
    if (!disposed) {
      fetch();
      replenish();
      stream.onInboundAdvanced();
    }
  }

  private void deliverFirst() {
    InMessage first = head;
    if (first == null) {
      return;
    }
    head = first.next;
    if (head == null) {
      tail = null;
    }
    requested--;
    window.free(first.eagerBytes(), 1);
    stream.freeSession(first.eagerBytes());
    release(first);
    count(first);
    stream.tellMessage(first.take());
  }

  private void count(InMessage message) {
    Counters counters = engine.counters();
    counters.add(Count.MESSAGES_RECEIVED, 1);
    switch (message.kind()) {
      case EAGER -> counters.add(Count.RECEIVED_BY_SEND, message.length());
      case LENT -> counters.add(Count.RECEIVED_BY_READ, message.length());
      case WRITTEN -> counters.add(Count.RECEIVED_BY_WRITE, message.length());
    }
  }

  private void replenish() {
    if (halfClosed || stream.isPeerDone()) {
      return;
    }
    boolean grantsDue = grants != null && grants.topUp(heldBytes);
    if (grantsDue || window.isCreditDue()) {
      stream.control().creditDue();
    }
  }

  // Fetching.

  @Override
  public void retry() {
    advance();
  }

  private void fetch() {
    long position = 0;
    for (InMessage at = head; at != null; at = at.next) {
      if (at.canFetch() && !mayFetch(at, position)) {
        return;
      }
      if (at.canFetch() && !startFetch(at)) {
        return;
      }
      position++;
    }
  }

  private boolean mayFetch(InMessage message, long position) {
    return position < requested
        || (message.length() <= engine.config().aheadBytes() - heldBytes
            && engine.ahead().allows(message.length()));
  }

  private boolean startFetch(InMessage message) {
    if (engine.cord().transferRoom() == 0) {
      engine.counters().add(Count.BACK_PRESSURE_HITS, 1);
      engine.waitForRoom(this);
      return false;
    }
    Body room = roomFor(message);
    if (room == null) {
      return false;
    }
    hold(message.length());
    message.fetchInto(room);
    FetchListener listener = new FetchListener(message, room.retain());
    message.fetchedBy(engine
        .cord()
        .read(message.span(), room.region(), room.regionOffset(), message.length(), listener));
    return true;
  }

  private TransferLine fetches() {
    TransferLine known = fetches == null ? new TransferLine() : fetches;
    fetches = known;
    return known;
  }

  private @Nullable Body roomFor(InMessage message) {
    Body reserved = message.takeReserved();
    if (reserved != null) {
      return reserved;
    }
    Optional<Body> body = engine.bodies().allocateToReceive(message.length());
    if (body.isEmpty()) {
      engine.counters().add(Count.BACK_PRESSURE_HITS, 1);
      stream.wakeWhenMemory();
    }
    return body.orElse(null);
  }

  private void hold(long bytes) {
    heldBytes += bytes;
    engine.ahead().take(bytes);
  }

  private void release(InMessage message) {
    if (message.kind() != InMessage.Kind.EAGER && !message.canFetch()) {
      heldBytes -= message.length();
      engine.ahead().giveBack(message.length());
    }
  }

  /** Drops everything and gives the peer's memory back. Idempotent. */
  void dispose() {
    disposed = true;
    partial = null;
    dropTarget();
    for (InMessage message = head; message != null; message = head) {
      head = message.next;
      release(message);
      stream.freeSession(message.eagerBytes());
      message.discard(engine.cord());
    }
    head = null;
    tail = null;
    if (grants != null) {
      grants.dispose();
    }
  }

  /** Follows the transfer from the peer's memory. */
  private final class FetchListener implements TransferListener {
    private final InMessage message;
    private final Body guard;

    /** @param guard keeps the memory while a copy of the READ may still touch it */
    FetchListener(InMessage message, Body guard) {
      this.message = message;
      this.guard = guard;
    }

    @Override
    public TransferLine line() {
      return fetches();
    }

    @Override
    public void onDelivered(long found) {
      message.fetched();
      advance();
    }

    @Override
    public void onReleased() {
      guard.close();
    }

    @Override
    public void onFailed(String cause, boolean noEffect) {
      if (!disposed) {
        stream.failHere(StatusCode.UNAVAILABLE, "a transfer failed: " + cause);
      }
    }
  }
}
