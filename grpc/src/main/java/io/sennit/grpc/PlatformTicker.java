// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.Deadline;
import io.sennit.base.Clock;
import io.sennit.rpc.Platform;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells gRPC's deadlines the time of a platform, for calls on a simulated fabric:
 * {@code stub.withDeadline(Deadline.after(500, MILLISECONDS, PlatformTicker.of(host)))}.
 */
public final class PlatformTicker extends Deadline.Ticker {
  /** One ticker per clock: gRPC only compares deadlines of the same ticker. */
  private static final Map<Clock, WeakReference<PlatformTicker>> KNOWN = new WeakHashMap<>();

  private final Clock clock;

  private PlatformTicker(Clock clock) {
    this.clock = clock;
  }

  /**
   * That of a platform: the same for all hosts of a fabric, and gRPC's own for this process. Safe
   * from any thread.
   */
  public static Deadline.Ticker of(Platform platform) {
    return platform.timers().isEmpty()
        ? Deadline.getSystemTicker()
        : of(platform.loops().clock());
  }

  private static Deadline.Ticker of(Clock clock) {
    synchronized (KNOWN) {
      WeakReference<PlatformTicker> known = KNOWN.get(clock);
      @Nullable PlatformTicker ticker = known == null ? null : known.get();
      if (ticker == null) {
        ticker = new PlatformTicker(clock);
        KNOWN.put(clock, new WeakReference<>(ticker));
      }
      return ticker;
    }
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }
}
