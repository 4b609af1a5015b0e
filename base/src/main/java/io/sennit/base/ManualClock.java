// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when told to: for tests and simulation. Safe from any thread. */
public final class ManualClock implements Clock {
  private final AtomicLong nowNanos = new AtomicLong();

  /** Starts at zero. */
  public ManualClock() {}

  @Override
  public long nanoTime() {
    return nowNanos.get();
  }

  /** Moves time forward. */
  public void advance(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("time does not go back: " + nanos);
    }
    nowNanos.addAndGet(nanos);
  }
}
