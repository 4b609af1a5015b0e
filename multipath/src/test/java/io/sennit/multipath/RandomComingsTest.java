// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPath;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Further strands are opened, kept and rested at random, without any sense, while paths and queue
 * pairs of both sides die and the lifeline loses frames. Nobody ever breaks the protocol, and at
 * the end both sides have the same strands. A failure names its seed.
 */
final class RandomComingsTest {
  private static final int SEEDS = Integer.getInteger("comings.seeds", 100);
  private static final int BEGUN = 2;
  private static final int PATHS = 8;

  @Test
  void bothSidesAgreeAtTheEnd() {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        new Comings(seed).run();
      } catch (RuntimeException | AssertionError fault) {
        throw new AssertionError("seed " + seed, fault);
      }
    }
  }

  private static final class Comings {
    private final Randomness randomness;
    private final LoopbackFabric fabric;
    private final BraidPair pair;
    private final StrandSet near;
    private final StrandSet far;
    private final Opening opening;

    Comings(long seed) {
      randomness = Randomness.seeded(seed);
      fabric = new LoopbackFabric(seed);
      int most = 3 + randomness.nextInt(PATHS - 2);
      pair = GrowthTest.begin(fabric, BEGUN, GrowthTest.config(most));
      near = pair.near.braid.engine().strands;
      far = pair.far.braid.engine().strands;
      opening = pair.near.braid.engine().opening;
    }

    void run() {
      for (int i = 0; i < 60; i++) {
        happen();
        pair.run(() -> false, randomness.nextInt(40_000) * Roads.MICRO / 4);
      }
      for (int label = 1; label <= PATHS; label++) {
        fabric.path(label).release();
      }
      pair.near.lifelineUp = true;
      pair.far.lifelineUp = true;
      assertTrue(pair.run(this::isCalm, 60 * Roads.SECOND), pair::toString);
      for (Side side : List.of(pair.near, pair.far)) {
        assertEquals(List.of(), side.failures, pair::toString);
      }
      assertEquals(near.wanted(), far.wanted(), pair::toString);
      pair.checkIdle();
      pair.closeAndCheck();
    }

    /** What is wanted is good on both sides, and nothing else has a strand. */
    private boolean isCalm() {
      return Arrays.stream(near.all()).allMatch(path -> isCalm(path, far.find(path.path)));
    }

    private static boolean isCalm(StrandPath near, @Nullable StrandPath far) {
      if (near.resting) {
        return near.strand == null && (far == null || far.strand == null);
      }
      return isGood(near) && far != null && isGood(far);
    }

    private static boolean isGood(StrandPath path) {
      return path.strand != null && path.strand.is(StrandState.GOOD);
    }

    private void happen() {
      int label = 1 + randomness.nextInt(PATHS);
      Side side = randomness.nextBoolean() ? pair.near : pair.far;
      LoopbackPath own = side.domain.path(label);
      switch (randomness.nextInt(12)) {
        case 0, 1, 2 -> open();
        case 3 -> opening.keep();
        case 4 -> opening.drop("at random");
        case 5, 6 -> rest();
        case 7 -> own.kill();
        case 8 -> fabric.path(label).blackHole();
        case 9 -> fabric.path(label).release();
        case 10 -> side.lifelineUp ^= true;
        default -> own.freezeDestroy(randomness.nextInt(5));
      }
      side.send("message");
    }

    private void open() {
      if (opening.isFree()) {
        opening.open(1 + randomness.nextInt(3), "at random");
      }
    }

    private void rest() {
      StrandPath path = near.path(randomness.nextInt(near.size()));
      if (path.spare && !path.resting && !opening.tries(path)) {
        opening.rest(path, "at random");
      }
    }
  }
}
