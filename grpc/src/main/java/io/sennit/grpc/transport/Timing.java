// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.FixedObjectPool;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.ObjectPool;
import io.grpc.internal.SharedResourcePool;
import io.sennit.base.Clock;
import io.sennit.rpc.Platform;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The time that a channel or a server lives in.
 *
 * @param clock what its times are told by
 * @param virtual its timers, if its time is virtual; otherwise they are gRPC's
 */
public record Timing(Clock clock, Optional<ScheduledExecutorService> virtual) {
  /** That of a platform. */
  public static Timing of(Platform platform) {
    return new Timing(platform.loops().clock(), platform.timers());
  }

  /** The pool that transports borrow their timers from. */
  ObjectPool<ScheduledExecutorService> timers() {
    return virtual
        .<ObjectPool<ScheduledExecutorService>>map(FixedObjectPool::new)
        .orElseGet(() -> SharedResourcePool.forResource(GrpcUtil.TIMER_SERVICE));
  }
}
