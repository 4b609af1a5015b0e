// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Further strands, and those that a session began with, that fail at an awkward time. */
final class FurtherStrandsTest {
  private static final long SECOND = Roads.SECOND;

  private final LoopbackFabric fabric = new LoopbackFabric(7);

  private BraidPair begin(int strands, int most) {
    return GrowthTest.begin(fabric, strands, GrowthTest.config(most));
  }

  /** That no further strand rests by itself, and none is waited for. */
  private BraidPair beginWithoutRest(int strands, int most) {
    long milli = Roads.MILLI;
    GrowthTuning patient =
        new GrowthTuning(100 * milli, 5, 50, SECOND, 10, SECOND, SECOND, 10 * SECOND, 12, 150, 80);
    return GrowthTest.begin(fabric, strands, GrowthTest.config(most).withGrowth(patient));
  }

  private static long good(Side side) {
    return GrowthTest.count(side, StrandState.GOOD);
  }

  private static StrandPath path(Side side, int label) {
    return Arrays.stream(side.braid.engine().strands.all())
        .filter(path -> path.path.routeLabel() == label)
        .findFirst()
        .orElseThrow();
  }

  private static Opening open(BraidPair pair) {
    Opening opening = pair.near.braid.engine().opening;
    assertEquals(1, opening.open(1, "a test"));
    return opening;
  }

  private static void openAndKeep(BraidPair pair) {
    Opening opening = open(pair);
    assertTrue(pair.run(opening::isGood, SECOND), pair::toString);
    opening.keep();
  }

  @Test
  void standInForOnesThatAreGone() {
    BraidPair pair = begin(1, 8);
    GrowthTest.flow(pair, SECOND, false);
    fabric.path(1).blackHole();
    pair.run(() -> false, 30 * SECOND);
    assertEquals(List.of(), pair.near.failures);
    assertEquals(1, good(pair.near), pair::toString);
    GrowthTest.flow(pair, Roads.MILLI, false);
    fabric.path(1).release();
    assertTrue(pair.run(() -> path(pair.near, 1).strand != null, 5 * SECOND), pair::toString);
    pair.run(() -> false, 5 * SECOND);
    assertEquals(StrandState.GOOD, GrowthTest.state(pair.near, 1), pair::toString);
    assertEquals(1, good(pair.near), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void acceptorWithoutAPlaceRefusesUntilItHasOne() {
    BraidPair pair = begin(1, 8);
    StrandSet full = pair.far.braid.engine().strands;
    for (int label = 100; full.hasRoom(); label++) {
      StrandPath other = full.add(new Path(0, 0, label));
      other.resting = true;
      other.epoch = -1; // Such are never forgotten.
    }
    Opening opening = open(pair);
    StrandPath wanted = Arrays.stream(pair.near.braid.engine().strands.all())
        .filter(opening::tries)
        .findFirst()
        .orElseThrow();
    pair.run(() -> false, SECOND / 20);
    assertTrue(pair.far.count(Counter.REBUILDS_REFUSED) > 0, pair::toString);
    full.path(1).epoch = 1;
    assertTrue(pair.run(() -> full.find(wanted.path.reversed()) != null, SECOND), pair::toString);
    assertTrue(pair.run(opening::isGood, SECOND), pair::toString);
    assertEquals(64, full.size());
    assertEquals(List.of(), pair.near.failures);
    assertEquals(List.of(), pair.far.failures);
    pair.closeAndCheck();
  }

  @Test
  void oneThatIsTriedStaysIfItIsTheLast() {
    BraidPair pair = begin(1, 8);
    Opening opening = open(pair);
    assertTrue(pair.run(opening::isGood, SECOND), pair::toString);
    fabric.path(1).blackHole();
    pair.run(() -> good(pair.near) == 1, 5 * SECOND);
    opening.drop("brings nothing");
    pair.run(() -> false, 15 * SECOND);
    assertEquals(List.of(), pair.near.failures);
    assertEquals(1, good(pair.near), pair::toString);
    fabric.path(1).release();
    pair.closeAndCheck();
  }

  @Test
  void leaveNoTraceIfTheyAreLostBeforeTheyRest() {
    BraidPair pair = beginWithoutRest(1, 3);
    openAndKeep(pair);
    openAndKeep(pair);
    for (int label = 2; label <= 3; label++) {
      int lost = label;
      fabric.path(lost).blackHole();
      assertTrue(pair.run(() -> path(pair.near, lost).strand == null, 5 * SECOND), pair::toString);
      pair.near.braid.engine().opening.rest(path(pair.near, lost), "a test");
    }
    StrandSet far = pair.far.braid.engine().strands;
    assertTrue(pair.run(() -> far.wanted() == 1, SECOND), pair::toString);
    openAndKeep(pair);
    openAndKeep(pair);
    assertTrue(pair.run(() -> good(pair.far) == 3, SECOND), pair::toString);
    fabric.path(2).release();
    fabric.path(3).release();
    pair.closeAndCheck();
  }

  @Test
  void countUntilTheyAreFenced() {
    BraidPair pair = beginWithoutRest(1, 3);
    Opening opening = pair.near.braid.engine().opening;
    for (int tries = 0; tries < 4 && opening.isFree(); tries++) {
      int label = 2 + tries;
      open(pair);
      assertTrue(pair.run(opening::isGood, SECOND), pair::toString);
      pair.far.domain.path(label).freezeDestroy(1_000_000);
      opening.drop("a test");
      pair.settle();
    }
    long strands = Arrays.stream(pair.near.braid.engine().strands.all())
        .filter(path -> path.strand != null)
        .count();
    assertEquals(3, strands, pair::toString);
    IntStream.rangeClosed(2, 8).forEach(label -> pair.far.domain.path(label).freezeDestroy(0));
    assertTrue(pair.run(() -> path(pair.near, 3).strand == null, SECOND), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void pathThatHasNeverWorkedIsNotTakenForLongGone() {
    fabric.advance(1_000_000 * SECOND);
    fabric.path(2).blackHole();
    List<Path> paths = List.of(new Path(0, 0, 1), new Path(0, 0, 2));
    BraidPair pair = new BraidPair(paths, GrowthTest.config(2), fabric, LeaseRules.SOUND);
    BraidConfig config = pair.near.braid.engine().core.config;
    StrandPath never = path(pair.near, 2);
    boolean late = pair.run(() -> never.pauseNanos > config.rebuildSoonNanos(), 15 * SECOND);
    assertTrue(!late, () -> "a pause of " + never.pauseNanos + " ns " + pair);
    assertTrue(never.epoch > 6, pair::toString);
    fabric.path(2).release();
    pair.closeAndCheck();
  }

  @Test
  void demandOfAnyClockCounts() {
    Demand.Said first = new Demand.Said(1_000, -2 * SECOND, false);
    Demand.Said second = new Demand.Said(2_000, -SECOND, false);
    assertEquals(first, Demand.Said.NOTHING.or(first));
    assertEquals(second, first.or(second));
    assertEquals(second, second.or(first), "it came late");
    assertEquals(1_000.0, second.rateSince(first));
    assertEquals(0, first.rateSince(Demand.Said.NOTHING), 1e-3);
  }
}
