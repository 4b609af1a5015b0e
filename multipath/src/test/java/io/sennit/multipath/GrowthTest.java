// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Path;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many strands a braid has, and on which routes, follows what they bring; in virtual time. */
final class GrowthTest {
  private static final int BYTES = 2 << 20;
  private static final int CHUNK = 16 << 10;
  private static final long RATE = 100 * Roads.MEGABYTE;
  private static final long SECOND = Roads.SECOND;

  /** Time enough to come to eight strands. */
  private static final long GROWING = SECOND;

  private static final long RTT = 100 * Roads.MICRO;

  private final LoopbackFabric fabric = new LoopbackFabric(7);

  /** Routes 1 to 8 between one port each; the braid begins on the first ones. */
  private BraidPair begin(int strands) {
    return begin(fabric, strands, config());
  }

  static BraidPair begin(LoopbackFabric fabric, int strands, BraidConfig config) {
    for (int label = 1; label <= 8; label++) {
      fabric.path(label).latency(RTT, RTT);
      fabric.path(label).rate(RATE);
    }
    BraidPair pair = new BraidPair(
        IntStream.rangeClosed(1, strands).mapToObj(GrowthTest::route).toList(),
        config,
        fabric,
        LeaseRules.SOUND);
    pair.far.braid.allowFurther(List.of());
    pair.near.braid.allowFurther(
        IntStream.rangeClosed(strands + 1, 8).mapToObj(GrowthTest::route).toList());
    assertTrue(pair.run(pair::allGood, SECOND), pair::toString);
    return pair;
  }

  /** Quicker decisions and less in flight than usual, so that little data is a flow. */
  private static BraidConfig config() {
    return config(BraidConfig.defaults().maxPaths());
  }

  static BraidConfig config(int maxPaths) {
    BraidConfig base = BraidConfig.defaults();
    return eager(new BraidConfig(
        base.slotBytes(),
        base.windowMessages(),
        base.sendSlots(),
        base.controlReserve(),
        base.replayMessages(),
        maxPaths,
        CHUNK,
        CHUNK,
        4,
        base.maxTransfers(),
        base.maxLeases(),
        base.quarantineBytes(),
        base.rebuildMinNanos(),
        base.rebuildMaxNanos(),
        base.silenceNanos(),
        base.retryNanos(),
        base.lifelineRepeatNanos(),
        base.scheduler(),
        base.paths(),
        base.growth(),
        base.classes(),
        base.intrusions()));
  }

  /** The same with decisions that come ten times as soon. */
  static BraidConfig eager(BraidConfig config) {
    long milli = Roads.MILLI;
    return config.withGrowth(new GrowthTuning(
        10 * milli, 2, 50, 100 * milli, 4, 100 * milli, SECOND, SECOND, 3, 150, 80));
  }

  private static Path route(int label) {
    return new Path(0, 0, label);
  }

  static long count(Side side, StrandState state) {
    return side.braid.snapshot().paths().stream()
        .filter(path -> path.state() == state)
        .count();
  }

  /** Moves memory of the far side to the near one again and again; bytes per second. */
  static double flow(BraidPair pair, long nanos, boolean pushed) {
    return flow(pair, nanos, pushed, BYTES);
  }

  private static double flow(BraidPair pair, long nanos, boolean pushed, int bytes) {
    MemoryRegion source = pair.far.memory(bytes);
    MemoryRegion target = pair.near.memory(bytes);
    TransfersTest.fill(source, 3);
    Side mover = pair.far;
    long beganNanos = pair.nowNanos;
    long moved = 0;
    while (pair.nowNanos - beganNanos < nanos) {
      pair.near.events.clear();
      pair.far.events.clear();
      if (pushed) {
        RemoteSpan span = pair.near.braid.grant(target, 0, bytes, pair.near.note("lease over"));
        long write = pair.far.braid.write(source, 0, span, bytes, mover.named("it"));
        assertTrue(pair.run(() -> mover.events.contains("it delivered"), SECOND));
        pair.far.braid.sendDone(Side.text("there"), Lane.NORMAL, write);
      } else {
        RemoteSpan span = pair.far.braid.lend(source, 0, bytes, pair.near.note("lease over"));
        pair.near.braid.read(span, target, 0, bytes, pair.near.named("it"));
      }
      assertTrue(pair.run(() -> pair.near.events.contains("lease over"), SECOND), pair::toString);
      moved += bytes;
    }
    assertEquals(-1, TransfersTest.differs(source, target, bytes), pair::toString);
    assertTrue(pair.run(() -> pair.far.count(Counter.OPEN_TRANSFERS) == 0, SECOND));
    source.deregister();
    target.deregister();
    return moved * 1e9 / (pair.nowNanos - beganNanos);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fullBraidGrowsWhileItMovesMore(boolean pushed) {
    BraidPair pair = begin(1);
    double before = flow(pair, 10 * Roads.MILLI, pushed);
    flow(pair, GROWING, pushed);
    double after = flow(pair, 100 * Roads.MILLI, pushed);
    assertTrue(count(pair.near, StrandState.GOOD) >= 6, pair::toString);
    assertTrue(after > 5 * before, () -> before + " then " + after + pair);
    pair.closeAndCheck();
  }

  @Test
  void strandThatBringsNothingRests() {
    BraidPair pair = begin(2);
    for (int label = 3; label <= 8; label++) {
      fabric.path(label).rate(RATE / 100);
    }
    flow(pair, 2 * SECOND, false);
    assertTrue(count(pair.near, StrandState.GOOD) <= 3, pair::toString);
    long opened = pair.near.count(Counter.STRANDS_OPENED);
    assertTrue(opened >= 4 && opened <= 40, () -> "opened " + opened + pair);
    assertEquals(0, pair.near.count(Counter.STRANDS_LOST), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void whatGrowsByItselfIsNotPutDownToFurtherStrands() {
    BraidPair pair = begin(2);
    for (int label = 3; label <= 8; label++) {
      fabric.path(label).rate(RATE / 100);
    }
    long opened = 0;
    for (double share = 0.1; share < 1; share *= 1.2) {
      fabric.path(1).rate((long) (share * RATE));
      fabric.path(2).rate((long) (share * RATE));
      flow(pair, 20 * Roads.MILLI, false);
      opened = pair.near.count(Counter.STRANDS_OPENED);
    }
    Opening opening = pair.near.braid.engine().opening;
    boolean kept = Arrays.stream(pair.near.braid.engine().strands.all())
        .anyMatch(path -> path.spare && path.isGood() && !opening.tries(path));
    assertTrue(opened > 0, pair::toString);
    assertFalse(kept, pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void furtherStrandsRestWhenThereIsNothingToDoAndComeBack() {
    BraidPair pair = begin(2);
    flow(pair, GROWING, false);
    assertTrue(count(pair.near, StrandState.GOOD) >= 6, pair::toString);
    pair.run(() -> false, 2 * SECOND);
    for (Side side : List.of(pair.near, pair.far)) {
      assertEquals(2, count(side, StrandState.GOOD), pair::toString);
      assertEquals(0, count(side, StrandState.REBUILDING), pair::toString);
      assertEquals(2 * 3, side.domain.liveQueuePairs(), pair::toString);
    }
    flow(pair, GROWING, false);
    assertTrue(count(pair.near, StrandState.GOOD) >= 6, pair::toString);
    pair.closeAndCheck();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void furtherStrandsThatWereWorthHavingComeBackAllAtOnce(boolean pushed) {
    BraidPair pair = begin(1);
    flow(pair, 3 * GROWING, pushed);
    long grown = count(pair.near, StrandState.GOOD);
    assertTrue(grown >= 6, pair::toString);
    pair.run(() -> false, 2 * SECOND);
    assertEquals(1, count(pair.near, StrandState.GOOD), pair::toString);
    flow(pair, 60 * Roads.MILLI, pushed); // One of them takes as long otherwise.
    assertTrue(count(pair.near, StrandState.GOOD) >= grown - 1, pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void whatTheAcceptorPushesKeepsFurtherStrands() {
    BraidPair pair = begin(1);
    flow(pair, GROWING, true);
    long grown = count(pair.near, StrandState.GOOD);
    for (int i = 0; i < 10; i++) {
      flow(pair, 10 * Roads.MILLI, true);
      pair.run(() -> false, SECOND / 2);
    }
    assertTrue(count(pair.near, StrandState.GOOD) >= grown, pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void routeThatDoesNotWorkIsLeftForTheNext() {
    BraidPair pair = begin(1);
    fabric.path(2).blackHole();
    flow(pair, GROWING, false);
    assertTrue(count(pair.near, StrandState.GOOD) >= 4, pair::toString);
    assertTrue(state(pair.near, 2) != StrandState.GOOD, pair::toString);
    fabric.path(2).release();
    pair.closeAndCheck();
  }

  @Test
  void sideThatAllowsNoFurtherStrandsGetsNone() {
    BraidPair pair = begin(1);
    pair.far.braid.engine().strands.furtherAllowed = false;
    flow(pair, GROWING, false);
    assertEquals(1, count(pair.near, StrandState.GOOD), pair::toString);
    assertEquals(1, count(pair.far, StrandState.GOOD), pair::toString);
    long tried = pair.near.count(Counter.STRANDS_OPENED);
    assertTrue(tried >= 4 && tried < 20, () -> "tried " + tried + pair);
    pair.closeAndCheck();
  }

  static StrandState state(Side side, int label) {
    return side.braid.snapshot().paths().stream()
        .filter(path -> path.path().routeLabel() == label)
        .findFirst()
        .orElseThrow()
        .state();
  }

  @Test
  void slowRouteIsLeftForAnother() {
    BraidPair pair = begin(4);
    flow(pair, 10 * Roads.MILLI, false);
    fabric.path(2).latency(10 * RTT, 10 * RTT);
    for (int i = 0; i < 40; i++) {
      flow(pair, Roads.MILLI, false, 4 * CHUNK); // Never full.
      pair.run(() -> false, 10 * Roads.MILLI);
    }
    assertEquals(StrandState.RESTING, state(pair.near, 2), pair::toString);
    assertEquals(StrandState.RESTING, state(pair.far, 2), pair::toString);
    assertEquals(4, count(pair.near, StrandState.GOOD), pair::toString);
    pair.run(() -> false, 2 * SECOND);
    assertEquals(4, count(pair.near, StrandState.GOOD), "it has taken the place for good");
    pair.closeAndCheck();
  }

  @Test
  void slowRouteIsKeptWhileAllAreFull() {
    BraidPair pair = begin(4);
    fabric.path(2).latency(10 * RTT, 10 * RTT);
    flow(pair, 300 * Roads.MILLI, false);
    assertEquals(StrandState.GOOD, state(pair.near, 2), pair::toString);
    pair.closeAndCheck();
  }

  @Test
  void delayOfTheirOwnMovesNobody() {
    BraidPair pair = begin(4);
    flow(pair, 300 * Roads.MILLI, false);
    for (int label = 1; label <= 4; label++) {
      assertEquals(StrandState.GOOD, state(pair.near, label), pair::toString);
    }
    assertEquals(0, pair.near.count(Counter.STRANDS_RESTED), pair::toString);
    pair.closeAndCheck();
  }
}
