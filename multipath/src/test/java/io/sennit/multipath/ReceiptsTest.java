// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Asking the peer what it has takes little, whatever holds messages up. */
final class ReceiptsTest {
  private static final int BYTES = BraidPair.config().chunkBytes();
  private static final long SECONDS = 1_000_000_000;
  private static final long CHUNK_SECONDS = 5;

  /** More than go beside the chunks. */
  private static final int CALLS = 80;

  /**
   * What came later is acknowledged meanwhile, and the peer misses the same message in each answer:
   * once questions filled its window, and then the loop turned without a pause.
   */
  @Test
  void messageHeldUpOnItsWayIsNotAskedAboutAgainAndAgain() {
    LoopbackFabric fabric = new LoopbackFabric(1);
    fabric.path(1).latency(100_000, 100_000);
    BraidPair pair = new BraidPair(1, BraidPair.config(), fabric, LeaseRules.SOUND);
    assertTrue(pair.run(pair::allGood, SECONDS), pair::toString);
    long before = pair.near.count(Counter.MESSAGES_SENT);
    RemoteSpan grant = writeSlowly(pair);
    IntStream.range(0, CALLS).forEach(call -> assertTrue(pair.near.send("call " + call) >= 0));
    boolean over = pair.run(
        () -> pair.far.messages.size() == CALLS || questions(pair, before) > 4,
        2 * CHUNK_SECONDS * SECONDS);
    assertTrue(over, pair::toString);
    assertTrue(questions(pair, before) <= 4, () -> questions(pair, before) + " questions");
    assertTrue(pair.nowNanos > CHUNK_SECONDS * SECONDS, "some waited for the chunk");
    pair.near.braid.decline(grant);
    pair.run(() -> false, SECONDS);
    assertEquals(List.of("write delivered", "write released"), pair.near.events);
    assertEquals(List.of("grant free"), pair.far.events);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  /** One chunk that takes its time. */
  private static RemoteSpan writeSlowly(BraidPair pair) {
    MemoryRegion source = pair.near.memory(BYTES);
    MemoryRegion target = pair.far.memory(BYTES);
    RemoteSpan grant = pair.far.braid.grant(target, 0, BYTES, pair.far.note("grant free"));
    pair.near.domain.path(1).rate(BYTES / CHUNK_SECONDS);
    pair.near.braid.write(source, 0, grant, BYTES, pair.near.named("write"));
    pair.settle();
    return grant;
  }

  private static long questions(BraidPair pair, long before) {
    return pair.near.count(Counter.MESSAGES_SENT) - before - CALLS;
  }

  /** Neither side can say anything any more but what heals; both miss a message. */
  @Test
  void bothSidesWithoutCreditFindWhatTheyMiss() {
    BraidPair pair = new BraidPair(2);
    for (Side side : List.of(pair.near, pair.far)) {
      side.domain.path(1).displaceNext(1);
      side.domain.path(2).displaceNext(1);
    }
    int near = 0;
    int far = 0;
    for (int round = 0; round < 2_000; round++) {
      near += pair.near.send("near " + near) >= 0 ? 1 : 0;
      far += pair.far.send("far " + far) >= 0 ? 1 : 0;
      pair.settle();
    }
    assertEquals(Braid.BACK_PRESSURED, pair.near.send("one more"));
    assertEquals(Braid.BACK_PRESSURED, pair.far.send("one more"));
    int sent = near + far;
    pair.await(() -> pair.far.messages.size() + pair.near.messages.size() == sent, 2 * SECONDS);
    assertEquals(near, pair.far.messages.stream().distinct().count());
    assertEquals(far, pair.near.messages.stream().distinct().count());
    pair.await(pair::allGood, 10 * SECONDS);
    pair.advance(2 * SECONDS);
    pair.checkIdle();
    pair.closeAndCheck();
  }

  /** A peer with a large window tells seldom by itself. */
  @Test
  void slotsAreFreedBeforeTheyRunOut() {
    BraidPair pair = new BraidPair(4, BraidPair.config(4096, 128), 1, LeaseRules.SOUND);
    long startNanos = pair.nowNanos;
    for (int call = 0; call < 3_000; call++) {
      while (pair.near.send("call " + call) < 0) {
        pair.advance(BraidPair.MILLI);
      }
    }
    pair.settle();
    assertEquals(3_000, pair.far.messages.size());
    assertTrue(pair.nowNanos - startNanos < 200 * BraidPair.MILLI, pair::toString);
    pair.advance(SECONDS);
    pair.checkIdle();
    pair.closeAndCheck();
  }
}
