// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Path;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Strands that die, are fenced and built again; sessions that end. */
final class FencingTest {
  private final List<QueuePair> spare = new ArrayList<>();

  @Test
  void bothSidesFenceAtOnceAndOneStrandIsBuilt() {
    BraidPair pair = new BraidPair(2);
    pair.fabric.path(1).hold();
    for (int i = 0; i < 4; i++) {
      pair.near.send("near " + i);
      pair.far.send("far " + i);
    }
    pair.fabric.path(1).giveUp();
    pair.near.braid.poll(pair.nowNanos);
    pair.far.braid.poll(pair.nowNanos);
    assertEquals(1, pair.near.count(Counter.FENCES_SENT), pair::toString);
    assertEquals(1, pair.far.count(Counter.FENCES_SENT), pair::toString);
    pair.fabric.path(1).release();
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(1, pair.near.count(Counter.FENCES_ANSWERED), pair::toString);
    assertEquals(1, pair.far.count(Counter.FENCES_ANSWERED), pair::toString);
    for (Side side : List.of(pair.near, pair.far)) {
      assertEquals(4, side.messages.size(), side.messages::toString);
      assertEquals(StrandState.GOOD, side.path(0).state());
      assertEquals(2, side.path(0).epoch());
      assertEquals(1, side.count(Counter.REBUILDS));
    }
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void fenceOfAnEarlierLifeLeavesTheLaterOneAlone() {
    BraidPair pair = new BraidPair(2);
    pair.near.domain.path(1).kill();
    pair.near.send("a");
    pair.near.send("b");
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(2, pair.far.path(0).epoch(), pair::toString);
    long answered = pair.far.count(Counter.FENCES_ANSWERED);
    Engine engine = pair.near.braid.engine();
    PathEpoch earlier = new PathEpoch(engine.strands.path(0).path, 1);
    engine.sender.send(FrameType.FENCE, Tier.VITAL, slot -> {
      earlier.encode(slot, 0);
      return PathEpoch.BYTES;
    });
    pair.settle();
    assertEquals(answered + 1, pair.far.count(Counter.FENCES_ANSWERED), pair::toString);
    assertEquals(StrandState.GOOD, pair.far.path(0).state());
    assertEquals(StrandState.GOOD, pair.near.path(0).state());
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void answerComesOnlyAfterTheQueuePairIsDestroyed() {
    BraidPair pair = new BraidPair(2);
    pair.far.domain.path(1).freezeDestroy(3);
    pair.near.domain.path(1).dropNext(1);
    pair.near.send("a");
    pair.near.send("b");
    pair.settle();
    assertEquals(0, pair.far.count(Counter.FENCES_ANSWERED), pair::toString);
    assertEquals(StrandState.DOWN, pair.near.path(0).state());
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(1, pair.far.count(Counter.FENCES_ANSWERED), pair::toString);
    assertEquals(StrandState.GOOD, pair.near.path(0).state());
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void allStrandsDieAndTheLifelineHealsTheBraid() {
    BraidPair pair = new BraidPair(2);
    pair.near.domain.path(1).dropNext(1);
    pair.near.domain.path(2).dropNext(1);
    for (int i = 0; i < 6; i++) {
      assertTrue(pair.near.send("call " + i) >= 0);
    }
    pair.settle();
    assertTrue(pair.near.count(Counter.LIFELINE_FRAMES) > 0, pair::toString);
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(6, pair.far.messages.size(), pair.far.messages::toString);
    assertEquals(2, pair.near.count(Counter.REBUILDS), pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void manyPathsHealThoughEverySlotAndCreditIsTaken() {
    int paths = 12;
    BraidPair pair = new BraidPair(paths, BraidConfig.defaults(), 1, LeaseRules.SOUND);
    hold(pair, paths);
    int near = fill(pair.near, Lane.NORMAL) + fill(pair.near, Lane.CONTROL);
    int far = fill(pair.far, Lane.NORMAL) + fill(pair.far, Lane.CONTROL);
    giveUpAndRelease(pair, paths);
    assertHeals(pair, near, far);
  }

  /** Each life of a strand takes credits, and the window cannot slide past a message that waits. */
  @Test
  void strandsThatFailAgainAndAgainDoNotUseUpTheCreditsThatHealThem() {
    int paths = 12;
    BraidPair pair = new BraidPair(paths, BraidConfig.defaults(), 1, LeaseRules.SOUND);
    hold(pair, paths);
    int near = fill(pair.near, Lane.NORMAL) + fill(pair.near, Lane.CONTROL);
    int far = fill(pair.far, Lane.NORMAL) + fill(pair.far, Lane.CONTROL);
    for (int round = 0; round < 70; round++) {
      for (int label = 1; label <= paths; label++) {
        pair.fabric.path(label).giveUp();
      }
      pair.advance(100 * BraidPair.MILLI);
    }
    giveUpAndRelease(pair, paths);
    assertHeals(pair, near, far);
  }

  /** There is always a new vital frame, which must not delay the oldest messages. */
  @Test
  void pathsThatFailOneAfterTheOtherDoNotPutOffWhatTheWindowWaitsFor() {
    int paths = 12;
    BraidPair pair = new BraidPair(paths, BraidConfig.defaults(), 1, LeaseRules.SOUND);
    hold(pair, paths);
    int near = fill(pair.near, Lane.NORMAL) + fill(pair.near, Lane.CONTROL);
    for (int round = 0; round < 500; round++) {
      pair.fabric.path(1 + round % paths).giveUp();
      pair.advance(10 * BraidPair.MILLI);
    }
    assertEquals(near, pair.far.messages.size(), pair::toString);
    giveUpAndRelease(pair, paths);
    pair.await(pair::allGood, 2_000 * BraidPair.MILLI);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static void giveUpAndRelease(BraidPair pair, int paths) {
    for (int label = 1; label <= paths; label++) {
      pair.fabric.path(label).giveUp();
      pair.fabric.path(label).release();
    }
  }

  private static void assertHeals(BraidPair pair, int fromNear, int fromFar) {
    pair.await(pair::allGood, 2_000 * BraidPair.MILLI);
    assertEquals(fromNear, pair.far.messages.size(), pair::toString);
    assertEquals(fromFar, pair.near.messages.size(), pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static void hold(BraidPair pair, int paths) {
    for (int label = 1; label <= paths; label++) {
      pair.fabric.path(label).hold();
    }
  }

  private static int fill(Side side, Lane lane) {
    int sent = 0;
    while (side.send("message", lane) >= 0) {
      sent++;
    }
    return sent;
  }

  @Test
  void lifelineThatLosesFramesIsTriedAgain() {
    BraidPair pair = new BraidPair(1);
    pair.near.lifelineUp = false;
    pair.near.domain.path(1).dropNext(1);
    pair.near.send("call");
    pair.advance(300 * BraidPair.MILLI);
    assertEquals(List.of(), pair.far.messages);
    pair.near.lifelineUp = true;
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(List.of("call"), pair.far.messages);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void withoutAnyWayTheSessionFailsAtTheSilenceLimitWithItsCause() {
    BraidPair pair = new BraidPair(2);
    pair.near.lifelineUp = false;
    pair.far.lifelineUp = false;
    MemoryRegion memory = pair.near.memory(64);
    pair.near.braid.lend(memory, 0, 64, pair.near.note("loan free"));
    pair.near.domain.path(1).dropNext(1);
    pair.near.domain.path(2).dropNext(1);
    pair.near.send("call 1");
    pair.near.send("call 2");
    pair.advance(9_900 * BraidPair.MILLI);
    assertEquals(List.of(), pair.near.failures);
    pair.advance(200 * BraidPair.MILLI);
    assertEquals(1, pair.near.failures.size(), pair.near.failures::toString);
    String cause = pair.near.failures.getFirst();
    assertTrue(cause.startsWith("no strand to the peer lives since 10000 ms; path 0-0/"), cause);
    assertTrue(
        cause.endsWith("failed: the peer did not answer, or has ended its side (RETRY_EXCEEDED)"),
        cause);
    assertEquals(List.of("loan free"), pair.near.events);
    assertEquals(1, pair.near.closed);
    pair.closeAndCheck();
  }

  @Test
  void deadPeerEndsTheSessionAtOnceAndEverythingIsReleased() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(100_000);
    MemoryRegion target = pair.far.memory(100_000);
    RemoteSpan span = pair.far.braid.grant(target, 0, 100_000, () -> {});
    pair.near.braid.grant(source, 0, 10, pair.near.note("grant free"));
    pair.fabric.path(1).hold();
    pair.near.braid.write(source, 0, span, 100_000, pair.near.named("write"));
    pair.near.braid.poll(pair.nowNanos);
    pair.far.domain.vanish();
    pair.near.domain.path(1).freezeDestroy(3);
    for (int i = 0; i < 1000 && pair.near.closed == 0; i++) {
      pair.nowNanos += BraidPair.MILLI;
      pair.near.braid.poll(pair.nowNanos);
    }
    assertEquals(List.of("the peer's process has ended"), pair.near.failures);
    assertEquals(
        List.of("write failed: the peer's process has ended", "write released", "grant free"),
        pair.near.events);
    assertEquals(1, pair.near.closed);
    assertTrue(pair.nowNanos < 50 * BraidPair.MILLI, "took " + pair.nowNanos + " ns");
  }

  @Test
  void nothingIsReleasedBeforeEveryQueuePairIsDestroyed() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion memory = pair.near.memory(64);
    pair.near.braid.lend(memory, 0, 64, pair.near.note("loan free"));
    pair.near.domain.path(2).freezeDestroy(1000);
    pair.near.braid.fail("over");
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(List.of("over"), pair.near.failures);
    assertEquals(List.of(), pair.near.events, "a peer may still touch it, whatever the time");
    pair.near.domain.path(2).freezeDestroy(0);
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(List.of("loan free"), pair.near.events);
    pair.closeAndCheck();
  }

  @Test
  void memoryThatCannotBeDeregisteredYetHoldsTheEndBack() {
    BraidPair pair = new BraidPair(1);
    pair.near.domain.freezeDeregister(3);
    pair.near.braid.fail("over");
    pair.settle();
    assertEquals(0, pair.near.closed);
    pair.advance(500 * BraidPair.MILLI);
    assertEquals(1, pair.near.closed);
    pair.closeAndCheck();
  }

  @Test
  void pausesBeforeRebuildsDoubleUpToASecond() {
    BraidPair pair = new BraidPair(2);
    long[] pauses = new long[5];
    for (int i = 0; i < pauses.length; i++) {
      pair.near.domain.path(1).kill();
      pair.near.send("x");
      pair.near.send("x");
      pair.settle();
      StrandPath path = pair.near.braid.engine().strands.path(0);
      pauses[i] = (path.rebuildAtNanos - pair.nowNanos) / BraidPair.MILLI;
      pair.await(() -> pair.near.path(0).state() == StrandState.GOOD, 60_000 * BraidPair.MILLI);
    }
    assertEquals(List.of(100L, 200L, 400L, 800L, 1000L), boxed(pauses));
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private static List<Long> boxed(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  @Test
  void refusedRebuildIsTriedAgainWithANewEpoch() {
    BraidPair pair = new BraidPair(2);
    exhaustQueuePairs(pair);
    pair.near.domain.path(1).kill();
    pair.near.send("x");
    pair.near.send("x");
    pair.advance(150 * BraidPair.MILLI);
    assertTrue(pair.far.count(Counter.REBUILDS_REFUSED) > 0, pair::toString);
    assertEquals(List.of(), pair.near.failures);
    spare.forEach(QueuePair::destroy);
    pair.advance(5_000 * BraidPair.MILLI);
    assertEquals(StrandState.GOOD, pair.near.path(0).state(), pair::toString);
    assertTrue(pair.near.path(0).epoch() > 2, pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  private void exhaustQueuePairs(BraidPair pair) {
    CompletionQueue queue = pair.far.domain.createCompletionQueue(16);
    SharedReceiveQueue receives = pair.far.domain.createSharedReceiveQueue(16);
    // One more than there is room for, once the dead strand's has been destroyed.
    for (int i = 0; i < 64 - 2 * 3; i++) {
      spare.add(pair.far.domain.createQueuePair(
          new QueuePairConfig(new Path(0, 0, 99), queue, queue, receives, 1)));
    }
    pair.far
        .braid
        .engine()
        .fencing
        .onRetire(path -> spare.add(pair.far.domain.createQueuePair(
            new QueuePairConfig(new Path(0, 0, 99), queue, queue, receives, 1))));
  }
}
