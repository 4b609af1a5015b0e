// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.LineThrottle;
import io.sennit.multipath.Cord;
import io.sennit.rpc.BodyPool;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all streams of one session share. Confined to the engine's thread, but for what says so. */
final class Engine {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final long LINE_PAUSE_NANOS = 1_000_000_000;

  private final EngineSetup setup;
  private final Counters counters = new Counters();
  private final Turns turns = new Turns();
  private final Turns controlTurns = new Turns();
  private final MessageBuilder builder = new MessageBuilder();
  private final MessageView keptView = new MessageView();
  private final DeadlineHeap deadlines = new DeadlineHeap();
  private final DirtyStack dirty = new DirtyStack();
  private final Set<Waiter> roomWaiters = new LinkedHashSet<>();
  private final Set<Waiter> sessionCreditWaiters = new LinkedHashSet<>();
  private final ReceiveWindow sessionReceiveWindow;
  private final Runnable wake;
  private final Runnable wakeSoftly;
  private final LineThrottle limitLines = new LineThrottle(LINE_PAUSE_NANOS);
  private final QueueShare queueShare;
  private final HeapLedger heap;
  private SendWindow sessionWindow = new SendWindow(0, 0);
  private PeerSettings peer = PeerSettings.UNKNOWN;
  private @Nullable Cord cord;
  private @Nullable ReorderStore reorder;
  private @Nullable ProtocolViolation violation;
  private long nowNanos;
  private int leases;
  private volatile @Nullable Thread active;
  private volatile boolean heapRoom;

  /**
   * Makes one.
   *
   * @param wake has the loop poll the engine; from any thread
   * @param wakeSoftly the same, but neither waits nor throws
   */
  Engine(EngineSetup setup, Runnable wake, Runnable wakeSoftly) {
    this.setup = setup;
    this.wake = wake;
    this.wakeSoftly = wakeSoftly;
    sessionReceiveWindow = ReceiveWindow.ofSession(setup.config());
    heap = new HeapLedger(setup.heap(), this::onHeapRoom);
    queueShare = new QueueShare(setup.config().sessionQueuedBytes(), heap);
  }

  void start(Cord newCord) {
    cord = newCord;
    leases = newCord.leaseRoom();
    reorder = new ReorderStore(heap, config().maxReorderMessages(), newCord.maxFrameBytes());
  }

  boolean isStarted() {
    return cord != null;
  }

  EngineSetup setup() {
    return setup;
  }

  StreamConfig config() {
    return setup.config();
  }

  BodyPool bodies() {
    return setup.bodies();
  }

  Cord cord() {
    return started(cord);
  }

  ReorderStore reorder() {
    return started(reorder);
  }

  Counters counters() {
    return counters;
  }

  Turns turns() {
    return turns;
  }

  Turns controlTurns() {
    return controlTurns;
  }

  MessageBuilder builder() {
    return builder;
  }

  /** For messages that were kept, while another view is on the message that just came. */
  MessageView keptView() {
    return keptView;
  }

  DeadlineHeap deadlines() {
    return deadlines;
  }

  DirtyStack dirty() {
    return dirty;
  }

  /** Eager bytes that all streams together may still send. */
  SendWindow sessionWindow() {
    return sessionWindow;
  }

  ReceiveWindow sessionReceiveWindow() {
    return sessionReceiveWindow;
  }

  /** Heap that calls make this side hold; from any thread. */
  HeapLedger heap() {
    return heap;
  }

  /** In another session's thread perhaps, and under its locks: nothing is done here. */
  private void onHeapRoom() {
    heapRoom = true;
    wakeSoftly.run();
  }

  boolean hasHeapRoom() {
    return heapRoom;
  }

  /** Does what {@link #onHeapRoom} left to do. */
  void takeHeapRoom() {
    if (heapRoom) {
      heapRoom = false;
      tellReady();
    }
  }

  /** Streams that wait for room hear that there is some. */
  void tellReady() {
    queueShare.tell(CallStream::onSessionRoom);
  }

  /** What waits to be sent on all streams; from any thread. */
  QueueShare queueShare() {
    return queueShare;
  }

  /**
   * Whether a stream may hold that many bytes more before anybody asks for them: half of what is
   * free, so that there is always something left for others.
   *
   * @param heldBytes that it holds already
   */
  boolean mayHoldAhead(long bytes, long heldBytes) {
    long share = Math.min(config().aheadBytes(), bodies().aheadRoomBytes() / 2);
    return bytes <= share - heldBytes;
  }

  /** A stream ends because of a bound of this side's memory: for the people of this side. */
  void logLimit(long callId, String cause) {
    counters.add(Count.LIMIT_HITS, 1);
    long heldBack = limitLines.ask(nowNanos);
    if (heldBack != LineThrottle.HELD_BACK) {
      LOG.warn(
          "call {} ends RESOURCE_EXHAUSTED: {}; {} such lines were held back",
          callId,
          cause,
          heldBack);
    }
  }

  /** Whether so few leases are left that they are for those whose peer waits. */
  boolean leasesAreScarce() {
    return cord().leaseRoom() < leases / 2;
  }

  /**
   * An eager message has begun to arrive. What the session's window bounds is what is under way,
   * not what waits to be taken, which the streams' own windows bound: no reader stops the others.
   *
   * @return false if the peer was not allowed to send it
   */
  boolean arriveInSession(long eagerBytes) {
    boolean allowed = sessionReceiveWindow.arrive(eagerBytes);
    sessionReceiveWindow.free(eagerBytes, 1);
    return allowed;
  }

  PeerSettings peer() {
    return peer;
  }

  void onPeerSettings(PeerSettings settings) {
    peer = settings;
    sessionWindow = new SendWindow(settings.sessionWindowBytes(), Long.MAX_VALUE);
    retryAll(sessionCreditWaiters);
  }

  long nowNanos() {
    return nowNanos;
  }

  /** The engine's thread begins its work. */
  void enter(long newNowNanos) {
    nowNanos = newNowNanos;
    active = Thread.currentThread();
  }

  void leave() {
    active = null;
  }

  /** Has the engine look at the stream's mailbox soon. From any thread. */
  void touch(CallStream stream) {
    if (dirty.push(stream) && active != Thread.currentThread()) {
      wake.run();
    }
  }

  /** The session has to end for this, once what goes on now has been done; the first one counts. */
  void violated(ProtocolViolation newViolation) {
    violation = violation == null ? newViolation : violation;
  }

  /** What {@link #violated} was told; null if nothing. */
  @Nullable
  ProtocolViolation violation() {
    return violation;
  }

  /** The braid has no room for a lease or a transfer; it will say when it has. */
  void waitForRoom(Waiter waiter) {
    roomWaiters.add(waiter);
  }

  void waitForSessionCredit(Waiter waiter) {
    sessionCreditWaiters.add(waiter);
  }

  /** The braid has room. */
  void onWritable() {
    turns.unblock();
    controlTurns.unblock();
    retryAll(roomWaiters);
  }

  void onSessionCredit(long limitBytes) {
    sessionWindow.raise(limitBytes, 0);
    retryAll(sessionCreditWaiters);
  }

  /** Somebody's refund made room. */
  void onSessionRefund() {
    retryAll(sessionCreditWaiters);
  }

  /** The session has ended: nobody waits any more. */
  void stop() {
    turns.clear();
    controlTurns.clear();
    roomWaiters.clear();
    sessionCreditWaiters.clear();
  }

  private static void retryAll(Set<Waiter> waiters) {
    if (waiters.isEmpty()) {
      return;
    }
    List<Waiter> now = new ArrayList<>(waiters);
    waiters.clear();
    now.forEach(Waiter::retry);
  }

  private static <T> T started(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the engine has no braid yet");
    }
    return part;
  }
}
