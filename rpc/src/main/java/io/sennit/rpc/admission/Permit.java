// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import java.util.Optional;

/**
 * One call's place in a server, from its coming to its end. Its holder calls {@link #enter} when
 * the call is handed to an executor, {@link #start} or {@link #started} where the handler would
 * begin, and {@link #end} when the call has ended, however that was. Safe from any thread; guarded
 * by its {@link Admission}.
 */
public final class Permit {
  /** What the time since {@link #start} means. */
  public enum End {
    /** One message was answered by another: it is what such calls take. */
    ANSWERED,
    /** One message was to be answered, and the deadline was first: such calls take longer. */
    BROKEN_OFF,
    /** Nothing. */
    OTHER
  }

  enum State {
    ADMITTED,
    WAITING,
    RUNNING,
    REFUSED,
    ENDED
  }

  final Object client;
  final MethodLoad load;
  State state = State.ADMITTED;
  Refusal refusal = Refusal.EXPIRED;
  boolean opened;
  /** Whether {@link WaitingClients} has it. */
  boolean counted;
  /** When it entered the queue, or was started. */
  long sinceNanos;

  private final Admission admission;
  private final long deadlineNanos;

  Permit(Admission admission, Object client, MethodLoad load, long deadlineNanos) {
    this.admission = admission;
    this.client = client;
    this.load = load;
    this.deadlineNanos = deadlineNanos;
  }

  /** Why the call was refused when it came; empty if it was not. */
  public Optional<Refusal> refusal() {
    synchronized (admission) {
      return state == State.REFUSED ? Optional.of(refusal) : Optional.empty();
    }
  }

  /**
   * The call waits for a thread from now on.
   *
   * @return why it must not; empty if it may
   */
  public Optional<Refusal> enter(long nowNanos) {
    return admission.enter(this, nowNanos);
  }

  /**
   * The handler runs on the thread that asks, without {@link #enter}.
   *
   * @return why it must not; empty if it may
   */
  public Optional<Refusal> startAtOnce(long nowNanos) {
    return admission.startAtOnce(this, nowNanos);
  }

  /**
   * The thread is there.
   *
   * @return why the handler must not run; empty if it may
   */
  public Optional<Refusal> start(long nowNanos) {
    return admission.start(this, nowNanos);
  }

  /**
   * The thread is there, and the handler runs if the call has not ended: nobody can keep it from
   * that any more.
   */
  public void started(long nowNanos) {
    admission.started(this, nowNanos);
  }

  /** The call has ended. Idempotent. */
  public void end(End how, long nowNanos) {
    admission.end(this, how, nowNanos);
  }

  boolean isEndless() {
    return deadlineNanos == Long.MAX_VALUE;
  }

  long leftNanos(long nowNanos) {
    return isEndless() ? Long.MAX_VALUE : deadlineNanos - nowNanos;
  }

  Refusal refusedOr(Refusal otherwise) {
    return state == State.REFUSED ? refusal : otherwise;
  }
}
