// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import io.sennit.base.ProcessorUse;
import io.sennit.base.Randomness;
import io.sennit.rpc.AdmissionReport;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Calls that come at random moments to a server with a thread for each, in virtual time: threads
 * wait for others first, then share the processors evenly, also when their callers have given up.
 * For one thread.
 */
final class SharingModel {
  private static final long SECOND = 1_000_000_000L;
  private static final long TICK = 10_000_000;
  private static final long NEVER = Long.MAX_VALUE / 2;

  /**
   * What comes, and what it takes.
   *
   * @param left of the processors, by others on the machine, 0 to 1
   * @param computeNanos that a call takes of a processor
   * @param waitNanos that its handler waits before
   * @param deadlineNanos of all calls; {@link Long#MAX_VALUE}: none
   */
  record Load(int processors, double left, long computeNanos, long waitNanos, long deadlineNanos) {
    double capacity() {
      return processors * left * SECOND / computeNanos;
    }
  }

  /** What became of the calls. */
  record Outcome(int offered, int inTime, int refused, AdmissionReport report) {}

  private static final class Call {
    final Permit permit;
    final long deadlineNanos;
    final long readyNanos;
    double finish;
    boolean ended;

    Call(Permit permit, long deadlineNanos, long readyNanos) {
      this.permit = permit;
      this.deadlineNanos = deadlineNanos;
      this.readyNanos = readyNanos;
    }
  }

  private final Load load;
  private final Admission admission;
  private final Randomness randomness = Randomness.seeded(7);
  /** In the order in which they came, which is that of their deadlines and of their waits, too. */
  private final ArrayDeque<Call> open = new ArrayDeque<>();

  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private final PriorityQueue<Call> computing =
      new PriorityQueue<>(Comparator.comparingDouble(call -> call.finish));
  private long nowNanos;
  /** What each of those that compute has had since the beginning. */
  private double served;

  private double usedNanos;
  private int offered;
  private int inTime;
  private int refused;

  SharingModel(Load load, AdmissionConfig config) {
    this.load = load;
    admission = new Admission(config, Map.of(), this::sample);
    admission.know(QueueModel.METHOD);
  }

  /** The thread that asks runs for a hundredth of the time, and others keep it waiting. */
  private ProcessorUse.Sample sample() {
    long ranNanos = nowNanos / 100;
    return new ProcessorUse.Sample(
        load.processors(), (long) usedNanos / TICK * TICK, 1, ranNanos, (long)
            (ranNanos * (1 / load.left() - 1)));
  }

  /** Offers so much of the capacity for as long as so many calls take. */
  Outcome run(double share, int calls) {
    long endNanos = (long) (calls * SECOND / load.capacity());
    double meanGap = SECOND / (load.capacity() * share);
    long dueNanos = 0;
    while (dueNanos < endNanos) {
      dueNanos += (long) (-Math.log(1 - unit()) * meanGap) + 1;
      runUntil(dueNanos);
      arrive();
    }
    AdmissionReport report = admission.report("model", nowNanos);
    runUntil(NEVER);
    return new Outcome(offered, inTime, refused, report);
  }

  private double unit() {
    return (randomness.nextLong() >>> 11) * 0x1.0p-53;
  }

  private void arrive() {
    offered++;
    long timeout = load.deadlineNanos();
    Permit permit = admission.admit(QueueModel.METHOD, timeout, true, nowNanos);
    if (permit.refusal().isPresent()
        || permit.enter(nowNanos).isPresent()
        || permit.start(nowNanos).isPresent()) {
      permit.end(Permit.End.OTHER, nowNanos);
      refused++;
      takeFromAll(load.computeNanos() / 100.0);
      return;
    }
    permit.works(nowNanos);
    long deadline = timeout == Long.MAX_VALUE ? NEVER : nowNanos + timeout;
    Call call = new Call(permit, deadline, nowNanos + load.waitNanos());
    open.add(call);
    waiting.add(call);
  }

  /** A refusal costs a hundredth of a call. */
  private void takeFromAll(double nanos) {
    served -= computing.isEmpty() ? 0 : nanos / computing.size();
  }

  private void runUntil(long endNanos) {
    while (true) {
      long readyNanos = waiting.isEmpty() ? NEVER : waiting.peek().readyNanos;
      long expiryNanos = nextExpiryNanos();
      long doneNanos = nextDoneNanos();
      long nextNanos = Math.min(Math.min(readyNanos, expiryNanos), doneNanos);
      if (nextNanos > endNanos || nextNanos == NEVER) {
        advance(Math.min(endNanos, Math.max(nowNanos, nextNanos)));
        return;
      }
      advance(nextNanos);
      if (nextNanos == readyNanos) {
        compute(waiting.remove());
      } else if (nextNanos == doneNanos) {
        done(computing.remove());
      } else {
        end(open.remove(), Permit.End.BROKEN_OFF);
      }
    }
  }

  private long nextExpiryNanos() {
    while (!open.isEmpty() && open.peek().ended) {
      open.remove();
    }
    return open.isEmpty() ? NEVER : open.peek().deadlineNanos;
  }

  private long nextDoneNanos() {
    return computing.isEmpty()
        ? NEVER
        : nowNanos + (long) Math.ceil(Math.max(0, computing.peek().finish - served) / pace());
  }

  /** Of one that computes. */
  private double pace() {
    return Math.min(1, load.processors() * load.left() / computing.size());
  }

  private void advance(long toNanos) {
    if (!computing.isEmpty()) {
      double nanos = (toNanos - nowNanos) * pace();
      served += nanos;
      usedNanos += nanos * computing.size();
    }
    nowNanos = toNanos;
  }

  private void compute(Call call) {
    call.finish = served + load.computeNanos();
    computing.add(call);
  }

  private void done(Call call) {
    if (!call.ended) {
      inTime++;
      end(call, Permit.End.ANSWERED);
    }
    call.permit.rested(nowNanos);
  }

  private void end(Call call, Permit.End how) {
    call.ended = true;
    call.permit.end(how, nowNanos);
  }
}
