// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The stall is what a receiver saw, from the cut on. */
final class StallTest {
  private static final long MILLI = 1_000_000;

  @Test
  void pausesBeforeTheCutDoNotCount() {
    List<Long> deliveries = List.of(0L, 90 * MILLI, 95 * MILLI, 107 * MILLI, 110 * MILLI);
    assertEquals(12.0, Stall.millis(deliveries, 95 * MILLI));
  }

  @Test
  void aPauseCountsFromTheCut() {
    assertEquals(7.0, Stall.millis(List.of(0L, 100 * MILLI, 101 * MILLI), 93 * MILLI));
  }

  @Test
  void theLongestOfSeveralPausesCounts() {
    assertEquals(30.0, Stall.millis(List.of(0L, 10 * MILLI, 40 * MILLI, 45 * MILLI), 1 * MILLI));
  }

  @Test
  void nothingDeliveredAfterTheCutIsNoFigure() {
    assertEquals(0.0, Stall.millis(List.of(0L, 10 * MILLI), 20 * MILLI));
  }
}
