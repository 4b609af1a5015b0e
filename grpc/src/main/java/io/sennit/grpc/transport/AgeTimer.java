// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.LogExceptionRunnable;
import io.grpc.internal.MaxConnectionIdleManager;
import io.sennit.base.Clock;
import io.sennit.rpc.stream.Session;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends a client away when its session has been idle, or alive, for long enough; see
 * {@link SessionAge}. Safe from any thread.
 */
final class AgeTimer {
  private static final int JITTER_BITS = 16;

  private final SessionAge age;
  private final Session session;
  private final ScheduledExecutorService scheduler;
  private final @Nullable MaxConnectionIdleManager idle;
  private @Nullable ScheduledFuture<?> next;
  private boolean ended;

  AgeTimer(SessionAge age, Session session, Clock clock, ScheduledExecutorService scheduler) {
    this.age = age;
    this.session = session;
    this.scheduler = scheduler;
    idle = age.idleNanos() == Long.MAX_VALUE
        ? null
        : new MaxConnectionIdleManager(age.idleNanos(), clock::nanoTime);
  }

  void start() {
    if (idle != null) {
      idle.start(session::shutdown, scheduler);
    }
    if (age.ageNanos() != Long.MAX_VALUE) {
      schedule(this::onAged, jittered(age.ageNanos()));
    }
  }

  void onUse(boolean active) {
    if (idle != null && active) {
      idle.onTransportActive();
    } else if (idle != null) {
      idle.onTransportIdle();
    }
  }

  void onTerminated() {
    if (idle != null) {
      idle.onTransportTermination();
    }
    cancel();
  }

  private void onAged() {
    session.shutdown();
    if (age.graceNanos() != Long.MAX_VALUE) {
      schedule(this::onGraceOver, age.graceNanos());
    }
  }

  private void onGraceOver() {
    session.shutdownNow("The session's longest age has passed, its grace too");
  }

  private synchronized void schedule(Runnable task, long delayNanos) {
    if (!ended) {
      next = scheduler.schedule(new LogExceptionRunnable(task), delayNanos, TimeUnit.NANOSECONDS);
    }
  }

  private synchronized void cancel() {
    ended = true;
    if (next != null) {
      next.cancel(false);
    }
  }

  /** From 0.9 to 1.1 times as long, so that clients do not all come back at once. */
  private long jittered(long nanos) {
    double fraction = (session.info().sessionId() & ((1 << JITTER_BITS) - 1)) / 65536.0;
    return (long) (nanos * (0.9 + 0.2 * fraction));
  }
}
