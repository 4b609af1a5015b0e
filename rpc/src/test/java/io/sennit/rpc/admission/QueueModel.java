// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import io.sennit.base.Randomness;
import io.sennit.rpc.AdmissionReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Calls that come at random moments to an executor of some threads with one queue, in virtual time:
 * what a server with an {@link Admission} before it answers in time. For one thread.
 */
final class QueueModel {
  static final String METHOD = "a.Service/Method";
  private static final long SECOND = 1_000_000_000L;

  /**
   * What comes, and what it takes.
   *
   * @param threads of the executor
   * @param serviceNanos that a call takes of a thread, each time the same
   * @param deadlinesNanos of the calls, as chance will; {@link Long#MAX_VALUE}: none
   * @param refusalNanos of a thread's time that a refusal takes of all
   */
  record Load(int threads, long serviceNanos, List<Long> deadlinesNanos, long refusalNanos) {
    long nanosOf(int calls) {
      return calls * serviceNanos / threads;
    }

    double capacity() {
      return threads * (double) SECOND / serviceNanos;
    }
  }

  /** Which of those that wait is next. */
  enum Order {
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  /**
   * What became of the calls.
   *
   * @param inTime answered before the deadline, by class of deadline
   * @param waste of a thread's time, spent on calls that were not answered in time
   * @param answerP99Nanos of those in time
   * @param refusedAfterP99Nanos that 99 of a hundred refused calls waited for it at most
   */
  record Outcome(
      int offered,
      List<Integer> inTime,
      int refused,
      double waste,
      long answerP99Nanos,
      long refusedAfterP99Nanos,
      AdmissionReport report) {
    int goodput() {
      return inTime.stream().mapToInt(Integer::intValue).sum();
    }
  }

  private static final class Call {
    final long atNanos;
    final int type;
    final long deadlineNanos;
    final Permit permit;

    Call(long atNanos, int type, long deadlineNanos, Permit permit) {
      this.atNanos = atNanos;
      this.type = type;
      this.deadlineNanos = deadlineNanos;
      this.permit = permit;
    }
  }

  private final Load load;
  private final Order order;
  private final Admission admission;
  private final Randomness randomness = Randomness.seeded(7);
  private final ArrayDeque<Call> queue = new ArrayDeque<>();
  /** When each busy thread is free. */
  private final PriorityQueue<Long> busy = new PriorityQueue<>();

  private final List<Integer> inTime = new ArrayList<>();
  private final List<Long> answers = new ArrayList<>();
  private final List<Long> refusals = new ArrayList<>();
  private long wastedNanos;
  private long debtNanos;
  private int offered;

  QueueModel(Load load, AdmissionConfig config, Order order) {
    this.load = load;
    this.order = order;
    admission = new Admission(config, Map.of());
    admission.know(METHOD);
    load.deadlinesNanos().forEach(deadline -> inTime.add(0));
  }

  /** Offers so much of the capacity for as long as so many calls take. */
  Outcome run(double share, int calls) {
    long nanos = load.nanosOf(calls);
    double meanGap = SECOND / (load.capacity() * share);
    long now = 0;
    while (now < nanos) {
      now += (long) (-Math.log(1 - unit()) * meanGap) + 1;
      runUntil(now);
      arrive(now);
    }
    runUntil(Long.MAX_VALUE / 2);
    return new Outcome(
        offered,
        List.copyOf(inTime),
        refusals.size(),
        wastedNanos / (double) (nanos * load.threads()),
        p99(answers),
        p99(refusals),
        admission.report("model", now));
  }

  private double unit() {
    return (randomness.nextLong() >>> 11) * 0x1.0p-53;
  }

  private void arrive(long now) {
    offered++;
    int type = randomness.nextInt(load.deadlinesNanos().size());
    long timeout = load.deadlinesNanos().get(type);
    long deadline = timeout == Long.MAX_VALUE ? timeout : now + timeout;
    Permit permit = admission.admit(this, METHOD, timeout, true, now);
    Call call = new Call(now, type, deadline, permit);
    if (permit.refusal().isPresent() || permit.enter(now).isPresent()) {
      refused(call, now);
      return;
    }
    queue.add(call);
    if (busy.size() < load.threads()) {
      next(now);
    }
  }

  private void runUntil(long now) {
    while (!busy.isEmpty() && busy.peek() <= now) {
      next(busy.remove());
    }
  }

  /** A thread is free. */
  private void next(long now) {
    while (!queue.isEmpty()) {
      Call call = order == Order.OLDEST_FIRST ? queue.removeFirst() : queue.removeLast();
      if (call.permit.start(now).isPresent()) {
        refused(call, now);
        continue;
      }
      long debt = Math.min(debtNanos, load.serviceNanos());
      debtNanos -= debt;
      long end = now + load.serviceNanos() + debt;
      busy.add(end);
      boolean late = end > call.deadlineNanos;
      call.permit.end(
          late ? Permit.End.BROKEN_OFF : Permit.End.ANSWERED, Math.min(end, call.deadlineNanos));
      answered(call, end);
      return;
    }
  }

  private void answered(Call call, long end) {
    if (end <= call.deadlineNanos) {
      inTime.set(call.type, inTime.get(call.type) + 1);
      answers.add(end - call.atNanos);
    } else {
      wastedNanos += load.serviceNanos();
    }
  }

  private void refused(Call call, long now) {
    call.permit.end(Permit.End.OTHER, now);
    refusals.add(now - call.atNanos);
    debtNanos += load.refusalNanos();
  }

  private static long p99(List<Long> values) {
    return values.isEmpty()
        ? 0
        : values.stream().sorted().skip(values.size() * 99L / 100).findFirst().orElse(0L);
  }
}
