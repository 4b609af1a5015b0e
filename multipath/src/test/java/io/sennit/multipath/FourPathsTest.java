// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPath;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Four paths: all of them used, one of them cut, all of them silent. */
final class FourPathsTest {
  private static final int BYTES = 16 << 20;
  private static final long MB = Roads.MEGABYTE;

  @Test
  void equalPathsAddUp() {
    assertAddsUp(new LoopbackFabric(1), 100 * MB, 100 * MB, 100 * MB, 100 * MB);
  }

  @Test
  void unequalPathsAddUp() {
    assertAddsUp(new LoopbackFabric(2), 200 * MB, 100 * MB, 50 * MB, 50 * MB);
  }

  @Test
  void pathsOfANicAddUp() {
    assertAddsUp(new LoopbackFabric(3, Roads.NIC), 200 * MB, 100 * MB, 50 * MB, 50 * MB);
  }

  private static void assertAddsUp(LoopbackFabric fabric, long... rates) {
    Roads roads = new Roads(fabric, BraidConfig.defaults(), 100 * Roads.MICRO, rates);
    roads.read(BYTES).finish(Roads.SECOND);
    int bytes = 3 * BYTES / 2;
    double took = roads.read(bytes).finish(Roads.SECOND) / 1e9;
    double sum = LongSum.of(rates);
    double share = bytes / took / sum;
    assertTrue(share >= 0.95, () -> share + " of the sum" + roads.pair);
    assertEquals(0, roads.pair.near.count(Counter.SUSPICIONS), roads.pair::toString);
    roads.closeAndCheck();
  }

  /** Sums without a stream at every call site. */
  private static final class LongSum {
    private LongSum() {}

    static double of(long... values) {
      double sum = 0;
      for (long value : values) {
        sum += value;
      }
      return sum;
    }
  }

  @Test
  void oneOfFourIsCutInTheMiddleComesBackAndCarriesAgain() {
    Roads roads = Roads.four(4);
    roads.read(BYTES).finish(Roads.SECOND);
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(10 * Roads.MILLI);
    long cutNanos = roads.pair.nowNanos;
    roads.path(2).blackHole();
    reading.finish(Roads.SECOND);
    assertTrue(
        roads.longestGapNanos() <= 5 * Roads.MILLI, "stalled " + roads.longestGapNanos() + " ns");
    long downNanos = timeOf(roads.near(2), StrandState.DOWN) - cutNanos;
    long suspectNanos = timeOf(roads.near(2), StrandState.SUSPECT) - cutNanos;
    assertTrue(suspectNanos <= 4 * Roads.MILLI, "SUSPECT after " + suspectNanos + " ns");
    assertTrue(downNanos <= 5 * Roads.MILLI, "DOWN after " + downNanos + " ns" + roads.pair);
    assertEquals(0, roads.pair.near.count(Counter.LIFELINE_FRAMES), roads.pair::toString);
    assertEquals(List.of(), roads.pair.near.failures);
    roads.path(2).release();
    assertTrue(roads.pair.run(roads.pair::allGood, 2 * Roads.SECOND), roads.pair::toString);
    long before = roads.near(2).bytes().sinceRebuild();
    roads.read(BYTES).finish(Roads.SECOND);
    long carried = roads.near(2).bytes().sinceRebuild() - before;
    assertTrue(carried >= BYTES / 8, "the rebuilt path carried " + carried);
    assertEquals(1, roads.near(2).rebuilds());
    roads.pair.settle();
    roads.closeAndCheck();
  }

  private static long timeOf(PathSnapshot path, StrandState state) {
    return path.changes().stream()
        .filter(change -> change.state() == state)
        .mapToLong(PathChange::atNanos)
        .max()
        .orElseThrow(() -> new AssertionError("never " + state + ": " + path));
  }

  @Test
  void callsOnACutPathArriveOverAnotherWithinMilliseconds() {
    Roads roads = Roads.four(5);
    BraidPair pair = roads.pair;
    roads.path(3).blackHole();
    long worstNanos = 0;
    for (int i = 0; i < 200; i++) {
      long sentNanos = pair.nowNanos;
      int expected = i + 1;
      assertTrue(pair.near.send("call " + i) >= 0, pair::toString);
      assertTrue(pair.run(() -> pair.far.messages.size() == expected, Roads.SECOND));
      worstNanos = Math.max(worstNanos, pair.nowNanos - sentNanos);
      pair.run(() -> false, 50 * Roads.MICRO);
    }
    assertTrue(worstNanos <= 3 * Roads.MILLI, "a call took " + worstNanos + " ns" + pair);
    assertEquals(StrandState.REBUILDING, roads.near(3).state(), pair::toString);
    roads.path(3).release();
    assertTrue(pair.run(pair::allGood, 2 * Roads.SECOND), pair::toString);
    assertEquals(200, pair.far.messages.stream().distinct().count());
    assertEquals(200, pair.far.messages.size());
    roads.closeAndCheck();
  }

  @Test
  void pathThatNeverWorkedCostsNothingButASlowRetry() {
    LoopbackFabric fabric = new LoopbackFabric(13);
    fabric.path(2).blackHole();
    long rate = 100 * MB;
    BraidPair pair =
        Roads.open(fabric, BraidConfig.defaults(), 100 * Roads.MICRO, rate, rate, rate);
    assertTrue(pair.run(() -> pair.near.path(2).state() == StrandState.GOOD, Roads.SECOND));
    long sent = pair.near.path(1).bytes().sent();
    pair.run(() -> false, 300 * Roads.SECOND);
    int epoch = pair.near.path(1).epoch();
    assertTrue(epoch >= 30 && epoch <= 80, () -> "tried " + epoch + " times in 300 s" + pair);
    assertEquals(0, pair.near.count(Counter.STRANDS_LOST), pair::toString);
    assertEquals(sent, pair.near.path(1).bytes().sent(), pair::toString);
    fabric.path(2).release();
    assertTrue(pair.run(pair::allGood, 20 * Roads.SECOND), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void pathThatIsCutWhileNobodyUsesItIsFoundByIdleProbes() {
    Roads roads = Roads.four(6);
    roads.path(1).blackHole();
    boolean found =
        roads.pair.run(() -> roads.near(1).state() == StrandState.DOWN, 2 * Roads.SECOND);
    assertTrue(found, roads.pair::toString);
    roads.path(1).release();
    assertTrue(roads.pair.run(roads.pair::allGood, 5 * Roads.SECOND), roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void pathThatComesAndGoesForLongIsUsedEachTime() {
    Roads roads = Roads.four(8);
    for (int i = 0; i < 20; i++) {
      roads.path(2).blackHole();
      roads.pass(500 * Roads.MILLI);
      roads.path(2).release();
      assertTrue(roads.pair.run(roads.pair::allGood, 250 * Roads.MILLI), roads.pair::toString);
      roads.pass(250 * Roads.MILLI);
    }
    roads.closeAndCheck();
  }

  @Test
  void pathThatIsCutForATenthOfASecondAgainAndAgain() {
    Roads roads = Roads.four(7);
    for (int i = 0; i < 8; i++) {
      Roads.Reading reading = roads.read(BYTES);
      roads.path(2).blackHole();
      roads.pass(100 * Roads.MILLI);
      roads.path(2).release();
      reading.finish(Roads.SECOND);
      assertTrue(
          roads.longestGapNanos() <= 10 * Roads.MILLI || roads.pair.near.events.size() > 1,
          "stalled " + roads.longestGapNanos() + " ns");
      roads.pass(200 * Roads.MILLI);
    }
    assertEquals(List.of(), roads.pair.near.failures);
    assertEquals(List.of(), roads.pair.far.failures);
    assertTrue(roads.near(2).rebuilds() > 0, roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void peerThatIsSilentOnAllPathsIsNotMadeOfBrokenRoutes() {
    Roads roads = Roads.four(8);
    roads.read(BYTES).finish(Roads.SECOND);
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(5 * Roads.MILLI);
    roads.all(LoopbackPath::blackHole);
    roads.pass(5 * Roads.SECOND);
    for (int label = 1; label <= 4; label++) {
      assertEquals(StrandState.SUSPECT, roads.near(label).state(), roads.pair::toString);
    }
    roads.all(LoopbackPath::release);
    reading.finish(Roads.SECOND);
    assertTrue(roads.pair.run(roads.pair::allGood, Roads.SECOND), roads.pair::toString);
    assertEquals(0, roads.pair.near.count(Counter.STRANDS_LOST), roads.pair::toString);
    assertEquals(0, roads.pair.far.count(Counter.STRANDS_LOST), roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void cutAfterThePeersPauseIsFeltAsSoonAsBefore() {
    Roads roads = Roads.four(13);
    roads.read(BYTES).finish(Roads.SECOND);
    Roads.Reading paused = roads.read(BYTES);
    roads.pass(5 * Roads.MILLI);
    roads.all(LoopbackPath::blackHole);
    roads.pass(3 * Roads.SECOND);
    roads.all(LoopbackPath::release);
    paused.finish(Roads.SECOND);
    roads.read(BYTES).finish(Roads.SECOND);
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(10 * Roads.MILLI);
    long cutNanos = roads.pair.nowNanos;
    roads.path(2).blackHole();
    reading.finish(Roads.SECOND);
    roads.pair.run(() -> roads.pair.near.count(Counter.STRANDS_LOST) > 0, 10 * Roads.SECOND);
    long downNanos = roads.near(2).changes().stream()
        .filter(change -> change.state() == StrandState.DOWN)
        .mapToLong(change -> change.atNanos() - cutNanos)
        .findFirst()
        .orElseThrow();
    assertTrue(downNanos <= 20 * Roads.MILLI, "DOWN after " + downNanos + " ns" + roads.pair);
    roads.path(2).release();
    assertTrue(roads.pair.run(roads.pair::allGood, 2 * Roads.SECOND), roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void peerThatStaysSilentIsLostAtTheSilenceLimit() {
    Roads roads = Roads.four(9);
    roads.pair.near.lifelineUp = false;
    roads.pair.far.lifelineUp = false;
    roads.all(LoopbackPath::blackHole);
    roads.pair.near.send("anybody there?");
    roads.pass(9_900 * Roads.MILLI);
    assertEquals(List.of(), roads.pair.near.failures);
    roads.pass(200 * Roads.MILLI);
    assertEquals(
        List.of("no strand brought an answer of the peer for 10000 ms"), roads.pair.near.failures);
    roads.closeAndCheck();
  }

  @Test
  void ownPauseBlamesNobody() {
    Roads roads = Roads.four(10);
    roads.read(BYTES).finish(Roads.SECOND);
    long srttNanos = roads.near(1).srttNanos();
    Roads.Reading reading = roads.read(BYTES);
    for (int i = 0; i < 5; i++) {
      roads.pass(5 * Roads.MILLI);
      BraidPair pair = roads.pair;
      pair.nowNanos += 100 * Roads.MILLI;
      pair.fabric.advance(100 * Roads.MILLI);
    }
    reading.finish(Roads.SECOND);
    assertTrue(roads.pair.near.count(Counter.PAUSES) >= 2, roads.pair::toString);
    assertEquals(0, roads.pair.near.count(Counter.SUSPICIONS), roads.pair::toString);
    assertTrue(roads.near(1).srttNanos() < 2 * srttNanos + Roads.MILLI, roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void secondPathIsCutWhileTheFirstOnesWorkIsDoneAgain() {
    Roads roads = Roads.four(11);
    roads.read(BYTES).finish(Roads.SECOND);
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(10 * Roads.MILLI);
    roads.path(1).blackHole();
    roads.pair.run(() -> roads.near(1).state() == StrandState.DOWN, 50 * Roads.MILLI);
    roads.path(2).blackHole();
    reading.finish(Roads.SECOND);
    assertTrue(
        roads.longestGapNanos() <= 10 * Roads.MILLI, "stalled " + roads.longestGapNanos() + " ns");
    roads.path(1).release();
    roads.path(2).release();
    assertTrue(roads.pair.run(roads.pair::allGood, 5 * Roads.SECOND), roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void hedgesStayWithinTheirBudget() {
    BraidConfig config = BraidConfig.defaults();
    long rate = 100 * MB;
    Roads roads = new Roads(new LoopbackFabric(12), config, 100 * Roads.MICRO, rate, rate, rate);
    for (int i = 0; i < 20; i++) {
      Roads.Reading reading = roads.read(BYTES / 2);
      roads.pass(2 * Roads.MILLI);
      // Slower than anybody waits for, not broken: its probes are answered.
      roads.path(1).rate(MB);
      roads.pass(8 * Roads.MILLI);
      roads.path(1).rate(rate);
      reading.finish(5 * Roads.SECOND);
    }
    long posted = roads.pair.near.braid.engine().hedger.postedBytes();
    long hedged = roads.pair.near.count(Counter.HEDGED_BYTES);
    long most = config.paths().hedgeBurstBytes() + posted / 100 * config.paths().hedgePercent();
    assertTrue(hedged > 0 && hedged <= most, hedged + " of at most " + most + roads.pair);
    assertEquals(0, roads.pair.near.count(Counter.STRANDS_LOST), roads.pair::toString);
    roads.closeAndCheck();
  }
}
