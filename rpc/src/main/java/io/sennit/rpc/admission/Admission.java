// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import io.sennit.rpc.AdmissionReport;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls a server takes. A call is refused at once, before its message is fetched,
 * where a bound of open calls is reached, or where calls wait for a thread and it would wait too
 * long for its deadline; where nobody waits, no call is refused for time. One that was taken and
 * whose deadline has passed while it waited, or cannot be kept any more, is not run.
 *
 * <p>What counts is the time from the hand-over to the executor until the handler starts, whatever
 * the executor is. How long handlers run does not: a call of many messages may go on for days, and
 * a handler that waits for others keeps nobody from running. (Limits that follow the run time, as
 * Netflix' concurrency-limits or brpc's automatic one, cannot tell that from overload.)
 *
 * <p>Time is given, by one clock for all. Safe from any thread.
 */
public final class Admission {
  private final AdmissionConfig config;
  private final Map<String, MethodLoad> methods = new HashMap<>();
  private final MethodLoad unknown;
  private final WaitEstimate wait;
  private final WaitingClients clients = new WaitingClients();
  private final DelayHistogram waits = new DelayHistogram();
  private final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
  private long admitted;
  private int open;

  /** @param limits of the calls of methods, by full name, over what {@code config} says */
  public Admission(AdmissionConfig config, Map<String, Integer> limits) {
    this.config = config;
    wait = new WaitEstimate(config);
    unknown = new MethodLoad(config.maxMethodCalls());
    limits.forEach((method, limit) -> methods.put(method, new MethodLoad(limit)));
  }

  /**
   * A method that this server has: its calls are counted apart. Calls of methods that nobody named
   * are counted together, so that names that clients make up take no memory.
   */
  public synchronized void know(String method) {
    methods.computeIfAbsent(method, name -> new MethodLoad(config.maxMethodCalls()));
  }

  /**
   * A call has come.
   *
   * @param client whose it is, by identity: one whose calls are few beside those of others that
   *     wait is not refused for their number
   * @param timeoutNanos until its deadline; {@link Long#MAX_VALUE}: none
   * @param waits whether it will wait for a thread, and not run on the one that asks
   * @return a permit, or a refusal; either way its {@link Permit#end} is called when the call ends
   */
  public synchronized Permit admit(
      Object client, String method, long timeoutNanos, boolean waits, long nowNanos) {
    MethodLoad load = methods.getOrDefault(method, unknown);
    boolean endless = timeoutNanos == Long.MAX_VALUE;
    Permit permit =
        new Permit(this, client, load, endless ? Long.MAX_VALUE : nowNanos + timeoutNanos);
    Refusal why = full(load);
    why = why == null && waits ? late(permit, nowNanos) : why;
    if (waits && !endless && timeoutNanos > 0) {
      wait.offered(timeoutNanos); // Counts for others only, or the impatient would be served last.
    }
    if (why != null) {
      refuse(permit, why);
      return permit;
    }
    admitted++;
    open++;
    load.opened();
    permit.opened = true;
    return permit;
  }

  private @Nullable Refusal full(MethodLoad load) {
    if (open >= config.maxCalls()) {
      return Refusal.SERVER_FULL;
    }
    return load.isFull() ? Refusal.METHOD_FULL : null;
  }

  /** Why a call must not begin to wait now. */
  private @Nullable Refusal late(Permit permit, long nowNanos) {
    boolean few = clients.hasFew(permit.client);
    if (wait.waiting() >= config.maxWaiting() && !few) {
      return Refusal.QUEUE_FULL;
    }
    if (wait.waiting() == 0 || !config.byTime() || permit.isEndless()) {
      return null;
    }
    long expectedNanos = wait.expectedNanos(nowNanos);
    long spareNanos = permit.leftNanos(nowNanos) - permit.load.serviceNanos();
    if (few) {
      return expectedNanos > spareNanos ? Refusal.TOO_LATE : null;
    }
    if (expectedNanos > wait.burstLimitNanos(spareNanos)) {
      return Refusal.TOO_LATE;
    }
    return wait.isStanding(nowNanos) && expectedNanos > wait.standingLimitNanos()
        ? Refusal.OVERLOADED
        : null;
  }

  synchronized Optional<Refusal> enter(Permit permit, long nowNanos) {
    if (permit.state != Permit.State.ADMITTED) {
      return Optional.of(permit.refusedOr(Refusal.EXPIRED));
    }
    Refusal why = late(permit, nowNanos);
    if (why != null) {
      return refuse(permit, why);
    }
    permit.state = Permit.State.WAITING;
    permit.sinceNanos = nowNanos;
    wait.entered(nowNanos);
    clients.entered(permit, wait.waiting());
    return Optional.empty();
  }

  synchronized Optional<Refusal> startAtOnce(Permit permit, long nowNanos) {
    if (permit.state != Permit.State.ADMITTED) {
      return Optional.of(permit.refusedOr(Refusal.EXPIRED));
    }
    if (permit.leftNanos(nowNanos) <= 0) {
      return refuse(permit, Refusal.EXPIRED);
    }
    permit.state = Permit.State.RUNNING;
    permit.sinceNanos = nowNanos;
    return Optional.empty();
  }

  synchronized Optional<Refusal> start(Permit permit, long nowNanos) {
    if (permit.state != Permit.State.WAITING) {
      return Optional.of(permit.refusedOr(Refusal.EXPIRED));
    }
    Refusal why = hopeless(permit, nowNanos);
    begin(permit, why, nowNanos);
    return Optional.ofNullable(why);
  }

  synchronized void started(Permit permit, long nowNanos) {
    if (permit.state == Permit.State.WAITING) {
      boolean over = permit.leftNanos(nowNanos) <= 0;
      begin(permit, over ? Refusal.EXPIRED : null, nowNanos);
    }
  }

  /** It waits no more. */
  private void begin(Permit permit, @Nullable Refusal why, long nowNanos) {
    waits.record(nowNanos - permit.sinceNanos);
    clients.left(permit);
    if (why != null) {
      wait.left(nowNanos);
      refuse(permit, why);
      return;
    }
    permit.state = Permit.State.RUNNING;
    permit.sinceNanos = nowNanos;
    wait.started(nowNanos);
  }

  /** Why a call that has waited is not worth running. */
  private @Nullable Refusal hopeless(Permit permit, long nowNanos) {
    if (permit.isEndless()) {
      return null;
    }
    long leftNanos = permit.leftNanos(nowNanos);
    if (leftNanos <= 0) {
      return Refusal.EXPIRED;
    }
    long serviceNanos = permit.load.serviceNanos();
    boolean waited = nowNanos - permit.sinceNanos > serviceNanos / 8;
    if (config.byTime() && waited && leftNanos < serviceNanos) {
      permit.load.doubted();
      return Refusal.TOO_LATE;
    }
    return null;
  }

  synchronized void end(Permit permit, Permit.End how, long nowNanos) {
    if (permit.state == Permit.State.WAITING) {
      clients.left(permit);
      wait.left(nowNanos);
      refused.merge(Refusal.EXPIRED, 1L, Long::sum);
    } else if (permit.state == Permit.State.RUNNING) {
      learn(permit.load, how, nowNanos - permit.sinceNanos);
    }
    permit.state = Permit.State.ENDED;
    if (permit.opened) {
      permit.opened = false;
      open--;
      permit.load.closed();
    }
  }

  private static void learn(MethodLoad load, Permit.End how, long nanos) {
    switch (how) {
      case ANSWERED -> load.served(nanos);
      case BROKEN_OFF -> load.tookMoreThan(nanos);
      case OTHER -> {}
    }
  }

  private Optional<Refusal> refuse(Permit permit, Refusal why) {
    permit.state = Permit.State.REFUSED;
    permit.refusal = why;
    refused.merge(why, 1L, Long::sum);
    return Optional.of(why);
  }

  /** Why, for the caller's people. */
  public synchronized String sentence(Refusal why, String method) {
    MethodLoad load = methods.getOrDefault(method, unknown);
    return switch (why) {
      case SERVER_FULL -> "the server has " + config.maxCalls() + " calls open, its limit";
      case METHOD_FULL ->
        "the server has " + load.limit() + " calls of " + method + " open, the limit of the method";
      case QUEUE_FULL ->
        "the server has " + config.maxWaiting() + " calls waiting for a thread, its limit";
      case OVERLOADED -> "the server is overloaded: " + wait.waiting() + " calls wait for a thread";
      case TOO_LATE ->
        "the server is busy: with " + wait.waiting()
            + " calls waiting for a thread, the deadline would be missed";
      case EXPIRED -> "the call ended while it waited for a thread";
    };
  }

  /**
   * What has been decided so far.
   *
   * @param server its name in the report
   */
  public synchronized AdmissionReport report(String server, long nowNanos) {
    return new AdmissionReport(
        server,
        admitted,
        open,
        wait.waiting(),
        count(Refusal.SERVER_FULL),
        count(Refusal.METHOD_FULL),
        count(Refusal.QUEUE_FULL),
        count(Refusal.OVERLOADED),
        count(Refusal.TOO_LATE),
        count(Refusal.EXPIRED),
        wait.expectedNanos(nowNanos),
        waits.percentile(50),
        waits.percentile(99));
  }

  private long count(Refusal why) {
    return refused.getOrDefault(why, 0L);
  }
}
