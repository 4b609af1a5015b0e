// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.simulator.Seeds;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The initiator's half. What is under way goes on whatever becomes of this half: an error, or its
 * destruction, is news for its owner and not for the packets. Requests arrive in the order of their
 * posts and complete in it.
 */
public final class HostileQueuePair implements QueuePair {
  private static final int MAGIC = 0x484f5354;

  private final HostileDomain domain;
  private final QueuePairConfig config;
  private final int number;

  /** Not executed yet, in the order of their posts; those that are over are late copies. */
  private final ArrayDeque<Flight> underWay = new ArrayDeque<>();

  /** Not completed yet, in the order of their posts. */
  private final ArrayDeque<Flight> pending = new ArrayDeque<>();

  private QueuePairState state = QueuePairState.INIT;
  private int remoteNumber = -1;
  private int posted;
  private int outstanding;

  HostileQueuePair(HostileDomain domain, QueuePairConfig config, int number) {
    this.domain = domain;
    this.config = config;
    this.number = number;
  }

  public HostileDomain domain() {
    return domain;
  }

  public Path path() {
    return config.path();
  }

  QueuePairConfig config() {
    return config;
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
    return state;
  }

  @Override
  public byte[] address() {
    return ByteBuffer.allocate(2 * Integer.BYTES).putInt(MAGIC).putInt(number).array();
  }

  @Override
  public void prepareToReceive(byte[] remoteAddress) {
    ByteBuffer address = ByteBuffer.wrap(remoteAddress);
    if (address.remaining() != 2 * Integer.BYTES || address.getInt() != MAGIC) {
      throw new IllegalArgumentException("not an address of this provider");
    }
    check(QueuePairState.INIT);
    remoteNumber = address.getInt();
    state = QueuePairState.READY_TO_RECEIVE;
  }

  @Override
  public void readyToSend() {
    check(QueuePairState.READY_TO_RECEIVE);
    state = QueuePairState.READY_TO_SEND;
  }

  private void check(QueuePairState wanted) {
    if (state != wanted) {
      throw new IllegalStateException("queue pair " + number + " is in " + state);
    }
  }

  @Override
  public PostStatus post(WorkRequest request) {
    if (state != QueuePairState.READY_TO_SEND && state != QueuePairState.ERROR) {
      return PostStatus.NOT_READY;
    }
    if (!isAdmitted(request)) {
      return PostStatus.INVALID;
    }
    if (outstanding == config.sendDepth()) {
      return PostStatus.QUEUE_FULL;
    }
    outstanding++;
    Flight flight = new Flight(request, posted++);
    pending.add(flight);
    if (state == QueuePairState.READY_TO_SEND) {
      underWay.add(flight);
      domain.fabric().hands().onPosted(this, flight);
    } else {
      domain.fabric().hands().onBroken(this);
    }
    return PostStatus.POSTED;
  }

  private boolean isAdmitted(WorkRequest request) {
    Opcode opcode = request.opcode();
    boolean known = opcode == Opcode.SEND || opcode == Opcode.WRITE || opcode == Opcode.READ;
    return known && domain.capabilities().admits(request) && isLocalMemoryGood(request);
  }

  private boolean isLocalMemoryGood(WorkRequest request) {
    if (request.localRegion() == null) {
      return true;
    }
    return request.localRegion() instanceof HostileRegion local
        && local.domain() == domain
        && local.contains(request.localOffset(), request.length())
        && (!request.opcode().fetches() || local.allows(Access.LOCAL_WRITE));
  }

  /** Whether a request is on its way to a half that is there, or will never be again. */
  public boolean mayExecute() {
    return !underWay.isEmpty() && !Arrival.isAwaited(this);
  }

  /** The oldest request under way; there must be one. */
  public Flight oldest() {
    return underWay.element();
  }

  /** The oldest request under way arrives at the peer's half. */
  public Flight execute() {
    Flight flight = underWay.remove();
    flight.executions++;
    flight.outcome = Arrival.of(this, flight);
    return flight;
  }

  /** A one-sided request that was executed, and not acknowledged, is executed once more. */
  public void executeAgain(Flight flight) {
    if (!flight.succeeded && flight.executions > 0 && flight.opcode != Opcode.SEND) {
      flight.executions++;
      Arrival.of(this, flight);
    }
  }

  /** Whether the answer to the oldest request has come. */
  public boolean mayComplete() {
    return state == QueuePairState.READY_TO_SEND
        && !pending.isEmpty()
        && pending.element().executions > 0
        && !pending.element().unanswered;
  }

  /** The oldest request without a completion; there must be one. */
  public Flight next() {
    return pending.element();
  }

  /** Requests that have not arrived. */
  public int underWay() {
    return underWay.size();
  }

  /** Requests without a completion. */
  public int pending() {
    return pending.size();
  }

  /** The oldest request completes as it was executed. */
  public void complete() {
    Flight flight = pending.remove();
    finish(flight, flight.outcome);
    if (flight.outcome != CompletionStatus.SUCCESS) {
      enterError();
    }
  }

  /** The oldest request has been sent again in vain for long enough; executed or not, it fails. */
  public void giveUp() {
    if (state == QueuePairState.READY_TO_SEND && !pending.isEmpty()) {
      finish(pending.remove(), CompletionStatus.RETRY_EXCEEDED);
      enterError();
    }
  }

  /** Whether requests wait to be flushed; they must be, in the end. */
  public boolean mayFlush() {
    return state == QueuePairState.ERROR && !pending.isEmpty();
  }

  /** What was not completed before the error completes as flushed. */
  public void flush() {
    while (!pending.isEmpty()) {
      finish(pending.remove(), CompletionStatus.WORK_REQUEST_FLUSHED);
    }
  }

  private void finish(Flight flight, CompletionStatus status) {
    flight.over = true;
    flight.succeeded = status == CompletionStatus.SUCCESS;
    ((HostileCompletionQueue) config.sendCompletions()).sent(this, flight, status);
  }

  void polled() {
    outstanding--;
  }

  @Override
  public int outstanding() {
    return outstanding;
  }

  @Override
  public void toError() {
    enterError();
  }

  void enterError() {
    if (state != QueuePairState.ERROR && state != QueuePairState.DESTROYED) {
      state = QueuePairState.ERROR;
      domain.fabric().hands().onBroken(this);
    }
  }

  /** Completions that were still hidden are there when this has answered true. */
  @Override
  public boolean destroy() {
    if (state == QueuePairState.DESTROYED) {
      return true;
    }
    enterError();
    if (domain.fabric().hands().refusesDestruction(this)) {
      return false;
    }
    flush();
    state = QueuePairState.DESTROYED;
    ((HostileCompletionQueue) config.sendCompletions()).reveal();
    ((HostileCompletionQueue) config.receiveCompletions()).reveal();
    domain.remove(this);
    return true;
  }

  /** A number of all that this half will do depends on. */
  public long digest() {
    long digest = Seeds.mix(number * 8L + stateCode());
    digest = Seeds.mix(digest + ((long) posted << Integer.SIZE) + underWay.size());
    for (Flight flight : pending) {
      digest = Seeds.mix(digest + flight.digest());
    }
    for (Flight flight : underWay) {
      digest = Seeds.mix(digest + flight.digest());
    }
    return digest;
  }

  @SuppressWarnings("EnumOrdinal") // of this process only
  private int stateCode() {
    return state.ordinal();
  }

  boolean isSpent() {
    return state == QueuePairState.DESTROYED && underWay.isEmpty();
  }
}
