// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ClientStreamTracer;
import io.grpc.Status;
import io.grpc.internal.ClientStream;
import io.grpc.internal.ClientStreamListener.RpcProgress;
import io.grpc.internal.LogExceptionRunnable;
import io.sennit.base.Clock;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls that come to a transport which takes none any more. A channel learns of that in its own
 * synchronization context, which may be busy, and sends calls here until then. It repeats each at
 * once, a thousand times at most, and then ends it INTERNAL; a processor does a thousand within
 * some milliseconds.
 *
 * <p>So a late call waits for a fraction of the time since the shutdown before it is given back:
 * the first ones for next to nothing, and none so often that a thousand would be too few. Safe from
 * any thread.
 */
final class LateCalls {
  /** A channel that has not noticed by then never will; its calls end UNAVAILABLE. */
  static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** With a fraction of a quarter, about a hundred repetitions from the first until they end. */
  private static final int FRACTION = 4;

  private static final long MIN_DELAY_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final Clock clock;
  private final ScheduledExecutorService scheduler;
  private volatile @Nullable Shutdown shutdown;

  private record Shutdown(Status cause, long sinceNanos) {}

  LateCalls(Clock clock, ScheduledExecutorService scheduler) {
    this.clock = clock;
    this.scheduler = scheduler;
  }

  /** No new calls; only the first cause counts. */
  synchronized void begin(Status cause) {
    if (shutdown == null) {
      shutdown = new Shutdown(cause, clock.nanoTime());
    }
  }

  /** Why no new calls are possible; null while they are. */
  @Nullable
  Status cause() {
    Shutdown known = shutdown;
    return known == null ? null : known.cause;
  }

  /** A call that is given back to the channel, which repeats it elsewhere; after {@link #begin}. */
  ClientStream newStream(ClientStreamTracer[] tracers) {
    Shutdown known = shutdown;
    if (known == null) {
      throw new IllegalStateException("calls are possible");
    }
    long elapsedNanos = clock.nanoTime() - known.sinceNanos;
    if (elapsedNanos > GIVE_UP_NANOS) {
      return new LateStream(known.cause, RpcProgress.PROCESSED, tracers, Runnable::run);
    }
    long delayNanos = Math.max(MIN_DELAY_NANOS, elapsedNanos / FRACTION);
    return new LateStream(
        known.cause, RpcProgress.MISCARRIED, tracers, end -> schedule(end, delayNanos));
  }

  private void schedule(Runnable end, long delayNanos) {
    Future<?> _ =
        scheduler.schedule(new LogExceptionRunnable(end), delayNanos, TimeUnit.NANOSECONDS);
  }
}
