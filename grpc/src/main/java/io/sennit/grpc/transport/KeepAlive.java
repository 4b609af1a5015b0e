// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.KeepAliveManager.KeepAlivePinger;
import io.grpc.internal.LogExceptionRunnable;
import io.sennit.base.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * gRPC's keep-alive of one transport, or none: pings a peer that has been silent for a while, and
 * gives the transport up if no answer comes. gRPC's own {@code KeepAliveManager} does the same by
 * the system's clock only. Safe from any thread; the pinger is called without a lock.
 */
final class KeepAlive {
  private final KeepAlivePinger pinger;
  private final KeepAliveSettings settings;
  private final Clock clock;
  private final ScheduledExecutorService scheduler;
  private long heardNanos;

  /** Whether the peer is asked when it has been silent for long enough. */
  private boolean active;

  /** Whether a ping is out that has not been answered. */
  private boolean asked;

  private boolean ended;

  /** When there is something to do: to ask, or to give up. */
  private @Nullable ScheduledFuture<?> next;

  KeepAlive(
      KeepAlivePinger pinger,
      KeepAliveSettings settings,
      Clock clock,
      ScheduledExecutorService scheduler) {
    this.pinger = pinger;
    this.settings = settings;
    this.clock = clock;
    this.scheduler = scheduler;
    heardNanos = clock.nanoTime();
    ended = !settings.isOn();
  }

  synchronized void onStarted() {
    active = settings.withoutCalls();
    waitForSilence();
  }

  /** A transport without calls is not asked, unless that was wished. */
  synchronized void onUse(boolean inUse) {
    active = inUse || settings.withoutCalls();
    waitForSilence();
  }

  /** Something came. What waits already is not moved each time, but looks again when it is due. */
  synchronized void onActivity() {
    if (ended) {
      return;
    }
    heardNanos = clock.nanoTime();
    if (asked) {
      asked = false;
      cancel();
      waitForSilence();
    }
  }

  synchronized void onTerminated() {
    ended = true;
    cancel();
  }

  private void waitForSilence() {
    if (active && !ended && next == null) {
      schedule(this::onDue, heardNanos + settings.timeNanos() - clock.nanoTime());
    }
  }

  private void onDue() {
    if (isSilent()) {
      pinger.ping();
    }
  }

  private synchronized boolean isSilent() {
    next = null;
    boolean silent = clock.nanoTime() - heardNanos >= settings.timeNanos();
    if (ended || !active || !silent) {
      waitForSilence();
      return false;
    }
    asked = true;
    schedule(this::onTimeout, settings.timeoutNanos());
    return true;
  }

  private void onTimeout() {
    if (isUnanswered()) {
      pinger.onPingTimeout();
    }
  }

  private synchronized boolean isUnanswered() {
    boolean unanswered = asked && !ended;
    ended |= unanswered;
    return unanswered;
  }

  private void schedule(Runnable task, long delayNanos) {
    next = scheduler.schedule(new LogExceptionRunnable(task), delayNanos, TimeUnit.NANOSECONDS);
  }

  private void cancel() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }

  /** Counts the pings. */
  record Pinger(KeepAlivePinger pinger, TransportCounters counters) implements KeepAlivePinger {
    @Override
    public void ping() {
      counters.onKeepAlive();
      pinger.ping();
    }

    @Override
    public void onPingTimeout() {
      pinger.onPingTimeout();
    }
  }
}
