// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SampleTest {
  private static final double EXACT = 1e-12;

  @Test
  void theMedianIsTheMiddleOneOfAnOddNumber() {
    assertEquals(3, new Sample(List.of(100.0, 3.0, 1.0)).median(), EXACT);
  }

  @Test
  void theMedianLiesBetweenTheMiddleTwoOfAnEvenNumber() {
    assertEquals(2.5, new Sample(List.of(4.0, 1.0, 2.0, 3.0)).median(), EXACT);
  }

  @Test
  void theSpreadIsTheMiddleHalfAndNotMovedByOneWildRound() {
    assertEquals(0.4, new Sample(List.of(3.0, 4.0, 5.0, 6.0, 900.0)).spread(), EXACT);
  }

  @Test
  void tooFewRoundsNeverAgree() {
    Sample two = new Sample(List.of(7.0, 7.0));
    assertEquals(Double.POSITIVE_INFINITY, two.latestSpread(3), EXACT);
    assertEquals(0, two.latestSpread(2), EXACT);
  }

  @Test
  void onlyTheLatestRoundsHaveToAgree() {
    assertEquals(0.2, new Sample(List.of(80.0, 9.0, 10.0, 11.0)).latestSpread(3), EXACT);
  }
}
