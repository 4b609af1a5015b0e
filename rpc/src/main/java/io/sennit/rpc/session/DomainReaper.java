// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.verbs.ProtectionDomain;

/**
 * Closes a domain that no braid took over; tries, ever less often, until the provider says that it
 * is closed.
 */
final class DomainReaper implements LoopAgent {
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final long LONGEST_PAUSE_NANOS = 100_000_000;

  private final SessionLoop loop;
  private final ProtectionDomain domain;
  private final Runnable whenClosed;
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long nextNanos;

  DomainReaper(SessionLoop loop, ProtectionDomain domain, Runnable whenClosed) {
    this.loop = loop;
    this.domain = domain;
    this.whenClosed = whenClosed;
  }

  /**
   * Has a loop close the domain; from any thread.
   *
   * @param whenClosed run on the loop
   */
  static void reap(
      StreamHost host, SessionLoop loop, ProtectionDomain domain, Runnable whenClosed) {
    if (!loop.offer(() -> reapHere(loop, domain, whenClosed))) {
      // No room in its queue now. A host that takes nothing more has been closed, as the loop is.
      host.execute(() -> host.at(
          host.clock().nanoTime() + LONGEST_PAUSE_NANOS,
          () -> reap(host, loop, domain, whenClosed)));
    }
  }

  /** The same; on the loop. */
  static void reapHere(SessionLoop loop, ProtectionDomain domain, Runnable whenClosed) {
    boolean closed = false;
    try {
      closed = domain.close();
    } finally {
      if (!closed) {
        loop.add(new DomainReaper(loop, domain, whenClosed));
      }
    }
    if (closed) {
      whenClosed.run();
    }
  }

  @Override
  public int poll(long nowNanos) {
    if (nextNanos != 0 && nowNanos - nextNanos < 0) {
      return 0;
    }
    nextNanos = nowNanos + pauseNanos;
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    if (domain.close()) {
      loop.remove(this);
      whenClosed.run();
    }
    return 1;
  }

  @Override
  public long nextTimerNanos() {
    return nextNanos;
  }

  @Override
  public boolean arm() {
    return true;
  }
}
