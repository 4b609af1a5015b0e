// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/**
 * The trap: copies that are executed late, after the memory has been put to another use. Each story
 * is told twice: with the right rule the canary lives; with the rule broken the same story kills
 * it, so that the suite keeps proving that the rule is needed.
 */
final class LateCopiesTest {
  private static final int BYTES = 64 << 10;
  private static final byte CANARY = 0x55;

  /** DONE alone frees the memory: nobody waits for a fence. */
  static final LeaseRules NO_FENCE = new LeaseRules() {
    @Override
    boolean grantIsFree(long unfencedPaths) {
      return true;
    }
  };

  /** A killed queue pair is taken for a fence. */
  static final LeaseRules KILLED_IS_FENCED = new LeaseRules() {
    @Override
    boolean mayAnswerFence(boolean destroyed) {
      return true;
    }
  };

  /** Delivered is taken for released. */
  static final LeaseRules DELIVERED_IS_RELEASED = new LeaseRules() {
    @Override
    boolean loanIsFree(int openCopies) {
      return true;
    }
  };

  @Test
  void lateWriteNeverTouchesGrantedMemoryThatIsUsedAgain() {
    assertEquals(0, deadCanariesAfterALateWrite(LeaseRules.SOUND, 50));
    assertEquals(0, deadCanariesAfterALateWrite(LeaseRules.SOUND, 0));
  }

  @Test
  void withoutTheFenceTheLateWriteKillsTheCanary() {
    assertNotEquals(0, deadCanariesAfterALateWrite(NO_FENCE, 50));
  }

  @Test
  void anAnswerBeforeDestructionKillsTheCanary() {
    assertNotEquals(0, deadCanariesAfterALateWrite(KILLED_IS_FENCED, 50));
  }

  /**
   * A strand fails while WRITEs are on their way; they arrive as soon as the memory is free.
   *
   * @param frozen times that the owner's queue pair cannot be destroyed yet
   * @return bytes that the late copies changed
   */
  private static long deadCanariesAfterALateWrite(LeaseRules rules, int frozen) {
    BraidPair pair = new BraidPair(2, BraidPair.config(), 3, rules);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    TransfersTest.fill(source, 11);
    RemoteSpan grant = pair.far.braid.grant(target, 0, BYTES, () -> {
      assertEquals(-1, TransfersTest.differs(source, target, BYTES), "delivered wrongly");
      target.segment().fill(CANARY);
      pair.far.events.add("reused");
      pair.near.domain.path(1).release();
    });
    pair.near.domain.path(1).hold();
    long write = pair.near.braid.write(source, 0, grant, BYTES, pair.near.named("write"));
    pair.near.braid.poll(pair.nowNanos);
    pair.far.domain.path(1).freezeDestroy(frozen);
    pair.near.domain.path(1).giveUp();
    assertTrue(pair.near.domain.path(1).underWay() > 0, "nothing is late");
    pair.settle();
    assertEquals("write delivered", pair.near.events.getFirst());
    pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    pair.await(() -> pair.far.events.contains("reused"), 5_000 * BraidPair.MILLI);
    pair.advance(1_000 * BraidPair.MILLI);
    assertEquals(0, pair.near.domain.path(1).underWay(), "the late copies have had their chance");
    return dead(target);
  }

  private static long dead(MemoryRegion region) {
    long dead = 0;
    for (long i = 0; i < region.length(); i++) {
      dead += region.segment().get(ValueLayout.JAVA_BYTE, i) == CANARY ? 0 : 1;
    }
    return dead;
  }

  @Test
  void lateReadNeverSeesLentMemoryThatIsUsedAgain() {
    assertEquals(-1, firstWrongByteAfterALateRead(LeaseRules.SOUND));
  }

  @Test
  void lentMemoryFreedAtDeliveryComesBackWrong() {
    assertNotEquals(-1, firstWrongByteAfterALateRead(DELIVERED_IS_RELEASED));
  }

  /** Second copies of READs win while the first are on their way on a slow strand that lives. */
  private static long firstWrongByteAfterALateRead(LeaseRules rules) {
    BraidPair pair = new BraidPair(2, BraidPair.config(), 4, rules);
    MemoryRegion source = pair.far.memory(BYTES);
    MemoryRegion before = pair.far.memory(BYTES);
    MemoryRegion target = pair.near.memory(BYTES);
    TransfersTest.fill(source, 12);
    TransfersTest.fill(before, 12);
    RemoteSpan loan = pair.far.braid.lend(source, 0, BYTES, () -> {
      source.segment().fill(CANARY);
      pair.far.events.add("reused");
    });
    pair.near.domain.path(1).hold();
    pair.near.braid.read(loan, target, 0, BYTES, pair.near.named("read"));
    pair.near.braid.poll(pair.nowNanos);
    Engine engine = pair.near.braid.engine();
    Strand slow = engine.strands.path(0).strand;
    if (slow == null || slow.postedChunks == 0) {
      throw new AssertionError("nothing is late");
    }
    engine.strands.suspect(slow, "slow");
    pair.settle();
    assertEquals("read delivered", pair.near.events.getFirst());
    assertEquals(-1, TransfersTest.differs(before, target, BYTES), "delivered wrongly");
    pair.near.domain.path(1).release();
    pair.settle();
    assertTrue(pair.far.events.contains("reused"), pair::toString);
    assertEquals("read released", pair.near.events.getLast());
    return TransfersTest.differs(before, target, BYTES);
  }

  @Test
  void sourceStaysLeasedAsLongAsACopyMayReadItAgain() {
    BraidPair pair = new BraidPair(2);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion before = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    TransfersTest.fill(source, 13);
    TransfersTest.fill(before, 13);
    RemoteSpan span = pair.far.braid.grant(target, 0, BYTES, () -> {});
    pair.near.domain.path(1).rereadSource(true);
    pair.near.domain.path(1).hold();
    long write = pair.near.braid.write(source, 0, span, BYTES, new TransferListener() {
      @Override
      public void onDelivered(long found) {
        pair.near.events.add("delivered");
      }

      @Override
      public void onReleased() {
        source.segment().fill(CANARY);
        pair.near.domain.path(1).release();
        pair.near.events.add("reused");
      }

      @Override
      public void onFailed(String cause, boolean noEffect) {
        throw new AssertionError(cause);
      }
    });
    pair.near.braid.poll(pair.nowNanos);
    pair.near.domain.path(1).freezeDestroy(20);
    pair.far.domain.path(1).freezeDestroy(20);
    pair.near.domain.path(1).giveUp();
    pair.settle();
    assertEquals("delivered", pair.near.events.getFirst());
    pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    pair.await(() -> pair.near.events.contains("reused"), 5_000 * BraidPair.MILLI);
    pair.settle();
    assertEquals(-1, TransfersTest.differs(before, target, BYTES));
    pair.closeAndCheck();
  }

  /** A retransmission reads its slot again: another message there would arrive mutilated. */
  @Test
  void slotIsNotUsedAgainWhileALateCopyMayReadIt() {
    BraidPair pair = new BraidPair(2);
    pair.near.domain.path(1).rereadSource(true);
    pair.near.domain.path(1).hold();
    pair.near.domain.path(2).hold();
    pair.near.send("a longer message, on one strand");
    pair.near.send("a longer message, on the other strand");
    pair.near.domain.path(1).freezeDestroy(20);
    pair.near.domain.path(1).giveUp();
    pair.near.domain.path(2).release();
    pair.near.braid.poll(pair.nowNanos);
    pair.near.braid.poll(pair.nowNanos);
    assertEquals(1, pair.near.count(Counter.MESSAGE_REPLAYS), pair::toString);
    for (int i = 0; i < 8; i++) {
      pair.near.send("short");
    }
    assertEquals(1, pair.near.domain.path(1).underWay(), "nothing is late");
    pair.near.domain.path(1).release();
    pair.advance(1000 * BraidPair.MILLI);
    assertEquals(10, pair.far.messages.size(), pair.far.messages::toString);
    assertTrue(pair.far.count(Counter.DUPLICATES_DROPPED) > 0, pair::toString);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  @Test
  void memoryThatWaitsForAFenceHasABudget() {
    BraidConfig base = BraidPair.config();
    BraidConfig tight = new BraidConfig(
        base.slotBytes(),
        base.windowMessages(),
        base.sendSlots(),
        base.controlReserve(),
        base.replayMessages(),
        base.maxPaths(),
        base.chunkBytes(),
        base.maxChunkBytes(),
        base.chunksInFlight(),
        base.maxTransfers(),
        base.maxLeases(),
        base.chunkBytes() - 1,
        base.rebuildMinNanos(),
        base.rebuildMaxNanos(),
        base.silenceNanos(),
        base.retryNanos(),
        base.lifelineRepeatNanos(),
        base.scheduler(),
        base.paths(),
        base.growth(),
        base.classes(),
        base.intrusions());
    BraidPair pair = new BraidPair(2, tight, 5, LeaseRules.SOUND);
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    RemoteSpan span = pair.far.braid.grant(target, 0, BYTES, () -> {});
    pair.near.domain.path(1).hold();
    pair.near.braid.write(source, 0, span, BYTES, pair.near.named("write"));
    pair.near.braid.poll(pair.nowNanos);
    pair.near.domain.path(1).giveUp();
    pair.settle();
    assertTrue(
        pair.near
            .failures
            .getFirst()
            .startsWith("more than quarantineBytes wait for a fence; path"),
        pair.near.failures::toString);
    pair.closeAndCheck();
    assertEquals("write released", pair.near.events.getLast());
  }
}
