// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.Body;
import io.sennit.rpc.BodyPool;
import io.sennit.rpc.stream.Session;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.host.HostProcess;
import io.sennit.verbs.MemoryRegion;
import java.util.Optional;

/**
 * Takes free memory of sessions now and then, and puts it on a {@link Shelf}: whoever writes into
 * it has been told too early that it may reuse memory, or was never told that it may not.
 */
final class Sentry {
  private static final int MOST_BYTES = 120_000;
  private static final int MOST_PAUSE_NANOS = 120_000_000;

  /** Shorter messages come in no memory of their own. */
  private static final int LEAST_FOLLOWED_BYTES = 4 << 10;

  /** How often, and after which time each, memory is looked for. */
  private static final int LOOKS = 20;

  private static final int LOOK_NANOS = 300_000;
  private static final int SHORT_HELD_NANOS = 10_000_000;
  private static final int LONG_HELD_NANOS = 150_000_000;

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

  /**
   * Takes what a message lies in soon after its session has it back: what is still under way then
   * comes within milliseconds, or seldom later.
   *
   * @param message not closed yet
   */
  void follow(HostProcess owner, BodyPool bodies, Body message) {
    boolean registered = message.isRegisteredIn(bodies);
    if (registered
        && message.length() >= LEAST_FOLLOWED_BYTES
        && scheduler.nanoTime() <= untilNanos) {
      Place place = Place.of(message);
      Trail trail = new Trail(owner, bodies, message.length(), place);
      scheduler.after(LOOK_NANOS, due -> seek(trail, LOOKS), 0);
    }
  }

  /** Where memory is, and not its address: whose region it was before is up to the machine. */
  private record Place(MemoryRegion region, long offset) {
    static Place of(Body memory) {
      return new Place(memory.region(), memory.regionOffset());
    }
  }

  /** What is known of memory that is to be taken. */
  private record Trail(HostProcess owner, BodyPool bodies, long bytes, Place place) {
    /** As much as sessions grant for it, so that it is of the same size class. */
    Optional<Body> allocate() {
      return Supplies.toReceive(bodies, bytes + bytes / 8);
    }
  }

  private void seek(Trail trail, int looks) {
    Optional<Body> memory = trail.owner().isOver() ? Optional.empty() : trail.allocate();
    if (memory.map(Place::of).filter(trail.place()::equals).isPresent()) {
      hold(trail.owner(), memory.orElseThrow());
    } else {
      memory.ifPresent(Body::close);
      if (looks > 1) {
        scheduler.after(LOOK_NANOS, due -> seek(trail, looks - 1), 0);
      }
    }
  }

  private void hold(HostProcess owner, Body memory) {
    long key = random.nextLong();
    Pattern.fill(memory.segment(), key);
    int most = random.nextInt(4) == 0 ? LONG_HELD_NANOS : SHORT_HELD_NANOS;
    String what = "free memory that a message has left";
    shelf.hold(new Shelf.Piece(owner, memory, key, 0, what), 1 + random.nextInt(most));
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
    Supplies.toReceive(bodies, bytes).ifPresent(memory -> {
      Pattern.fill(memory.segment(), key);
      // Who lies about what it has done with memory can still write there.
      long from = line.isSuspect() ? memory.length() : 0;
      String what = "free memory of " + line;
      shelf.keep(new Shelf.Piece(line.process(), memory, key, from, what));
    });
  }
}
