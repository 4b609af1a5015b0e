// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import org.junit.jupiter.api.Test;

/** Chunks go where they finish first, or where the two rules to compare with send them. */
final class SchedulingTest {
  private static final int BYTES = 4 << 20;
  private static final long PATIENCE = 5_000 * BraidPair.MILLI;

  @Test
  void pathFourTimesSlowerGetsItsShare() {
    BraidPair pair = read(Scheduling.EARLIEST_FINISH);
    double fast = pair.near.path(0).bytesRead();
    double slow = pair.near.path(1).bytesRead();
    assertTrue(fast / slow > 3 && fast / slow < 12, () -> fast + " to " + slow + pair);
    assertTrue(pair.near.path(0).srttNanos() < pair.near.path(1).srttNanos(), pair::toString);
    assertTrue(
        pair.near.path(0).rateBytesPerSecond() > 2 * pair.near.path(1).rateBytesPerSecond(),
        pair::toString);
  }

  @Test
  void staticStripingGivesASlowPathHalf() {
    BraidPair pair = read(Scheduling.STATIC);
    assertEquals(BYTES / 2, pair.near.path(0).bytesRead(), pair::toString);
    assertEquals(BYTES / 2, pair.near.path(1).bytesRead(), pair::toString);
  }

  @Test
  void roundRobinWaitsForNoSlowPath() {
    BraidPair pair = read(Scheduling.ROUND_ROBIN);
    double slow = pair.near.path(1).bytesRead();
    assertTrue(slow > 0.05 * BYTES && slow < 0.45 * BYTES, () -> slow + " of " + BYTES + pair);
  }

  @Test
  void staticStripingGoesOnWhereAPathIsDown() {
    LoopbackFabric fabric = new LoopbackFabric(1);
    BraidPair pair = started(Scheduling.STATIC, fabric);
    pair.near.domain.path(2).hold();
    assertTrue(
        pair.run(() -> !pair.near.path(1).state().equals(StrandState.GOOD), PATIENCE),
        pair::toString);
    readAll(pair);
    assertEquals(BYTES, pair.near.path(0).bytesRead(), pair::toString);
  }

  /** One path takes four times as long as the other. */
  private static BraidPair read(Scheduling scheduler) {
    LoopbackFabric fabric = new LoopbackFabric(1);
    fabric.path(1).latency(BraidPair.MILLI, BraidPair.MILLI);
    fabric.path(2).latency(4 * BraidPair.MILLI, 4 * BraidPair.MILLI);
    BraidPair pair = started(scheduler, fabric);
    readAll(pair);
    return pair;
  }

  private static BraidPair started(Scheduling scheduler, LoopbackFabric fabric) {
    BraidConfig config = BraidPair.config().withScheduler(scheduler);
    BraidPair pair = new BraidPair(2, config, fabric, LeaseRules.SOUND);
    assertTrue(pair.run(() -> pair.allGood(), 100 * BraidPair.MILLI), pair::toString);
    return pair;
  }

  private static void readAll(BraidPair pair) {
    MemoryRegion source = pair.far.memory(BYTES);
    MemoryRegion target = pair.near.memory(BYTES);
    TransfersTest.fill(source, 21);
    RemoteSpan span = pair.far.braid.lend(source, 0, BYTES, () -> {});
    pair.near.braid.read(span, target, 0, BYTES, pair.near.named("read"));
    pair.run(() -> !pair.near.events.isEmpty(), PATIENCE);
    assertEquals("read delivered", pair.near.events.getFirst());
    assertEquals(-1, TransfersTest.differs(source, target, BYTES));
  }

  @Test
  void samplesOfAStoppedLoopAreDropped() {
    BraidPair pair = new BraidPair(1);
    MemoryRegion source = pair.far.memory(4096);
    MemoryRegion target = pair.near.memory(4096);
    RemoteSpan span = pair.far.braid.lend(source, 0, 4096, () -> {});
    pair.near.domain.path(1).hold();
    pair.near.braid.read(span, target, 0, 4096, pair.near.named("read"));
    pair.near.braid.poll(pair.nowNanos);
    pair.near.domain.path(1).release();
    pair.nowNanos += 100 * BraidPair.MILLI;
    pair.near.braid.poll(pair.nowNanos);
    assertEquals("read delivered", pair.near.events.getFirst());
    assertEquals(0, pair.near.path(0).srttNanos(), pair::toString);
    pair.closeAndCheck();
  }
}
