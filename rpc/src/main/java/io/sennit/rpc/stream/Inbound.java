// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferLine;
import io.sennit.multipath.TransferListener;
import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
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
  private final Landing landing;
  private volatile MessageLimit limit;
  /** Set by any thread, when the application begins to wait for a message. */
  private volatile boolean wanted;
  /** Whether something waits to be wanted. */
  private volatile boolean heldBack;

  /** Most streams give none. */
  private @Nullable GrantStock grants;

  private @Nullable TransferLine fetches;
  private @Nullable InMessage head;
  private @Nullable InMessage tail;
  private @Nullable InMessage partial;
  private long requested;
  private long asked;
  private long heldBytes;
  private boolean heldByPeer;
  private boolean begun;
  private boolean halfClosed;
  private boolean halfCloseTold;
  private boolean disposed;

  Inbound(Engine engine, CallStream stream) {
    this.engine = engine;
    this.stream = stream;
    StreamConfig config = engine.config();
    window = ReceiveWindow.ofStream(config);
    landing = new Landing(engine, stream);
    limit = MessageLimit.of(config.maxInboundMessageBytes());
  }

  void limit(MessageLimit newLimit) {
    limit = newLimit;
  }

  /** Where the first message shall land; a handle that passes. */
  void target(Body newTarget) {
    landing.target(newTarget);
  }

  /** Memory for the peer's first message: the target, or what probably is enough; none if 0. */
  Optional<Leased> grantFirst(long probableBytes) {
    Body settled = landing.target();
    if (settled == null) {
      long bytes = Math.min(probableBytes, limit.mostBytes());
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
      return;
    }
    Body into = landing.forEager(length, head == null && isAwaited(0));
    if (into == null) {
      return;
    }
    InMessage message = InMessage.eager(length, into);
    if (!add(message)) {
      return;
    }
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
    GrantStock stock = grants();
    InMessage message = InMessage.lent(span);
    boolean added = false;
    try {
      Body reserved = landing.takeTarget(span.length());
      message.reserve(reserved);
      if (admit(span.length()) && (reserved != null || fitsMemory(span.length()))) {
        stock.onLong(span.length());
        added = true; // From here on add() owns it.
        add(message);
      }
    } finally {
      if (!added) {
        message.discard(engine.cord());
      }
    }
  }

  void onWritten(MessageView frame) {
    frame.require(Wire.WRITTEN_BYTES);
    arrive(frame, 0);
    Body body = grants().use(frame.longAt(0), frame.longAt(8));
    boolean added = false;
    try {
      if (admit(body.length())) {
        grants().onLong(body.length());
        landing.dropTarget();
        InMessage message = InMessage.written(body);
        hold(body.length());
        added = true; // From here on add() owns it.
        add(message);
      }
    } finally {
      if (!added) {
        body.close();
      }
    }
  }

  /** Holds the memory of what is written by a message that must wait for its turn. */
  void pinWritten(MessageView message) {
    while (message.next()) {
      if (message.type() == Wire.MESSAGE_WRITTEN) {
        grants().pin(message.longAt(0));
      }
    }
  }

  /** The next message is long, and the peer is short of memory: it waits until it is wanted. */
  void onHeld(MessageView frame) {
    frame.require(Wire.HELD_BYTES);
    if (halfClosed || partial != null) {
      throw frame.unexpected();
    }
    heldByPeer = true;
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
    heldByPeer = false;
    boolean allowed = window.arrive(eagerBytes);
    if (!engine.arriveInSession(eagerBytes) || !allowed) {
      throw new ProtocolViolation("more is sent on call " + frame.callId() + " than was allowed");
    }
  }

  private boolean admit(long length) {
    MessageLimit most = limit;
    if (length <= most.mostBytes()) {
      return true;
    }
    engine.counters().add(Count.LIMIT_HITS, 1);
    stream.failHere(
        StatusCode.RESOURCE_EXHAUSTED,
        "a message of " + most.bytesOf(length) + " bytes exceeds the limit of " + most.bytes());
    return false;
  }

  private boolean fitsMemory(long length) {
    long most = engine.bodies().config().receiveBytes();
    if (length <= most) {
      return true;
    }
    engine.counters().add(Count.LIMIT_HITS, 1);
    stream.failHere(
        StatusCode.RESOURCE_EXHAUSTED,
        "a message of " + limit.bytesOf(length)
            + " bytes exceeds the session's memory for receiving, " + most);
    return false;
  }

  /** False, and the stream has failed, if the heap is used up. */
  private boolean add(InMessage message) {
    if (!engine.heap().tryCharge(InMessage.HEAP_BYTES)) {
      release(message);
      message.discard(engine.cord());
      stream.failForHeap(InMessage.HEAP_BYTES);
      return false;
    }
    if (tail == null) {
      head = message;
    } else {
      tail.next = message;
    }
    tail = message;
    if (!begun) {
      begun = true;
      stream.onFirstMessage(message.length());
    }
    return true;
  }

  // Handing out.

  /** @param newlyAsked those of them that the application waits for */
  void request(long messages, long newlyAsked) {
    requested += messages;
    asked += newlyAsked;
  }

  /** The application waits for the next message; true if the engine has to look. Any thread. */
  boolean want() {
    wanted = true;
    return heldBack;
  }

  /** Whether the application waits for the message in that place of the queue. */
  private boolean isAwaited(long position) {
    return position < asked || (position == 0 && wanted);
  }

  /** Whether the application waits, asked once more after it can be seen that something does. */
  private boolean isAwaitedNow() {
    heldBack = true;
    boolean now = isAwaited(0);
    heldBack = !now;
    return now;
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
      askPeer();
      replenish();
      stream.onInboundAdvanced();
    }
  }

  /** Asks for what the peer holds, if the application waits for it. */
  private void askPeer() {
    if (heldByPeer && head == null && isAwaitedNow()) {
      heldByPeer = false;
      stream.control().wantDue();
    }
  }

  private void deliverFirst() {
    InMessage first = head;
    if (first == null) {
      return;
    }
    long held = heldBytesOf(first); // While it has its body.
    Body body = first.take();
    head = first.next;
    if (head == null) {
      tail = null;
    }
    boolean free = false;
    try {
      requested--;
      asked = Math.max(0, asked - 1);
      wanted = false;
      window.free(first.eagerBytes(), 1);
      heldBytes -= held;
      engine.heap().release(InMessage.HEAP_BYTES); // Those who hear of it may throw.
      count(first);
      free = true;
    } finally {
      if (!free) {
        body.close();
      }
    }
    stream.tellMessage(body);
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
      if (at.canFetch() && !fetch(at, position)) {
        return;
      }
      position++;
    }
  }

  private boolean fetch(InMessage message, long position) {
    return isAwaited(position)
        ? startFetch(message, true)
        : (engine.mayHoldAhead(message.length(), heldBytes) && startFetch(message, false))
            || (position == 0 && isAwaitedNow() && startFetch(message, true));
  }

  private boolean startFetch(InMessage message, boolean awaited) {
    if (engine.cord().transferRoom() == 0) {
      engine.counters().add(Count.BACK_PRESSURE_HITS, 1);
      engine.waitForRoom(this);
      return false;
    }
    Body reserved = message.takeReserved();
    Body room = reserved == null ? landing.forFetch(message.length(), awaited) : reserved;
    if (room == null) {
      return false;
    }
    landing.endWait();
    hold(message.length());
    message.fetchInto(room);
    FetchListener listener = new FetchListener(message, room.retain());
    boolean begins = false;
    try {
      message.fetchedBy(engine
          .cord()
          .read(message.span(), room.region(), room.regionOffset(), message.length(), listener));
      begins = true;
    } finally {
      if (!begins) {
        listener.onReleased();
      }
    }
    return true;
  }

  private TransferLine fetches() {
    TransferLine known = fetches == null ? new TransferLine() : fetches;
    fetches = known;
    return known;
  }

  private void hold(long bytes) {
    heldBytes += bytes;
  }

  private void release(InMessage message) {
    heldBytes -= heldBytesOf(message);
  }

  private static long heldBytesOf(InMessage message) {
    boolean holds = message.kind() != InMessage.Kind.EAGER && !message.canFetch();
    return holds ? message.length() : 0;
  }

  /** Drops everything and gives the peer's memory back. Idempotent. */
  void dispose() {
    disposed = true;
    landing.endWait();
    partial = null;
    landing.dropTarget();
    for (InMessage message = head; message != null; message = head) {
      head = message.next;
      release(message);
      engine.heap().release(InMessage.HEAP_BYTES);
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
