// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Path;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Ports of both sides come and go at random, far more pairs of them than there are places for
 * paths, while strands die, paths swallow everything, queue pairs are destroyed late and the
 * lifeline loses frames. Nobody ever breaks the protocol, and at the end two ports that are there
 * have their path. A failure names its seed.
 */
final class RandomPortsTest {
  private static final int SEEDS = Integer.getInteger("ports.seeds", 40);
  private static final int BEGUN = 4;
  private static final int PORTS = PortPlan.MOST_PORTS;
  private static final int LATER = 9;

  @Test
  void nobodyBreaksTheProtocolAndTheLastPortsAreJoined() {
    long forgotten = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        forgotten += new Comings(seed).run();
      } catch (RuntimeException | AssertionError fault) {
        throw new AssertionError("seed " + seed, fault);
      }
    }
    assertTrue(forgotten > 10L * SEEDS, forgotten + " paths have lost their places");
  }

  private static final class Comings {
    private final Randomness randomness;
    private final Roads roads;
    private final BraidPair pair;

    Comings(long seed) {
      randomness = Randomness.seeded(seed);
      roads = Roads.four(seed);
      pair = roads.pair;
      roads.fabric.path(LATER).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
      List<Integer> further = randomness.nextBoolean() ? List.of(LATER, LATER + 1) : List.of();
      pair.near.braid.allowPorts(new PortPlan(BEGUN, BEGUN, List.of(LATER), further));
      pair.far.braid.allowPorts(new PortPlan(BEGUN, BEGUN, List.of(), List.of()));
      roads.fabric.ports(PORTS);
    }

    /** How many paths have lost their places. */
    int run() {
      for (int i = 0; i < 250; i++) {
        happen();
        pair.run(() -> false, randomness.nextInt(10_000) * Roads.MICRO / 4);
      }
      heal();
      Path last = new Path(PORTS - 1, PORTS - 2, LATER);
      assertTrue(pair.run(() -> isGood(last), 60 * Roads.SECOND), pair::toString);
      roads.read(1 << 20).finish(10 * Roads.SECOND);
      for (Side side : List.of(pair.near, pair.far)) {
        assertEquals(List.of(), side.failures, pair::toString);
        assertTrue(side.braid.snapshot().paths().size() <= Places.MOST, pair::toString);
      }
      int forgotten = pair.near.braid.engine().strands.added() - Places.MOST;
      pair.closeAndCheck();
      return Math.max(0, forgotten);
    }

    /** Everything works but all later ports save one of each side. */
    private void heal() {
      roads.all(label -> label.release());
      roads.fabric.path(LATER).release();
      roads.fabric.path(LATER + 1).release();
      pair.near.lifelineUp = true;
      pair.far.lifelineUp = true;
      for (int port = 0; port < PORTS; port++) {
        tell(
            pair.near,
            port < BEGUN || port == PORTS - 1 ? Kind.PORT_ACTIVE : Kind.PORT_ERROR,
            port);
        tell(
            pair.far, port < BEGUN || port == PORTS - 2 ? Kind.PORT_ACTIVE : Kind.PORT_ERROR, port);
      }
    }

    private boolean isGood(Path path) {
      return isGood(pair.near, path) && isGood(pair.far, path.reversed());
    }

    private static boolean isGood(Side side, Path path) {
      StrandPath found = side.braid.engine().strands.find(path);
      return found != null && found.strand != null && found.strand.is(StrandState.GOOD);
    }

    private static void tell(Side side, Kind kind, int port) {
      side.braid.onPort(new PortEvent(kind, port, 4096));
    }

    private void happen() {
      Side side = randomness.nextBoolean() ? pair.near : pair.far;
      int label = randomness.nextInt(4) == 0 ? 1 + randomness.nextInt(BEGUN) : LATER;
      switch (randomness.nextInt(16)) {
        case 0 -> side.domain.path(label).kill();
        case 1 -> roads.fabric.path(label).blackHole();
        case 2, 3 -> roads.fabric.path(label).release();
        case 4 -> side.lifelineUp ^= true;
        case 5 -> side.domain.path(label).freezeDestroy(randomness.nextInt(5));
        case 6, 7, 8 -> tell(side, Kind.PORT_ACTIVE, laterPort());
        default -> tell(side, Kind.PORT_ERROR, laterPort());
      }
      side.send("message");
    }

    private int laterPort() {
      return BEGUN + randomness.nextInt(PORTS - BEGUN);
    }
  }
}
