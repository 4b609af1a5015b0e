// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Queues that fill at once hold more than a millisecond. Second copies of what waits in them, and
 * strands that are given up for it, cost a braid its share.
 */
final class FullQueuesTest {
  @ParameterizedTest
  @CsvSource({"incast-64, 1, 20", "links-unequal, 0, 17"})
  void whoWaitsInAFullQueueIsNotTakenForLost(String name, int plan, int leastGigabits) {
    Plan chosen = Catalogue.find(name).orElseThrow().plans().get(plan);
    TrialResult result = Trial.run(chosen, Policy.SENNIT, 1);
    assertEquals(result.flows().size(), result.doneFlows(), result::toString);
    double gigabits = result.goodputBitsPerSecond() / 1e9;
    assertTrue(gigabits > leastGigabits, () -> chosen.name() + ": " + gigabits + " Gbit/s");
  }

  /**
   * Eight braids of eight strands on four links of 1 Gbit/s: a chunk takes tens of milliseconds,
   * and round trips become ten times as long as they were at first.
   */
  @ParameterizedTest
  @EnumSource(names = {"SENNIT", "SENNIT_FULL"})
  void whoSharesALinkWithManyIsNotTakenForLost(Policy policy) {
    Plan flap = Catalogue.find("flap").orElseThrow().plans().getFirst();
    Plan shared = new Plan(
        "shared",
        flap.topology(),
        Traffics.pair(8, 32L << 20),
        List.of(),
        flap.strands(),
        flap.horizonNanos(),
        flap.sampleNanos(),
        1,
        true);
    double gigabits = Trial.run(shared, policy, 1).goodputBitsPerSecond() / 1e9;
    assertTrue(gigabits > 3.7, () -> policy + ": " + gigabits + " Gbit/s of 4");
  }
}
