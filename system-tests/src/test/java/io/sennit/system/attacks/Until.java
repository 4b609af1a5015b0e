// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.sennit.base.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A time to come; from any thread. */
final class Until {
  private final Clock clock = Clock.system();
  private final long startNanos = clock.nanoTime();
  private final long endNanos;

  private Until(Duration time) {
    endNanos = startNanos + time.toNanos();
  }

  static Until in(Duration time) {
    return new Until(time);
  }

  boolean isOver() {
    return clock.nanoTime() - endNanos >= 0;
  }

  /** Holds a rate: returns when the next of the things that happen that often is due. */
  void pace(long done, double perSecond) {
    long dueNanos = startNanos + (long) (done / perSecond * 1e9);
    waitUntil(Math.min(dueNanos, endNanos));
  }

  /** Returns when it is over. */
  void await() {
    waitUntil(endNanos);
  }

  private void waitUntil(long dueNanos) {
    for (long left = dueNanos - clock.nanoTime(); left > 0; left = dueNanos - clock.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
  }
}
