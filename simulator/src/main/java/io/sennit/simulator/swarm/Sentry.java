// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.stream.Session;
import io.sennit.simulator.Scheduler;

/**
 * Takes free memory of sessions now and then, and puts it on a {@link Shelf}: whoever writes into
 * it has been told too early that it may reuse memory, or was never told that it may not.
 */
final class Sentry {
  private static final int MOST_BYTES = 120_000;
  private static final int MOST_PAUSE_NANOS = 120_000_000;

  private static final int GREEDY_PAUSE_NANOS = 15_000_000;

  /** Pieces that it holds at a time, if it is greedy: most of what a session has. */
  private static final int MOST_HELD = 48;

  /** What is taken for the long bodies that there are. */
  private static final int[] GREEDY_BYTES = {32 << 10, 64 << 10, 128 << 10, 512 << 10};

  private final Scheduler scheduler;
  private final Randomness random;
  private final Shelf shelf;
  private final long untilNanos;
  private final boolean greedy;

  /**
   * One for all sessions of a world.
   *
   * @param untilNanos when it takes no more
   * @param greedy whether it takes what bodies have left as soon as they have, and for long
   */
  Sentry(Scheduler scheduler, Randomness random, Shelf shelf, long untilNanos, boolean greedy) {
    this.greedy = greedy;
    this.scheduler = scheduler;
    this.random = random;
    this.shelf = shelf;
    this.untilNanos = untilNanos;
  }

  /** Begins with a session that is up. */
  void guard(Line line) {
    int mostNanos = greedy ? GREEDY_PAUSE_NANOS : MOST_PAUSE_NANOS;
    scheduler.after(1 + random.nextInt(mostNanos), due -> take(line), 0);
  }

  private void take(Line line) {
    Session session = line.session();
    if (session == null
        || line.isOver()
        || line.process().isOver()
        || scheduler.nanoTime() > untilNanos) {
      return;
    }
    if (!greedy || shelf.kept() < MOST_HELD) {
      take(line, session.bodies());
    }
    guard(line);
  }

  private void take(Line line, BodyPool bodies) {
    long key = random.nextLong();
    int bytes =
        greedy ? GREEDY_BYTES[random.nextInt(GREEDY_BYTES.length)] : 1 + random.nextInt(MOST_BYTES);
    bodies.allocateToReceive(bytes).ifPresent(memory -> {
      Pattern.fill(memory.segment(), key);
      // Who lies about what it has done with memory can still write there.
      long from = line.isSuspect() ? memory.length() : 0;
      shelf.keep(line.process(), memory, key, from, "free memory of " + line);
    });
  }
}
