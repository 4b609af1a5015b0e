// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamEnd;
import io.sennit.rpc.stream.StreamEngine;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Task;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.host.HostProcess;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One side of a call: does its part of the plan at random moments, and checks what it hears. */
final class Talker implements StreamListener {
  private static final TraceEvent ENDED = TraceEvent.of("call", "id", "client", "code");
  private static final int FIRST_PACE_NANOS = 20_000;
  private static final int LAST_PACE_NANOS = 20_000_000;

  private final Workload workload;
  private final CallPlan plan;
  private final boolean client;
  private final HostProcess process;
  private final Optional<Line> line;
  private final Randomness random;
  private final Task act = this::act;
  private @Nullable RpcStream stream;
  private @Nullable StreamEnd end;
  private @Nullable Body target;
  private int pace = FIRST_PACE_NANOS;
  private int sent;
  private int received;
  private boolean finished;
  private boolean cancelled;
  private boolean lost;
  private long startNanos;
  private long cancelledNanos = Scheduler.NEVER;
  private long endNanos = Scheduler.NEVER;

  /**
   * One that has not begun.
   *
   * @param process where it lives
   * @param line of the client's side; empty for the server's
   */
  Talker(Workload workload, CallPlan plan, HostProcess process, Optional<Line> line) {
    this.workload = workload;
    this.plan = plan;
    this.process = process;
    this.line = line;
    client = line.isPresent();
    random = Randomness.seeded(plan.messageKey(client, -1));
  }

  /** Begins to talk. */
  void start(RpcStream opened) {
    stream = opened;
    startNanos = workload.scheduler().nanoTime();
    workload.scheduler().after(1 + random.nextInt(pace), act, 0);
  }

  /** A handle on the memory that the first answer may land in, filled with canaries. */
  void watch(Body newTarget) {
    target = newTarget;
  }

  CallPlan plan() {
    return plan;
  }

  /** How it ended; null while it is open. */
  @Nullable
  StreamEnd end() {
    return end;
  }

  int sent() {
    return sent;
  }

  int received() {
    return received;
  }

  boolean hasFinished() {
    return finished;
  }

  boolean isOf(HostProcess place) {
    return process == place;
  }

  /** Whether its process was killed. */
  boolean isDead() {
    return process.isOver();
  }

  /** Whether its session has ended before its time. */
  boolean hasLostItsSession() {
    return lost || line.filter(Line::hasFailed).isPresent();
  }

  /** Whether it goes on, although its deadline passed so long ago. */
  boolean isOverdue(long nanos) {
    return end == null
        && !isDead()
        && plan.timeoutNanos() != OpenCall.NO_TIMEOUT
        && workload.scheduler().nanoTime() - startNanos > plan.timeoutNanos() + nanos;
  }

  /** When its deadline passes or it was cancelled, whichever is first; NEVER if neither. */
  private long wantedEndNanos() {
    long deadlineNanos = plan.timeoutNanos() == OpenCall.NO_TIMEOUT
        ? Scheduler.NEVER
        : startNanos + plan.timeoutNanos();
    return Math.min(cancelledNanos, client ? deadlineNanos : Scheduler.NEVER);
  }

  /** How long after its deadline or its own cancel it ended; 0 or less if before. */
  long lateNanos() {
    return end == null ? 0 : endNanos - wantedEndNanos();
  }

  /** Whether its deadline passed at all. */
  boolean hasReachedDeadline() {
    return endNanos - startNanos >= plan.timeoutNanos();
  }

  boolean hasCancelled() {
    return cancelled;
  }

  private void act(long due) {
    RpcStream open = stream;
    if (end != null || open == null || isDead()) {
      return;
    }
    int dice = random.nextInt(100);
    CallPlan.Manners manners = plan.manners();
    if (dice < manners.cancels()) {
      cancelled = true;
      cancelledNanos = workload.scheduler().nanoTime();
      open.cancel(StatusCode.ABORTED, "enough");
    } else if (dice < manners.requests()) {
      open.request(1 + random.nextInt(3));
    } else if (sent < plan.messages(client).size()) {
      send(open);
    } else if (!finished) {
      finish(open);
    }
    pace = Math.min(LAST_PACE_NANOS, pace + pace / 8);
    workload.scheduler().after(1 + random.nextInt(pace), act, 0);
  }

  private void send(RpcStream open) {
    if (open.isReady()) {
      long key = plan.messageKey(client, sent);
      open.sendMessage(body(open, plan.messages(client).get(sent), key));
      sent++;
    }
  }

  private Body body(RpcStream open, int bytes, long key) {
    boolean pooled = random.nextBoolean() && bytes <= workload.mostPooledBytes();
    Body body = pooled
        ? Supplies.toSend(open.session().bodies(), bytes)
            .orElseGet(() -> Body.wrap(new byte[bytes]))
        : Body.wrap(new byte[bytes]);
    Pattern.fill(body.segment(), key);
    return body;
  }

  private void finish(RpcStream open) {
    finished = true;
    if (client) {
      open.halfClose();
    } else {
      open.end(StatusCode.NOT_FOUND, "end of " + plan.id(), Metadata.EMPTY);
    }
  }

  @Override
  public void onMessage(Body message) {
    workload.ledger().require(end == null, this + " hears a message after its end");
    int index = received++;
    if (workload.isSuspect()) {
      keep(message, 0, message.length(), ", what a liar may have sent");
      return;
    }
    if (index >= plan.messages(!client).size()) {
      workload.ledger().violated(this + " hears message " + index + ", which nobody sent");
      message.close();
      return;
    }
    int bytes = plan.messages(!client).get(index);
    workload
        .ledger()
        .require(
            message.length() == bytes,
            this + " hears message " + index + " of " + message.length() + " bytes, not " + bytes);
    follow(message);
    keep(message, plan.messageKey(!client, index), 0, ", message " + index);
  }

  private void follow(Body message) {
    RpcStream open = stream;
    if (open != null) {
      workload.sentry().follow(process, open.session().bodies(), message);
    }
  }

  /** An orderly end of its session is no reason for a call to fail. */
  private static boolean isLoss(StreamEnd end) {
    return end.code() == StatusCode.UNAVAILABLE
        && !end.description().contains(StreamEngine.SHUT_DOWN);
  }

  private void keep(Body body, long key, long from, String what) {
    workload.shelf().keep(new Shelf.Piece(process, body, key, from, this + what));
  }

  @Override
  public void onClosed(StreamEnd newEnd) {
    workload.ledger().require(end == null, this + " ends twice: " + end + " and " + newEnd);
    end = newEnd;
    endNanos = workload.scheduler().nanoTime();
    lost = isLoss(newEnd) && line.filter(Line::mayBeLost).isPresent();
    workload.closed(this);
    Body memory = target;
    target = null;
    if (memory != null) {
      // Where an answer may have been written, nothing is known of the first bytes.
      long written = workload.isSuspect()
          ? memory.length()
          : plan.answers().isEmpty() ? 0 : plan.answers().getFirst();
      keep(memory, plan.canaryKey(), Math.min(written, memory.length()), ", canaries");
    }
  }

  @SuppressWarnings("EnumOrdinal") // for the trace
  long[] traced() {
    StreamEnd known = end;
    return new long[] {
      plan.id(), client ? 1 : 0, known == null ? -1 : known.code().ordinal()
    };
  }

  static TraceEvent traceEvent() {
    return ENDED;
  }

  @Override
  public String toString() {
    return (client ? "client of call " : "server of call ") + workload.name() + "/" + plan.id();
  }
}
