// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopWaiter;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a blocking writer back while its stream is not ready. One writer at a time; {@link #open}
 * is safe from any thread.
 */
final class SendGate {
  private final Supplier<LoopWaiter> waiters;
  private volatile @Nullable LoopWaiter writer;

  SendGate(Supplier<LoopWaiter> waiters) {
    this.waiters = waiters;
  }

  /** Something changed: the writer looks again. */
  void open() {
    LoopWaiter waiting = writer;
    if (waiting != null) {
      waiting.signal();
    }
  }

  /** Waits until one may write. */
  void pass(BooleanSupplier mayPass) throws InterruptedException {
    while (!mayPass.getAsBoolean()) {
      LoopWaiter waiter = waiters.get();
      writer = waiter;
      // Looked at again after the waiter can be seen: no change is missed between the two.
      if (!mayPass.getAsBoolean()) {
        waiter.await(Long.MAX_VALUE);
      }
      writer = null;
    }
  }
}
