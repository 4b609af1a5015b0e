// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/**
 * A copy that lost the race comes five seconds after the memory could have been put to another use.
 * Each story is told with the right rule, and with the rule taken out, when it must end badly.
 */
final class DelayedDuplicatesTest {
  private static final int BYTES = 64 << 10;
  private static final byte CANARY = 0x55;
  private static final long FIVE_SECONDS = 5 * Roads.SECOND;

  @Test
  void writeOnAPathThatLivesButIsSlowKillsNoCanary() {
    assertEquals(0, deadAfterASlowWrite(LeaseRules.SOUND));
  }

  @Test
  void withoutTheLeaseItDoes() {
    assertNotEquals(0, deadAfterASlowWrite(LateCopiesTest.NO_FENCE));
  }

  /** Hedged, delivered and announced in milliseconds; the first copies arrive much later. */
  private static long deadAfterASlowWrite(LeaseRules rules) {
    Story story = new Story(rules, BraidPair.config());
    story.crawl();
    story.write();
    story.awaitDelivered();
    assertTrue(story.pair.near.count(Counter.HEDGED_BYTES) > 0, story.pair::toString);
    assertEquals(0, story.pair.near.count(Counter.STRANDS_LOST), story.pair::toString);
    story.pass(6 * Roads.SECOND);
    assertTrue(story.freed(), story.pair::toString);
    return story.dead(story.there);
  }

  @Test
  void writeOnAPathThatWasGivenUpKillsNoCanary() {
    assertEquals(0, deadAfterAHeldWrite(LeaseRules.SOUND));
  }

  @Test
  void withoutTheFenceItDoes() {
    assertNotEquals(0, deadAfterAHeldWrite(LateCopiesTest.KILLED_IS_FENCED));
  }

  /** The path is given up; the owner's half cannot be destroyed for longer than the copies take. */
  private static long deadAfterAHeldWrite(LeaseRules rules) {
    Story story = new Story(rules, rebuildingLate());
    story.pair.near.domain.path(1).hold();
    story.write();
    story.pair.near.braid.poll(story.pair.nowNanos);
    story.pair.far.domain.path(1).freezeDestroy(7_000);
    story.awaitDelivered();
    story.pass(20 * Roads.MILLI);
    assertEquals(1, story.pair.near.count(Counter.STRANDS_LOST), story.pair::toString);
    story.pass(FIVE_SECONDS);
    assertTrue(story.pair.near.domain.path(1).underWay() > 0, "nothing is late");
    story.pair.near.domain.path(1).release();
    story.pass(5 * Roads.SECOND);
    assertTrue(story.freed(), story.pair::toString);
    return story.dead(story.there);
  }

  @Test
  void readOnAPathThatLivesButIsSlowSeesNoOtherUseOfItsSource() {
    assertEquals(0, deadAfterASlowRead(LeaseRules.SOUND));
  }

  @Test
  void readWithoutTheLeaseDoes() {
    assertNotEquals(0, deadAfterASlowRead(LateCopiesTest.DELIVERED_IS_RELEASED));
  }

  /** Bytes that the reader finds to be those of another use of the owner's memory. */
  private static long deadAfterASlowRead(LeaseRules rules) {
    Story story = new Story(rules, BraidPair.config());
    story.crawl();
    RemoteSpan span = story.pair.far.braid.lend(story.there, 0, BYTES, story::free);
    TransfersTest.fill(story.there, 31);
    TransfersTest.fill(story.expected, 31);
    story.pair.near.braid.read(span, story.here, 0, BYTES, story.pair.near.named("move"));
    story.awaitDelivered();
    assertEquals(-1, TransfersTest.differs(story.expected, story.here, BYTES), "delivered wrongly");
    story.pass(6 * Roads.SECOND);
    assertTrue(story.freed(), story.pair::toString);
    assertEquals("move released", story.pair.near.events.getLast());
    return TransfersTest.differs(story.expected, story.here, BYTES) + 1;
  }

  /** Nobody proposes a new strand before the story is over. */
  private static BraidConfig rebuildingLate() {
    BraidConfig base = BraidPair.config();
    return new BraidConfig(
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
        base.quarantineBytes(),
        20 * Roads.SECOND,
        30 * Roads.SECOND,
        base.silenceNanos(),
        base.retryNanos(),
        base.lifelineRepeatNanos(),
        base.scheduler(),
        base.paths(),
        base.growth(),
        base.classes(),
        base.intrusions());
  }

  /** Two paths of 100 us, and memory on both sides. */
  private static final class Story {
    final BraidPair pair;
    final MemoryRegion here;
    final MemoryRegion there;
    final MemoryRegion expected;
    private final LoopbackFabric fabric = new LoopbackFabric(41);

    Story(LeaseRules rules, BraidConfig config) {
      fabric.path(1).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
      fabric.path(2).latency(100 * Roads.MICRO, 100 * Roads.MICRO);
      pair = new BraidPair(2, config, fabric, rules);
      assertTrue(pair.run(pair::allGood, Roads.SECOND), pair::toString);
      here = pair.near.memory(BYTES);
      there = pair.far.memory(BYTES);
      expected = pair.near.memory(BYTES);
    }

    /** One chunk takes five seconds over path 1; what has no bytes, no time. */
    void crawl() {
      fabric.path(1).rate(BraidPair.config().chunkBytes() / 5);
    }

    void write() {
      RemoteSpan span = pair.far.braid.grant(there, 0, BYTES, this::free);
      TransfersTest.fill(here, 32);
      long write = pair.near.braid.write(here, 0, span, BYTES, pair.near.named("move"));
      pair.near.onDelivered = () -> pair.near.braid.sendDone(Side.text("done"), Lane.NORMAL, write);
    }

    void free() {
      there.segment().fill(CANARY);
      pair.far.events.add("reused");
    }

    void awaitDelivered() {
      boolean soon = pair.run(() -> !pair.near.events.isEmpty(), 20 * Roads.MILLI);
      assertTrue(soon, pair::toString);
      assertEquals("move delivered", pair.near.events.getFirst());
      pair.near.onDelivered.run();
      pair.settle();
    }

    void pass(long nanos) {
      pair.run(() -> false, nanos);
      assertEquals(
          "", String.join(", ", pair.near.failures) + String.join(", ", pair.far.failures));
    }

    boolean freed() {
      return pair.far.events.contains("reused");
    }

    long dead(MemoryRegion region) {
      long dead = 0;
      for (long i = 0; i < region.length(); i++) {
        dead += region.segment().get(ValueLayout.JAVA_BYTE, i) == CANARY ? 0 : 1;
      }
      return dead;
    }
  }
}
