// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.SynchronizationContext;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells when the first of some calls opened and the last one closed. News may be skipped when they
 * are undone at once, but the last word is always right. Safe from any thread.
 */
final class UseTracker {
  /** Hears changes in the context. */
  interface Listener {
    void onUse(boolean inUse);
  }

  private final SynchronizationContext context;
  private final Listener listener;
  private final AtomicInteger open = new AtomicInteger();
  private boolean told;

  UseTracker(SynchronizationContext context, Listener listener) {
    this.context = context;
    this.listener = listener;
  }

  void onOpened() {
    if (open.getAndIncrement() == 0) {
      context.execute(this::tell);
    }
  }

  void onClosed() {
    if (open.decrementAndGet() == 0) {
      context.execute(this::tell);
    }
  }

  private void tell() {
    boolean inUse = open.get() > 0;
    if (inUse != told) {
      told = inUse;
      listener.onUse(inUse);
    }
  }
}
