// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.multipath.Braid;
import io.sennit.multipath.Cord;
import io.sennit.multipath.FrameWriter;
import io.sennit.multipath.Lane;
import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.TransferLine;
import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of one stream: packs what is ready into messages, in order. Confined to the
 * engine's thread.
 */
final class Outbound extends Turns.Sender implements FrameWriter, Waiter {
  /**
   * How many items may be got ready at the same time: as many as a stream is granted memory for.
   */
  private static final int LOOK_AHEAD = 16;

  private final Engine engine;
  private final CallStream stream;
  private final SendWindow window = new SendWindow(0, 0);
  private final OutQueue queue = new OutQueue();
  /** Most streams get none. */
  private @Nullable PeerGrants grants;

  private @Nullable TransferLine line;
  private @Nullable MemoryWait memoryWait;

  private List<Leased> firstLeases = List.of();
  private long firstEagerBytes;
  private long firstEagerMessages;
  private int nextIndex;
  private int ready;
  /** Grows when the queue is changed other than at its ends. */
  private int edits;

  private boolean begun;
  private boolean statusSent;
  private boolean disposed;
  private boolean waitsForMemory;
  private boolean wanted;
  private boolean windowShut;

  Outbound(Engine engine, CallStream stream) {
    this.engine = engine;
    this.stream = stream;
  }

  // What items use.

  StreamConfig config() {
    return engine.config();
  }

  Cord cord() {
    return engine.cord();
  }

  /** Of long messages, which the peer's application takes in their order. */
  TransferLine line() {
    TransferLine known = line == null ? new TransferLine() : line;
    line = known;
    return known;
  }

  BodyPool bodies() {
    return engine.bodies();
  }

  HeapLedger heap() {
    return engine.heap();
  }

  Counters counters() {
    return engine.counters();
  }

  /** Time left to the deadline. */
  long remainingNanos() {
    return stream.remainingNanos();
  }

  boolean isDisposed() {
    return disposed;
  }

  /** A message will be sent; true if it is the stream's first. */
  boolean begin(boolean eager) {
    boolean first = !begun;
    begun = true;
    if (first && eager && grants != null) {
      grants.takeForFirst(Long.MAX_VALUE);
    }
    return first;
  }

  @Nullable
  RemoteSpan takeGrant(long bytes, boolean first) {
    if (grants == null) {
      return null;
    }
    RemoteSpan span = first ? grants.takeForFirst(bytes) : null;
    return span == null ? grants.take(bytes) : span;
  }

  /** Takes room for a message in the stream's and the session's window; false: wait for credit. */
  boolean takeWindow(long eagerBytes) {
    if (windowShut) {
      return false; // A message further ahead waits, and must not find that this one was faster.
    }
    windowShut = true;
    if (!window.isOpen(eagerBytes)) {
      counters().add(Count.BACK_PRESSURE_HITS, 1);
      return false;
    }
    if (!engine.sessionWindow().isOpen(eagerBytes)) {
      counters().add(Count.BACK_PRESSURE_HITS, 1);
      engine.waitForSessionCredit(this);
      return false;
    }
    windowShut = false;
    window.take(eagerBytes);
    engine.sessionWindow().take(eagerBytes);
    return true;
  }

  /** The peer will never see that message begin. */
  void refundWindow(long eagerBytes) {
    engine.sessionWindow().refund(eagerBytes, 1);
    engine.onSessionRefund();
  }

  /**
   * Whether the peer takes so much metadata; if not, and nothing is before it, the stream fails.
   */
  boolean allowsMetadata(int bytes, boolean first) {
    if (engine.peer().equals(PeerSettings.UNKNOWN)) {
      engine.waitForSessionCredit(this);
      return false;
    }
    if (bytes <= engine.peer().maxMetadataBytes()) {
      return true;
    }
    if (first) {
      counters().add(Count.LIMIT_HITS, 1);
      stream.failHere(
          StatusCode.RESOURCE_EXHAUSTED,
          "metadata of " + bytes + " bytes exceeds the peer's limit of "
              + engine.peer().maxMetadataBytes());
    }
    return false;
  }

  /** Whether the peer's application waits for the next long message. */
  boolean isWanted() {
    return wanted;
  }

  boolean leasesAreScarce() {
    return engine.leasesAreScarce();
  }

  /** The message that was wanted, if one was, is lent. */
  void lent() {
    wanted = false;
  }

  /**
   * Memory of the session; if there is none the stream gets a turn when there is.
   *
   * @param urgently whether the peer takes it soon
   */
  Optional<Body> allocateToSend(long bytes, boolean urgently) {
    if (bytes > bodies().config().sendBytes()) {
      stream.failHere(
          StatusCode.RESOURCE_EXHAUSTED,
          "a message of " + bytes + " bytes is longer than the session's memory for sending, "
              + bodies().config().sendBytes());
      return Optional.empty();
    }
    Optional<Body> body =
        urgently ? bodies().allocateUrgently(bytes) : bodies().allocateToSend(bytes);
    if (body.isPresent()) {
      endWait();
      return body;
    }
    if (urgently) {
      memoryWait().begin(bytes);
    }
    if (!waitsForMemory) {
      counters().add(Count.BACK_PRESSURE_HITS, 1);
      waitsForMemory = true;
      stream.wakeWhenMemory();
    }
    return body;
  }

  private MemoryWait memoryWait() {
    MemoryWait known =
        memoryWait == null ? new MemoryWait(engine, stream, "bodies.sendBytes") : memoryWait;
    memoryWait = known;
    return known;
  }

  private void endWait() {
    if (memoryWait != null) {
      memoryWait.end();
    }
  }

  /** The braid has no room for a lease or a transfer. */
  void waitForRoom() {
    counters().add(Count.BACK_PRESSURE_HITS, 1);
    engine.waitForRoom(this);
  }

  @Override
  public void retry() {
    askForTurn();
  }

  void askForTurn() {
    if (!disposed) {
      engine.turns().ask(this);
    }
  }

  /** A lease whose span is in the message that is being written. */
  void announced(Leased leased) {
    if (nextIndex == 0) {
      firstLeases = firstLeases.isEmpty() ? new ArrayList<>() : firstLeases;
      firstLeases.add(leased);
    }
  }

  /** An eager message that begins in the message that is being written. */
  void announcedEager(long bytes) {
    if (nextIndex == 0) {
      firstEagerBytes += bytes;
      firstEagerMessages++;
    }
  }

  /** The REQUEST is in the message that is being written: what goes with it may follow. */
  void onRequestWritten(MessageBuilder message) {
    stream.onRequestWritten(message);
  }

  /** Bytes of this stream need no memory here any more. */
  void onFreed(long bytes) {
    stream.onQueueFreed(bytes);
  }

  void onTransferFailed(String cause) {
    if (!disposed) {
      stream.failHere(StatusCode.UNAVAILABLE, "a transfer failed: " + cause);
    }
  }

  // What the stream uses.

  /** Takes over items in their order. */
  OutQueue queue() {
    return queue;
  }

  boolean isIdle() {
    return queue.isEmpty();
  }

  void onMemory() {
    waitsForMemory = false;
    askForTurn();
  }

  void onCredit(long limitBytes, long limitMessages) {
    window.raise(limitBytes, limitMessages);
    askForTurn();
  }

  /** The peer's application waits for what this side holds. */
  void onWant() {
    wanted = true;
    askForTurn();
  }

  void onGrant(RemoteSpan span, boolean forFirst) {
    if (disposed || (forFirst && begun)) {
      cord().decline(span);
      return;
    }
    if (grants == null) {
      grants = new PeerGrants(engine);
    }
    if (forFirst) {
      grants.addForFirst(span);
    } else {
      grants.add(span);
    }
  }

  SendWindow window() {
    return window;
  }

  /** Whether the STATUS is on its way: nothing may follow. */
  boolean hasSentStatus() {
    return statusSent;
  }

  /** What the peer learned only from the first message. */
  FirstMessage firstMessage() {
    return new FirstMessage(firstLeases, firstEagerBytes, firstEagerMessages);
  }

  /** Drops what has not begun to be sent; this is the last thing that the peer hears. */
  void replaceWith(BlockItem status) {
    edits++;
    ready = 0;
    OutItem begun = queue.peek();
    if (begun != null && begun.isBegun()) {
      queue.poll();
    } else {
      begun = null;
    }
    discardQueue();
    if (begun != null) {
      queue.add(begun);
    }
    queue.add(status);
    askForTurn();
  }

  private void discardQueue() {
    for (OutItem item = queue.poll(); item != null; item = queue.poll()) {
      item.discard();
    }
  }

  /** Drops what has not been sent and gives the peer's memory back. Idempotent. */
  void dispose() {
    disposed = true;
    endWait();
    edits++;
    ready = 0;
    discardQueue();
    if (grants != null) {
      grants.declineAll();
    }
  }

  // Sending.

  @Override
  Turns.Outcome sendOne() {
    if (disposed) {
      return Turns.Outcome.IDLE;
    }
    prepare();
    OutItem head = queue.peek();
    if (head == null || ready == 0) {
      return Turns.Outcome.IDLE;
    }
    long write = head.announced();
    long sequence =
        write == 0 ? cord().send(this, Lane.NORMAL) : cord().sendDone(this, Lane.NORMAL, write);
    if (sequence == Braid.BACK_PRESSURED) {
      counters().add(Count.BACK_PRESSURE_HITS, 1);
      return Turns.Outcome.BLOCKED;
    }
    if (sequence == Braid.CLOSED) {
      return Turns.Outcome.IDLE;
    }
    if (nextIndex++ == 0) {
      stream.onFirstSent(sequence);
    }
    stream.onSent();
    return queue.isEmpty() ? Turns.Outcome.IDLE : Turns.Outcome.MORE;
  }

  /** Counts the items at the head that are ready, and sets off what those behind them need. */
  private void prepare() {
    ready = 0;
    windowShut = false;
    boolean allReady = true;
    int seen = 0;
    int before = edits;
    for (OutItem item = queue.peek(); item != null && seen < LOOK_AHEAD; item = item.next) {
      boolean isReady = item.prepare(allReady);
      if (edits != before) {
        ready = 0;
        return; // Preparing found that the stream must fail.
      }
      allReady &= isReady;
      if (allReady) {
        ready++;
      }
      allReady &= !item.isHeld();
      seen++;
    }
  }

  @Override
  public int write(MemorySegment slot) {
    MessageBuilder message = engine.builder();
    message.begin(slot, cord().maxFrameBytes(), stream.idForSending(), nextIndex);
    boolean first = true;
    for (OutItem item = queue.peek(); item != null && ready > 0; item = queue.peek()) {
      boolean announces = item.announced() != 0; // A message announces one WRITE at most.
      if ((announces && !first) || !item.fits(message) || !item.encode(message)) {
        break;
      }
      ready--;
      queue.poll();
      item.onEncoded();
      statusSent |= item instanceof BlockItem block && block.isStatus();
      first = false;
    }
    return message.end();
  }

  /** What the first message told the peer: to be taken back if a CANCEL overtook it. */
  record FirstMessage(List<Leased> leases, long eagerBytes, long eagerMessages) {
    /** The peer has confirmed that it never will see it. */
    void takeBack(SendWindow sessionWindow) {
      leases.forEach(Leased::withdraw);
      sessionWindow.refund(eagerBytes, eagerMessages);
    }
  }
}
