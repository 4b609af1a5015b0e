// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.tck.loopback.LoopbackFabric;
import org.junit.jupiter.api.Test;

/** The window of a path whose provider does not control congestion. */
final class PathWindowTest {
  private static final long BASE = 100 * Roads.MICRO;

  private final BraidPair pair =
      new BraidPair(1, BraidConfig.defaults(), new LoopbackFabric(1, Roads.NIC), LeaseRules.SOUND);
  private final Core core = pair.near.braid.engine().core;
  private final PathEstimate estimate = new PathEstimate(core);
  private final PathWindow window = estimate.out().window();
  private long nowNanos;

  private void deliver(int chunks, long delayNanos) {
    for (int i = 0; i < chunks; i++) {
      nowNanos += BASE;
      window.delivered(delayNanos, estimate, nowNanos);
    }
  }

  private void measureBase() {
    estimate.probed(BASE, nowNanos);
  }

  @Test
  void startsFromOneChunkAndDoublesEveryRoundToTheBound() {
    measureBase();
    assertEquals(1, window.chunks());
    assertTrue(window.admits(0, nowNanos));
    assertEquals(false, window.admits(1, nowNanos));
    deliver(1, BASE);
    assertEquals(2, window.chunks());
    deliver(2, BASE);
    assertEquals(4, window.chunks());
    deliver(20, BASE);
    assertEquals(core.config.chunksInFlight(), window.chunks());
    assertTrue(window.settled());
  }

  @Test
  void delayAboveTheTargetCutsByHowFarAtMostByHalfAndOncePerRound() {
    measureBase();
    deliver(20, BASE);
    // The target is two base round trips; four of them are half too long.
    window.delivered(4 * BASE, estimate, nowNanos);
    assertEquals(8 * (1 - 0.8 * 0.5), window.chunks(), 1e-9);
    window.delivered(4 * BASE, estimate, nowNanos + 1);
    assertEquals(8 * (1 - 0.8 * 0.5), window.chunks(), 1e-9, "twice in one round");
    nowNanos += BASE;
    deliver(1, 1000 * BASE);
    assertEquals(4 * (1 - 0.8 * 0.5), window.chunks(), 1e-9, "more than half at once");
  }

  @Test
  void growsByOneChunkARoundAfterTheFirstCut() {
    measureBase();
    deliver(20, BASE);
    deliver(1, 1000 * BASE);
    double before = window.chunks();
    deliver((int) before, BASE);
    assertEquals(before + 1, window.chunks(), 0.2);
  }

  @Test
  void belowOneChunkItIsPacedAndNeverStops() {
    measureBase();
    for (int i = 0; i < 40; i++) {
      nowNanos += BASE;
      deliver(1, 1000 * BASE);
    }
    assertTrue(window.chunks() > 0 && window.chunks() < 1, "window of " + window.chunks());
    window.posted(nowNanos);
    assertEquals(false, window.admits(0, nowNanos));
    assertTrue(window.readyNanos() > nowNanos + BASE, "not paced");
    assertTrue(window.admits(0, window.readyNanos()));
    assertEquals(false, window.admits(1, window.readyNanos()), "one at a time");
  }

  @Test
  void restartsFromOneChunk() {
    measureBase();
    deliver(20, BASE);
    window.restart();
    assertEquals(1, window.chunks());
    assertEquals(false, window.settled());
  }
}
