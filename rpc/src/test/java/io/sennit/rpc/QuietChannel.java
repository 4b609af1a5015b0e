// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.verbs.CompletionChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A channel of a device that never completes anything: only wake-ups end a wait. */
final class QuietChannel implements CompletionChannel {
  private final Semaphore wakes = new Semaphore(0);

  @Override
  public boolean await(long timeoutNanos) {
    try {
      boolean woken = wakes.tryAcquire(timeoutNanos, TimeUnit.NANOSECONDS);
      wakes.drainPermits();
      return woken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void wake() {
    wakes.release();
  }

  @Override
  public void close() {}
}
