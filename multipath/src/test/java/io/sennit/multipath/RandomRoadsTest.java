// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Random roads and random accidents on them, in virtual time: paths are cut, come back, crawl,
 * change their round trip, and the loops stop. Whatever happens, every byte is right, every message
 * comes once, nobody fails, and at the end all paths are good. A failure names its seed.
 */
final class RandomRoadsTest {
  private static final int SEEDS = 40;
  private static final int PATHS = 4;
  private static final int BYTES = 2 << 20;

  @Test
  void accidentsHarmNobody() {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        new Journey(seed).run();
      } catch (RuntimeException | AssertionError fault) {
        throw new AssertionError("seed " + seed, fault);
      }
    }
  }

  private static final class Journey {
    private final Randomness randomness;
    private final Roads roads;
    private final long[] rates = new long[PATHS];
    private int sent;

    Journey(long seed) {
      randomness = Randomness.seeded(seed);
      for (int i = 0; i < PATHS; i++) {
        rates[i] = (20 + randomness.nextInt(180)) * Roads.MEGABYTE;
      }
      LoopbackFabric fabric =
          randomness.nextBoolean() ? new LoopbackFabric(seed) : new LoopbackFabric(seed, Roads.NIC);
      long rttNanos = (20 + randomness.nextInt(500)) * Roads.MICRO;
      roads = new Roads(fabric, GrowthTest.eager(BraidConfig.defaults()), rttNanos, rates);
      if (randomness.nextBoolean()) {
        growing(fabric, rttNanos);
      }
    }

    /** Further routes beside the roads, which may not work; they come and go by themselves. */
    private void growing(LoopbackFabric fabric, long rttNanos) {
      List<Path> further = new ArrayList<>();
      for (int i = 0; i < PATHS; i++) {
        int label = PATHS + 1 + i;
        fabric.path(label).latency(rttNanos, rttNanos);
        fabric.path(label).rate((1 + randomness.nextInt(200)) * Roads.MEGABYTE);
        further.add(new Path(i, i, label));
        if (randomness.nextInt(4) == 0) {
          fabric.path(label).blackHole();
        }
      }
      roads.pair.far.braid.allowFurther(List.of());
      roads.pair.near.braid.allowFurther(further);
    }

    void run() {
      for (int i = 0; i < 12; i++) {
        Roads.Reading reading = roads.read(BYTES);
        for (int j = 0; j < 4; j++) {
          accident();
          talk();
          roads.pass(randomness.nextInt(8_000) * Roads.MICRO);
        }
        repairAll();
        reading.finish(60 * Roads.SECOND);
      }
      BraidPair pair = roads.pair;
      assertTrue(pair.run(this::roadsGood, 120 * Roads.SECOND), pair::toString);
      assertTrue(pair.run(() -> pair.far.messages.size() >= sent, Roads.SECOND), pair::toString);
      assertEquals(sent, pair.far.messages.stream().distinct().count(), pair::toString);
      assertEquals(sent, pair.far.messages.size(), pair::toString);
      assertEquals(List.of(), pair.near.failures, pair::toString);
      assertEquals(List.of(), pair.far.failures, pair::toString);
      roads.closeAndCheck();
    }

    /** All that were not left for another. */
    private boolean roadsGood() {
      return Stream.of(roads.pair.near, roads.pair.far)
          .flatMap(side -> side.braid.snapshot().paths().stream())
          .filter(path -> path.path().routeLabel() <= PATHS)
          .allMatch(
              path -> path.state() == StrandState.GOOD || path.state() == StrandState.RESTING);
    }

    private void accident() {
      int label = 1 + randomness.nextInt(PATHS);
      switch (randomness.nextInt(6)) {
        case 0, 1 -> roads.path(label).blackHole();
        case 2 -> roads.path(label).release();
        case 3 -> roads.path(label).rate(rates[label - 1] / (2 + randomness.nextInt(50)));
        case 4 -> {
          long rttNanos = (20 + randomness.nextInt(3_000)) * Roads.MICRO;
          roads.path(label).latency(rttNanos, 2 * rttNanos);
        }
        default -> {
          long nanos = randomness.nextInt(200) * Roads.MILLI;
          roads.pair.nowNanos += nanos;
          roads.fabric.advance(nanos);
        }
      }
    }

    private void repairAll() {
      for (int label = 1; label <= PATHS; label++) {
        roads.path(label).rate(rates[label - 1]);
        roads.path(label).release();
      }
    }

    private void talk() {
      for (int i = randomness.nextInt(4); i > 0; i--) {
        if (roads.pair.near.send("message " + sent) >= 0) {
          sent++;
        }
      }
    }
  }
}
