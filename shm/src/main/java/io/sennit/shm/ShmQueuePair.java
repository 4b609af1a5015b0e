// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** This side's half of a connection: its state, and the order of what is posted to it. */
final class ShmQueuePair implements QueuePair {
  private static final int LOCAL_WRITE = Keys.bit(Access.LOCAL_WRITE);

  private final ShmDomain domain;
  private final QueuePairConfig config;
  private final ShmCompletionQueue completions;
  private final QueuePairAddress address;
  private final long entry;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final LocalBytes local = new LocalBytes(MemorySegment.NULL, 0);
  private QueuePairState state = QueuePairState.INIT;
  private int remoteNumber;
  private @Nullable Initiator initiator;
  private @Nullable OperationFence fence;
  private boolean connectedBothWays;
  private long waitingSinceNanos;
  private int outstanding;

  /** Unsignalled requests that are over, since the latest completion. */
  private int unreported;

  ShmQueuePair(ShmDomain domain, QueuePairConfig config, QueuePairAddress address) {
    this.domain = domain;
    this.config = config;
    this.address = address;
    completions = (ShmCompletionQueue) config.sendCompletions();
    completions.local().reserve(config.sendDepth());
    entry = domain.own().layout().queuePairAt(address.slot());
    publishRings();
    publishState(Layout.STATE_INIT);
  }

  private void publishRings() {
    MemorySegment file = domain.own().file();
    ShmSharedReceiveQueue receives = (ShmSharedReceiveQueue) config.receives();
    InboundCompletions inbound = ((ShmCompletionQueue) config.receiveCompletions()).inbound();
    Words.opaqueLong(file, entry + Layout.RECEIVES_AT, receives.ring());
    Words.opaqueInt(file, entry + Layout.RECEIVES_DEPTH, receives.slots());
    Words.opaqueLong(file, entry + Layout.COMPLETIONS_AT, inbound.ring());
    Words.opaqueInt(file, entry + Layout.COMPLETIONS_DEPTH, inbound.depth());
    Words.opaqueInt(file, entry + Layout.FAULT, 0);
  }

  private void publishState(int published) {
    long identity = published == Layout.STATE_FREE
        ? 0
        : Layout.identity(published, address.number(), remoteNumber);
    Words.releaseLong(domain.own().file(), entry + Layout.IDENTITY, identity);
  }

  int slot() {
    return address.slot();
  }

  boolean uses(ShmCompletionQueue queue) {
    return completions == queue || config.receiveCompletions() == queue;
  }

  @Override
  public int number() {
    return address.number();
  }

  @Override
  public QueuePairState state() {
    noticeFault();
    return state;
  }

  /** The peer reports in this queue pair's entry that it refused one of its own bad requests. */
  private void noticeFault() {
    if (isConnected() && Words.opaqueInt(domain.own().file(), entry + Layout.FAULT) == number()) {
      toError();
    }
  }

  @Override
  public byte[] address() {
    return address.encode();
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    QueuePairAddress remote = QueuePairAddress.decode(remoteAddress);
    if (state != QueuePairState.INIT) {
      throw new IllegalStateException("queue pair " + number() + " is in " + state + ", not INIT");
    }
    try {
      initiator = new Initiator(domain, new PeerQueuePair(domain.peer(), remote, address.number()));
    } catch (MalformedPeerException e) {
      throw new IllegalArgumentException(e.reason(), e);
    }
    remoteNumber = remote.number();
    state = QueuePairState.READY_TO_RECEIVE;
    publishState(Layout.STATE_READY);
    domain.ringIfAsleep();
  }

  @Override
  public void readyToSend() {
    if (state != QueuePairState.READY_TO_RECEIVE) {
      throw new IllegalStateException("queue pair " + number() + " cannot send after " + state);
    }
    state = QueuePairState.READY_TO_SEND;
  }

  private boolean isConnected() {
    return state == QueuePairState.READY_TO_SEND || state == QueuePairState.READY_TO_RECEIVE;
  }

  @Override
  public PostStatus post(WorkRequest request) {
    noticeFault();
    Initiator connected = initiator;
    if (connected == null
        || state == QueuePairState.READY_TO_RECEIVE
        || state == QueuePairState.DESTROYED) {
      return PostStatus.NOT_READY;
    }
    if (!ShmDomain.CAPABILITIES.admits(request)) {
      return PostStatus.INVALID;
    }
    if (outstanding == config.sendDepth()) {
      return PostStatus.QUEUE_FULL;
    }
    outstanding++;
    start(request, connected);
    return PostStatus.POSTED;
  }

  private void start(WorkRequest request, Initiator connected) {
    if (state == QueuePairState.ERROR) {
      finish(request, CompletionStatus.WORK_REQUEST_FLUSHED);
    } else if (mayExecute(connected)) {
      run(request, connected);
    } else {
      enqueue(request);
    }
  }

  private boolean mayExecute(Initiator connected) {
    connectedBothWays = connectedBothWays || (waiting.isEmpty() && !connected.mustWait());
    return connectedBothWays;
  }

  private void run(WorkRequest request, Initiator connected) {
    if (domain.peerWasSeenToEnd()) {
      finish(request, CompletionStatus.RETRY_EXCEEDED);
    } else if (isLocallyAllowed(request)) {
      finish(request, connected.execute(request, local.set(request, domain.own().file())));
    } else {
      finish(request, CompletionStatus.LOCAL_PROTECTION_ERROR);
    }
  }

  private boolean isLocallyAllowed(WorkRequest request) {
    ScatterGatherList ranges = request.ranges();
    int rights = request.opcode().fetches() ? LOCAL_WRITE : 0;
    for (int at = 0; at < ranges.size(); at++) {
      if (!(ranges.region(at) instanceof ShmMemoryRegion region)
          || !region.permits(domain, ranges.offset(at), ranges.length(at), rights)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Completes a request, or counts it if nobody asked for that; an error, and only the first, also
   * ends the queue pair.
   */
  private void finish(WorkRequest request, CompletionStatus status) {
    if (status == CompletionStatus.SUCCESS && !request.isSignalled()) {
      unreported++;
      return;
    }
    completions.add(this, request, status, 1 + unreported);
    unreported = 0;
    if (status != CompletionStatus.SUCCESS) {
      toError();
    }
  }

  private void enqueue(WorkRequest request) {
    if (!isLocallyAllowed(request)) {
      finish(request, CompletionStatus.LOCAL_PROTECTION_ERROR);
      return;
    }
    if (waiting.isEmpty()) {
      waitingSinceNanos = domain.nanoTime();
      domain.addWaiting(1);
    }
    waiting.add(Waiting.of(request, domain.own().file()));
  }

  /** Executes what has waited for the peer's half, or gives up on it. */
  void resume(long nowNanos) {
    Initiator connected = initiator;
    if (waiting.isEmpty() || connected == null) {
      return;
    }
    if (connected.mustWait()) {
      if (nowNanos - waitingSinceNanos >= domain.config().retryNanos()) {
        finish(takeWaiting().request(), CompletionStatus.RETRY_EXCEEDED);
      }
      return;
    }
    connectedBothWays = true;
    while (!waiting.isEmpty()) {
      Waiting next = takeWaiting();
      finish(next.request(), connected.execute(next.request(), next.local()));
    }
  }

  private Waiting takeWaiting() {
    Waiting first = waiting.remove();
    if (waiting.isEmpty()) {
      domain.addWaiting(-1);
    }
    return first;
  }

  /** A completion has been polled that stands for so many requests of this queue pair. */
  void polled(int requests) {
    outstanding -= requests;
    giveBackRoom();
  }

  @Override
  public int outstanding() {
    return outstanding;
  }

  @Override
  public void toError() {
    if (state == QueuePairState.ERROR || state == QueuePairState.DESTROYED) {
      return;
    }
    state = QueuePairState.ERROR;
    outstanding -= unreported;
    unreported = 0;
    publishState(Layout.STATE_ERROR);
    fence = new OperationFence(domain.own(), slot(), slot() + 1);
    while (!waiting.isEmpty()) {
      finish(takeWaiting().request(), CompletionStatus.WORK_REQUEST_FLUSHED);
    }
  }

  @Override
  public boolean destroy() {
    toError();
    OperationFence begun = fence;
    if (state == QueuePairState.DESTROYED || begun == null) {
      return true;
    }
    if (!begun.isPassed() && !domain.peerEnded()) {
      return false;
    }
    state = QueuePairState.DESTROYED;
    publishState(Layout.STATE_FREE);
    domain.remove(this);
    giveBackRoom();
    return true;
  }

  private void giveBackRoom() {
    if (state == QueuePairState.DESTROYED && outstanding == 0) {
      completions.local().unreserve(config.sendDepth());
    }
  }
}
