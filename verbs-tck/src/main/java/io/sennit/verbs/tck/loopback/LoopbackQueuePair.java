// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.util.ArrayDeque;

/**
 * The initiator's state machine; what a responder does is in {@link Responder}. Guarded by the
 * fabric.
 */
final class LoopbackQueuePair implements QueuePair {
  private final LoopbackDomain domain;
  private final QueuePairConfig config;
  private final int number;
  private final LoopbackPath bothWays;
  private final LoopbackPath thisWay;

  /** Not yet completed, in the order of their posts. */
  private final ArrayDeque<Operation> pending = new ArrayDeque<>();

  /** Not yet executed, in the order of their posts; completed ones among them are late copies. */
  private final ArrayDeque<Operation> wire = new ArrayDeque<>();

  /** Posted while draining; they are pending too. */
  private final ArrayDeque<Operation> parked = new ArrayDeque<>();

  private final ArrayDeque<Operation> duplicates = new ArrayDeque<>();
  private QueuePairState state = QueuePairState.INIT;
  private int remoteNumber = -1;
  private int outstanding;
  private boolean drainTold;

  /** Unsignalled requests that are over, since the latest completion. */
  private int unreported;

  private int frozen;
  private boolean broken;
  private long lastDueNanos;
  private final PortMoves.Seen addresses;

  LoopbackQueuePair(LoopbackDomain domain, QueuePairConfig config, int number) {
    this.domain = domain;
    this.config = config;
    this.number = number;
    bothWays = domain.fabric().path(config.path().routeLabel());
    thisWay = domain.path(config.path().routeLabel());
    addresses = domain.moves().now(config.path());
  }

  QueuePairConfig config() {
    return config;
  }

  LoopbackDomain domain() {
    return domain;
  }

  int remoteNumber() {
    return remoteNumber;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public QueuePairState state() {
    synchronized (domain.fabric()) {
      return state;
    }
  }

  @Override
  public byte[] address() {
    return LoopbackAddress.encode(number);
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    synchronized (domain.fabric()) {
      int remote = LoopbackAddress.decode(remoteAddress);
      if (state != QueuePairState.INIT) {
        throw new IllegalStateException("queue pair " + number + " is in " + state + ", not INIT");
      }
      remoteNumber = remote;
      state = QueuePairState.READY_TO_RECEIVE;
      domain.fabric().queuePairs(other -> other.awaits(this)).forEach(LoopbackQueuePair::resume);
    }
  }

  @Override
  public void readyToSend() {
    synchronized (domain.fabric()) {
      check(QueuePairState.READY_TO_RECEIVE, QueuePairState.SEND_QUEUE_DRAIN);
      state = QueuePairState.READY_TO_SEND;
      while (!parked.isEmpty()) {
        launch(parked.remove());
      }
    }
  }

  @Override
  public void drain() {
    synchronized (domain.fabric()) {
      check(QueuePairState.READY_TO_SEND, QueuePairState.READY_TO_SEND);
      state = QueuePairState.SEND_QUEUE_DRAIN;
      drainTold = false;
      tellIfDrained();
    }
  }

  private void tellIfDrained() {
    if (!drainTold && isDrained()) {
      drainTold = true;
      domain.tell(AsyncEvent.Kind.SEND_QUEUE_DRAINED, this);
    }
  }

  private void check(QueuePairState one, QueuePairState other) {
    if (state != one && state != other) {
      throw new IllegalStateException("queue pair " + number + " is in " + state);
    }
  }

  @Override
  public boolean isDrained() {
    synchronized (domain.fabric()) {
      return state == QueuePairState.SEND_QUEUE_DRAIN && pending.size() == parked.size();
    }
  }

  /** Whether the peer's requests are served. */
  boolean serves() {
    return state == QueuePairState.READY_TO_RECEIVE
        || state == QueuePairState.READY_TO_SEND
        || state == QueuePairState.SEND_QUEUE_DRAIN;
  }

  private boolean awaits(LoopbackQueuePair other) {
    return domain.peer() == other.domain && remoteNumber == other.number;
  }

  @Override
  public PostStatus post(WorkRequest request) {
    synchronized (domain.fabric()) {
      if (state == QueuePairState.INIT
          || state == QueuePairState.READY_TO_RECEIVE
          || state == QueuePairState.DESTROYED) {
        return PostStatus.NOT_READY;
      }
      if (!domain.capabilities().admits(request)) {
        return PostStatus.INVALID;
      }
      if (outstanding == config.sendDepth()) {
        return PostStatus.QUEUE_FULL;
      }
      outstanding++;
      start(new Operation(request));
      return PostStatus.POSTED;
    }
  }

  private void start(Operation operation) {
    if (state == QueuePairState.ERROR) {
      complete(operation, CompletionStatus.WORK_REQUEST_FLUSHED);
      return;
    }
    pending.add(operation);
    if (state == QueuePairState.SEND_QUEUE_DRAIN) {
      operation.capture();
      parked.add(operation);
    } else {
      launch(operation);
    }
  }

  private void launch(Operation operation) {
    if (broken) {
      return;
    }
    operation.fate = nextFate();
    long latencyNanos = bothWays.nextLatencyNanos() + thisWay.nextLatencyNanos();
    LoopbackPath line = operation.opcode == Opcode.READ ? thatWay() : thisWay;
    long throughNanos = line.throughNanos(operation.length, bothWays);
    lastDueNanos = Math.max(lastDueNanos, throughNanos + latencyNanos);
    operation.dueNanos = lastDueNanos;
    wire.add(operation);
    resume();
    if (!operation.executed && !operation.completed) {
      operation.late = true;
      operation.capture();
    }
  }

  private LoopbackPath thatWay() {
    return domain.peer().path(config.path().routeLabel());
  }

  private Operation.Fate nextFate() {
    Operation.Fate fate = thisWay.nextFate();
    return fate == Operation.Fate.ARRIVES ? bothWays.nextFate() : fate;
  }

  /** Executes what may run now, and completes what may complete now. */
  void resume() {
    settle();
    while (mayRun() && !domain.fabric().isStepping()) {
      step();
    }
  }

  boolean mayRun() {
    return !wire.isEmpty()
        && !bothWays.isHolding()
        && !thisWay.isHolding()
        && !isSwallowed()
        && wire.element().dueNanos <= domain.fabric().nowNanos()
        && !Responder.isAwaited(this);
  }

  /**
   * When the oldest request under way arrives, if no fault holds it; else {@code Long.MAX_VALUE}.
   */
  long dueNanos() {
    boolean stuck = bothWays.isHolding() || thisWay.isHolding() || isSwallowed();
    return wire.isEmpty() || stuck ? Long.MAX_VALUE : wire.element().dueNanos;
  }

  /** Executes the oldest request under way. */
  void step() {
    execute(wire.remove());
    settle();
  }

  private boolean isSwallowed() {
    return bothWays.isSwallowing() || thisWay.isSwallowing() || isStale() || isPeerStale();
  }

  /** One of its ports has another address than when it was made. */
  private boolean isStale() {
    return domain.moves().isStale(config.path(), addresses, domain.peer().moves());
  }

  private boolean isPeerStale() {
    LoopbackQueuePair remote = domain.peer().queuePair(remoteNumber);
    return remote != null && remote.isStale();
  }

  private void execute(Operation operation) {
    operation.executed = true;
    operation.outcome = switch (operation.fate) {
      case DROPPED -> CompletionStatus.RETRY_EXCEEDED;
      case REFUSED -> CompletionStatus.REMOTE_OPERATION_ERROR;
      case DISPLACED -> CompletionStatus.SUCCESS;
      case ARRIVES -> attempt(operation);
      case COMPLETION_LOST -> lose(attempt(operation));
      case DUPLICATED -> {
        CompletionStatus first = attempt(operation);
        keepDuplicate(operation, first);
        yield lose(first);
      }
    };
    if (operation.outcome != CompletionStatus.SUCCESS && !operation.completed) {
      // A responder takes nothing that comes after a request it did not acknowledge.
      broken = true;
      wire.clear();
    }
  }

  private static CompletionStatus lose(CompletionStatus status) {
    return status == CompletionStatus.SUCCESS ? CompletionStatus.RETRY_EXCEEDED : status;
  }

  private void keepDuplicate(Operation operation, CompletionStatus status) {
    boolean remembered = operation.opcode.isAnswered() && operation.opcode != Opcode.READ;
    if (status == CompletionStatus.SUCCESS && !remembered) {
      operation.capture();
      duplicates.push(operation);
    }
  }

  private CompletionStatus attempt(Operation operation) {
    if (operation.opcode.isLocal()) {
      return LocalOperations.execute(this, operation);
    }
    if (operation.completed || isLocallyAllowed(operation)) {
      return Responder.execute(this, operation);
    }
    return CompletionStatus.LOCAL_PROTECTION_ERROR;
  }

  private boolean isLocallyAllowed(Operation operation) {
    Access right = operation.opcode.fetches() ? Access.LOCAL_WRITE : null;
    return LocalRanges.areAllowed(operation.ranges, domain, right);
  }

  boolean rereadsSource() {
    boolean rereading = bothWays.isRereading() || thisWay.isRereading();
    return rereading && state != QueuePairState.DESTROYED;
  }

  private void settle() {
    boolean held = bothWays.isHoldingAcknowledgements() || thisWay.isHoldingAcknowledgements();
    while (!held && !pending.isEmpty() && pending.element().executed) {
      Operation operation = pending.remove();
      complete(operation, operation.outcome);
      if (operation.outcome != CompletionStatus.SUCCESS) {
        enterError();
      }
    }
  }

  private void complete(Operation operation, CompletionStatus status) {
    operation.completed = true;
    tellIfDrained();
    if (operation.unsignalled && status == CompletionStatus.SUCCESS) {
      unreported++;
      return;
    }
    operation.covers = 1 + unreported;
    unreported = 0;
    ((LoopbackCompletionQueue) config.sendCompletions()).pushSent(this, operation, status);
  }

  /** A completion left the completion queue that stands for so many requests. */
  void polled(int requests) {
    outstanding -= requests;
  }

  @Override
  public int outstanding() {
    synchronized (domain.fabric()) {
      return outstanding;
    }
  }

  int underWay() {
    return wire.size();
  }

  /** Whether nothing of it can ever be executed again. */
  boolean isSpent() {
    return state == QueuePairState.DESTROYED && wire.isEmpty() && duplicates.isEmpty();
  }

  void deliverDuplicates() {
    while (!duplicates.isEmpty()) {
      Operation duplicate = duplicates.pop();
      duplicate.late = true;
      duplicate.completed = true;
      attempt(duplicate);
    }
  }

  /** The first request fails as if nobody had answered; the copies under way stay there. */
  void giveUp() {
    if (!pending.isEmpty()) {
      complete(pending.remove(), CompletionStatus.RETRY_EXCEEDED);
      enterError();
    }
  }

  @Override
  public void toError() {
    synchronized (domain.fabric()) {
      enterError();
    }
  }

  void enterError() {
    if (state == QueuePairState.ERROR || state == QueuePairState.DESTROYED) {
      return;
    }
    state = QueuePairState.ERROR;
    outstanding -= unreported;
    unreported = 0;
    parked.clear();
    while (!pending.isEmpty()) {
      complete(pending.remove(), CompletionStatus.WORK_REQUEST_FLUSHED);
    }
    if (isSwallowed()) {
      wire.clear();
    }
    if (remoteNumber >= 0) {
      domain.tell(AsyncEvent.Kind.LAST_RECEIVE_REACHED, this);
    }
  }

  void freezeDestroy(int times) {
    frozen = times;
  }

  @Override
  public boolean destroy() {
    synchronized (domain.fabric()) {
      enterError();
      if (frozen > 0) {
        frozen--;
        return false;
      }
      vanish();
      return true;
    }
  }

  /** Ends without completions, as when its process dies. */
  void vanish() {
    if (state != QueuePairState.DESTROYED) {
      state = QueuePairState.DESTROYED;
      domain.unbindAll(this);
      domain.remove(this);
    }
  }
}
