// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a bootstrap takes of the bounds of its process, held by everything that it has set going:
 * the exchange of messages itself, invitations, a domain, a session that is being built or torn
 * down. Free when the last of them has let go. Safe from any thread.
 */
final class Place {
  private final AtomicInteger holders = new AtomicInteger(1);
  private final Runnable whenFree;

  /**
   * Held once, by the caller.
   *
   * @param whenFree run in the thread of whoever lets go last
   */
  Place(Runnable whenFree) {
    this.whenFree = whenFree;
  }

  /** Somebody else holds it, too; while it is held. */
  void hold() {
    if (holders.getAndIncrement() < 1) {
      throw new IllegalStateException("the place is free already");
    }
  }

  /** Once for each holder. */
  void letGo() {
    int left = holders.decrementAndGet();
    if (left < 0) {
      throw new IllegalStateException("let go more often than held");
    }
    if (left == 0) {
      whenFree.run();
    }
  }
}
