// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.PortEvent;
import io.sennit.verbs.PortEvent.Kind;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of ports: their paths are given up, and come back, without waiting for silence. */
final class PortFailuresTest {
  private static final int BYTES = 16 << 20;

  /** Far less than the silence after which a path is doubted, let alone given up. */
  private static final long AT_ONCE = Roads.MILLI;

  @Test
  void pathOfAPortThatFailsIsGivenUpAtOnce() {
    long rate = 1000 * Roads.MEGABYTE;
    Roads roads = new Roads(
        new LoopbackFabric(1), BraidConfig.defaults(), 100 * Roads.MICRO, rate, rate, rate, rate);
    roads.read(BYTES).finish(Roads.SECOND);
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(Roads.MILLI);
    long failedNanos = roads.pair.nowNanos;
    roads.path(2).blackHole();
    tell(roads.pair.near, Kind.PORT_ERROR, 1);
    reading.finish(Roads.SECOND);
    assertDown(roads.pair.near, failedNanos, AT_ONCE, roads);
    // FENCE waits behind the chunks that are under way.
    assertDown(roads.pair.far, failedNanos, 20 * Roads.MILLI, roads);
    assertTrue(roads.longestGapNanos() <= AT_ONCE, "stalled " + roads.longestGapNanos() + " ns");
    assertEquals(List.of(), roads.pair.near.failures);
    roads.path(2).release();
    roads.closeAndCheck();
  }

  private static void assertDown(Side side, long sinceNanos, long mostNanos, Roads roads) {
    PathChange down = side.path(1).changes().stream()
        .filter(change -> change.state() == StrandState.DOWN)
        .findFirst()
        .orElseThrow(() -> new AssertionError("never DOWN: " + roads.pair));
    long tookNanos = down.atNanos() - sinceNanos;
    assertTrue(tookNanos <= mostNanos, () -> "DOWN after " + tookNanos + " ns" + roads.pair);
  }

  @Test
  void messagesOfAPortThatFailsAtFirstWaitForNoStrandThatNeverProvesItself() {
    LoopbackFabric fabric = new LoopbackFabric(6);
    fabric.path(1).blackHole();
    fabric.path(2).blackHole();
    long rate = 100 * Roads.MEGABYTE;
    BraidPair pair =
        Roads.open(fabric, BraidConfig.defaults(), 100 * Roads.MICRO, rate, rate, rate);
    for (int i = 0; i < 9; i++) {
      pair.near.send("call " + i);
    }
    pair.settle();
    tell(pair.near, Kind.PORT_ERROR, 0);
    assertTrue(
        pair.run(() -> pair.far.messages.size() == 9, 20 * Roads.MILLI),
        () -> pair.far.messages.size() + " messages came" + pair);
    assertEquals(9, pair.far.messages.stream().distinct().count());
    fabric.path(1).release();
    fabric.path(2).release();
    tell(pair.near, Kind.PORT_ACTIVE, 0);
    assertTrue(pair.run(pair::allGood, 20 * Roads.SECOND), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void pathWaitsForItsPortAndIsRebuiltAsSoonAsItIsBack() {
    for (boolean ownPort : new boolean[] {true, false}) {
      Roads roads = Roads.four(2);
      Side side = ownPort ? roads.pair.near : roads.pair.far;
      roads.path(3).blackHole();
      tell(side, Kind.PORT_ERROR, 2);
      roads.pass(20 * Roads.SECOND);
      int epoch = roads.near(3).epoch();
      assertEquals(StrandState.REBUILDING, roads.near(3).state(), roads.pair::toString);
      assertEquals(1, epoch, "rebuilt on a port that has failed");
      roads.path(3).release();
      tell(side, Kind.PORT_ACTIVE, 2);
      assertTrue(roads.pair.run(roads.pair::allGood, 5 * Roads.MILLI), roads.pair::toString);
      roads.closeAndCheck();
    }
  }

  @Test
  void portThatWasAwayForLongIsTriedAgainSoonIfItDoesNotWorkAtOnce() {
    Roads roads = Roads.four(5);
    roads.path(3).blackHole();
    tell(roads.pair.near, Kind.PORT_ERROR, 2);
    roads.pass(600 * Roads.SECOND);
    tell(roads.pair.near, Kind.PORT_ACTIVE, 2);
    roads.pass(Roads.SECOND);
    roads.path(3).release();
    assertTrue(roads.pair.run(roads.pair::allGood, Roads.SECOND), roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void portThatIsBackBeforeItsStrandIsFencedLosesNoTimeEither() {
    Roads roads = Roads.four(3);
    tell(roads.pair.near, Kind.PORT_ERROR, 0);
    assertTrue(
        roads.pair.run(() -> roads.near(1).state() == StrandState.DOWN, Roads.MILLI),
        roads.pair::toString);
    tell(roads.pair.near, Kind.PORT_ACTIVE, 0);
    assertTrue(roads.pair.run(roads.pair::allGood, 5 * Roads.MILLI), roads.pair::toString);
    assertEquals(2, roads.near(1).epoch(), roads.pair::toString);
    roads.closeAndCheck();
  }

  @Test
  void portsThatAllFailAreNotABrokenRouteAndGoOnWhenTheyAreBack() {
    Roads roads = Roads.four(4);
    roads.all(path -> path.hold());
    for (int port = 0; port < 4; port++) {
      tell(roads.pair.near, Kind.PORT_ERROR, port);
    }
    roads.pair.near.send("meanwhile");
    roads.pass(500 * Roads.MILLI);
    for (int label = 1; label <= 4; label++) {
      assertEquals(StrandState.SUSPECT, roads.near(label).state(), roads.pair::toString);
    }
    roads.all(path -> path.release());
    for (int port = 0; port < 4; port++) {
      tell(roads.pair.near, Kind.PORT_ACTIVE, port);
    }
    assertTrue(roads.pair.run(roads.pair::allGood, 10 * Roads.MILLI), roads.pair::toString);
    assertEquals(List.of("meanwhile"), roads.pair.far.messages);
    assertEquals(1, roads.near(1).epoch(), "the strands are the same");
    roads.closeAndCheck();
  }

  @Test
  void laterStateOvertakesAnEarlierOne() {
    Roads roads = Roads.four(5);
    roads.path(1).latency(3 * Roads.MILLI, 3 * Roads.MILLI);
    for (int flap = 0; flap < 50; flap++) {
      tell(roads.pair.near, Kind.PORT_ERROR, 3);
      roads.pass(20 * Roads.MICRO);
      tell(roads.pair.near, Kind.PORT_ACTIVE, 3);
      roads.pass(20 * Roads.MICRO);
    }
    assertTrue(roads.pair.run(roads.pair::allGood, Roads.SECOND), roads.pair::toString);
    roads.pass(Roads.SECOND);
    assertTrue(roads.pair.allGood(), roads.pair::toString);
    roads.closeAndCheck();
  }

  private static void tell(Side side, Kind kind, int port) {
    side.braid.onPort(new PortEvent(kind, port, 4096));
  }
}
