// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** DCQCN's rate, report by report and step by step. */
final class DcqcnRateTest {
  private static final DcqcnParameters PAPER = DcqcnParameters.STANDARD;
  private static final double LINE = PAPER.most();

  private final RoundTrips roundTrips = new RoundTrips();
  private final DcqcnRate rate = new DcqcnRate(PAPER, EngineConfig.STANDARD, roundTrips);
  private long nowNanos = 1_000_000_000;

  /** So many steps of time, each with an acknowledgement. */
  private void steps(int count, boolean limited) {
    for (int at = 0; at < count; at++) {
      nowNanos += PAPER.stepNanos();
      rate.acknowledged(1000, 0, limited, nowNanos);
    }
  }

  private boolean report() {
    return rate.marked(nowNanos);
  }

  @Test
  void theFirstReportHalvesTheRateAndFiveStepsBringItBack() {
    assertEquals(LINE, rate.rate());
    assertTrue(report());
    assertEquals(LINE / 2, rate.rate());
    for (int step = 1; step <= PAPER.recoverySteps(); step++) {
      steps(1, true);
      assertEquals(LINE - LINE / (2 << step), rate.rate(), 1, "after step " + step);
    }
  }

  @Test
  void reportsWithinFiftyMicrosecondsAreOne() {
    assertTrue(report());
    nowNanos += PAPER.reportNanos() - 1;
    assertFalse(report(), "too early");
    nowNanos += 1;
    assertTrue(report());
    assertEquals(LINE / 4, rate.rate(), LINE / 100);
  }

  @Test
  void aReportAfterALongSilenceCutsLessThanOneInARow() {
    report();
    steps(2_000, true);
    double before = rate.rate();
    report();
    assertTrue(rate.rate() > before * 0.99, () -> rate.rate() + " after " + before);
  }

  @Test
  void theRateGrowsBeyondWhatItWasAndSoonerBySizeAndTime() {
    cutTo(LINE / 16);
    double before = rate.rate();
    report();
    assertEquals(before / 2, rate.rate(), before / 20);
    steps(PAPER.recoverySteps(), true);
    assertTrue(rate.rate() < before, () -> rate.rate() + " while it recovers to " + before);
    steps(20, true);
    assertEquals(before + 20 * PAPER.additive(), rate.rate(), 2 * PAPER.additive());
    double slow = rate.rate();
    for (int at = 0; at < 20; at++) {
      nowNanos += PAPER.stepNanos();
      rate.acknowledged(PAPER.stepBytes(), 0, true, nowNanos);
    }
    assertTrue(
        rate.rate() > slow + 20 * PAPER.hyper(), () -> rate.rate() + " from " + slow + " hyper");
  }

  @Test
  void aRateThatKeepsNothingBackGoesNoFurtherThanItWas() {
    cutTo(LINE / 16);
    double before = rate.rate();
    report();
    steps(500, false);
    assertEquals(before, rate.rate(), 1);
    nowNanos += 3_600_000_000_000L;
    steps(1, false);
    assertEquals(before, rate.rate(), 1, "after an hour of silence");
  }

  private void cutTo(double most) {
    while (rate.rate() > most) {
      report();
      nowNanos += PAPER.reportNanos();
    }
  }

  @Test
  void noNumberOfReportsAndTimeOutsGetsItBelowTheFloor() {
    for (int at = 0; at < 100_000; at++) {
      nowNanos += PAPER.reportNanos();
      report();
      rate.timedOut(at % 7);
      assertTrue(rate.rate() >= PAPER.least(), () -> rate.rate() + " bytes/s");
    }
    assertTrue(rate.gapNanos(4096) <= 4096 * 1e9 / PAPER.least(), "a gap too long");
    assertTrue(rate.windowBytes() >= EngineConfig.STANDARD.leastWindowBytes(), "no window");
  }

  /** Where nothing is marked, a queue that is too short is told of by what it loses. */
  @Test
  void muchLossCountsAsAReportAndLittleDoesNot() {
    for (int at = 0; at < 1_000; at++) {
      nowNanos += 1_000;
      rate.acknowledged(99_000, 0, true, nowNanos);
      rate.lost(1_000, nowNanos);
    }
    assertEquals(LINE, rate.rate(), 1, "at 1 % loss");
    for (int at = 0; at < 10; at++) {
      nowNanos += 1_000;
      rate.acknowledged(90_000, 0, true, nowNanos);
      rate.lost(10_000, nowNanos);
    }
    assertTrue(rate.rate() < 0.6 * LINE, () -> rate.rate() + " at 10 % loss");
  }

  @Test
  void rateComesBackAfterTimeOutsThoughNothingWasEverReported() {
    rate.timedOut(1);
    rate.timedOut(2);
    steps(20_000, true);
    assertTrue(rate.rate() > LINE / 2, () -> rate.rate() + " bytes/s after a second");
  }
}
