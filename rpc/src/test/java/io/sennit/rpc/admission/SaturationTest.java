// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.ProcessorUse.Sample;
import org.junit.jupiter.api.Test;

final class SaturationTest {
  private static final long MILLI = 1_000_000;

  private Sample now = new Sample(2, 0, 0, 0, 0);
  private long nanos = Long.MAX_VALUE - 250 * MILLI; // The clock may wrap.
  private int samples;
  private long thread;
  private long threadStep;
  private final Saturation saturation = new Saturation(this::sample, 90);

  private Sample sample() {
    samples++;
    return now;
  }

  /**
   * Tenths of a second in which the process used so much, and the thread ran and waited; what is
   * true after the last.
   */
  private boolean after(int windows, long usedMillis, long ranMillis, long waitedMillis) {
    boolean saturated = saturation.isSaturated(nanos);
    for (int i = 0; i < windows; i++) {
      thread += threadStep;
      now = new Sample(
          2,
          now.usedNanos() + usedMillis * MILLI,
          thread,
          now.ranNanos() + ranMillis * MILLI,
          now.waitedNanos() + waitedMillis * MILLI);
      nanos += 100 * MILLI;
      saturated = saturation.isSaturated(nanos);
    }
    return saturated;
  }

  @Test
  void whatIsUsedOfTheProcessorsCounts() {
    assertFalse(after(9, 170, 10, 0));
    assertTrue(after(1, 180, 10, 0));
  }

  /** A moment in which all handlers wait ends no overload. */
  @Test
  void itEndsWhenHalfIsFreeForSomeTime() {
    assertTrue(after(9, 200, 10, 0));
    assertTrue(after(1, 0, 10, 0));
    assertTrue(after(9, 100, 10, 0));
    assertFalse(after(9, 80, 10, 0));
    assertFalse(after(9, 100, 10, 0));
  }

  @Test
  void whatOthersTakeAwayCountsWithTheUse() {
    assertTrue(after(9, 40, 2, 8));
  }

  @Test
  void whoWantsLittleIsNotSaturatedOnABusyMachine() {
    assertFalse(after(9, 4, 2, 8));
    assertFalse(after(9, 10, 1, 90), "by long waits");
  }

  @Test
  void waitsOfOneThreadAreNotComparedWithThoseOfAnother() {
    threadStep = 1;
    assertFalse(after(9, 40, 2, 8));
  }

  @Test
  void itRemembersWhenItWas() {
    assertFalse(saturation.wasSaturatedSince(nanos));
    assertTrue(after(1, 200, 10, 0));
    long then = nanos;
    assertFalse(after(9, 0, 10, 0));
    assertTrue(saturation.wasSaturatedSince(then));
    assertFalse(saturation.wasSaturatedSince(nanos));
  }

  @Test
  void aSampleIsTakenOncePerTenthOfASecond() {
    for (int i = 0; i < 100; i++) {
      saturation.isSaturated(nanos + i * MILLI / 2);
    }
    assertEquals(1, samples);
  }
}
