// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

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
  private long pauseNanos = FIRST_PAUSE_NANOS;
  private long nextNanos;

  DomainReaper(SessionLoop loop, ProtectionDomain domain) {
    this.loop = loop;
    this.domain = domain;
  }

  /** From any thread. */
  static void reap(SessionLoop loop, ProtectionDomain domain) {
    loop.offer(() -> {
      if (!domain.close()) {
        loop.add(new DomainReaper(loop, domain));
      }
    });
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
