// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.stream.Session;
import io.sennit.simulator.Scheduler;

/**
 * Takes free memory of sessions now and then, and puts it on a {@link Shelf}: whoever writes into
 * it has been told too early that it may reuse memory, or was never told that it may not.
 */
final class Sentry {
  private static final int MOST_BYTES = 120_000;
  private static final int MOST_PAUSE_NANOS = 120_000_000;

  private final Scheduler scheduler;
  private final Randomness random;
  private final Shelf shelf;
  private final long untilNanos;

  /** @param untilNanos when it takes no more */
  Sentry(Scheduler scheduler, Randomness random, Shelf shelf, long untilNanos) {
    this.scheduler = scheduler;
    this.random = random;
    this.shelf = shelf;
    this.untilNanos = untilNanos;
  }

  /** Begins with a session that is up. */
  void guard(Line line) {
    scheduler.after(1 + random.nextInt(MOST_PAUSE_NANOS), due -> take(line), 0);
  }

  private void take(Line line) {
    Session session = line.session();
    if (session == null
        || line.isOver()
        || line.process().isOver()
        || scheduler.nanoTime() > untilNanos) {
      return;
    }
    long key = random.nextLong();
    session.bodies().allocateToReceive(1 + random.nextInt(MOST_BYTES)).ifPresent(memory -> {
      Pattern.fill(memory.segment(), key);
      // Who lies about what it has done with memory can still write there.
      long from = line.isSuspect() ? memory.length() : 0;
      shelf.keep(line.process(), memory, key, from, "free memory of " + line);
    });
    guard(line);
  }
}
