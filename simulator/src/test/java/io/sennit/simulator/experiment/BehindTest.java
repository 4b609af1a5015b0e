// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of Sennit and the others. */
final class BehindTest {
  private static final long MILLI = 1_000_000;

  private static final Plan PLAN = new Plan(
      "made up",
      Topologies.parallel(2, LinkConfig.STANDARD),
      Traffics.pair(1, 1_000_000),
      List.of(),
      2,
      100 * MILLI,
      MILLI,
      1,
      true);

  /** One flow of a megabyte from the start that is done then; not at all if that is negative. */
  private static Summary summary(Policy policy, long doneNanos, long stallNanos) {
    FlowSpec spec = new FlowSpec(0, 1, 1_000_000, 0);
    FlowResult flow = new FlowResult(spec, doneNanos < 0 ? 0 : 1_000_000, doneNanos, "");
    long endNanos = doneNanos < 0 ? 100 * MILLI : doneNanos;
    return new Summary(List.of(new TrialResult(
        PLAN,
        policy,
        1,
        List.of(flow),
        List.of(new LinkUse("x", 0.5)),
        List.of(0L),
        stallNanos,
        endNanos,
        new TrialResult.Work(0, 0, 0))));
  }

  @Test
  void whatIsBetterByMoreThanNoiseIsSaid() {
    List<Summary> summaries = List.of(
        summary(Policy.REPS, MILLI, 1_000),
        summary(Policy.ROUND_ROBIN, 3 * MILLI, 1_000),
        summary(Policy.SENNIT, 2 * MILLI, 1_010));
    assertEquals(
        List.of(
            "REPS style moves 8.00 Gbit/s, Sennit moves 4.00 Gbit/s.",
            "REPS style is done with half of the flows in 1000 us, Sennit is done with half of the"
                + " flows in 2000 us.",
            "REPS style is done with 99 % of the flows in 1000 us, Sennit is done with 99 % of the"
                + " flows in 2000 us."),
        Behind.of(summaries));
  }

  @Test
  void theOtherModelIsNotComparedAndTheBestIsNotBehind() {
    List<Summary> summaries = List.of(
        summary(Policy.ONE_PATH, -1, 99),
        summary(Policy.SENNIT, 2 * MILLI, 0),
        summary(Policy.SENNIT_FULL, MILLI, 0));
    assertEquals(List.of(), Behind.of(summaries));
  }

  @Test
  void whoIsNotDoneIsBehindWhoIs() {
    List<Summary> summaries =
        List.of(summary(Policy.REPS, MILLI, 0), summary(Policy.SENNIT, -1, 0));
    List<String> said = Behind.of(summaries);
    assertTrue(
        said.contains("REPS style is done with half of the flows in 1000 us, Sennit is not done."),
        said::toString);
  }

  @Test
  void publishedFiguresHaveThisRunsBesideThem() {
    List<Summary> summaries =
        List.of(summary(Policy.ONE_PATH, 4 * MILLI, 0), summary(Policy.SENNIT, 2 * MILLI, 0));
    Published published = Published.about("link-grey").getFirst();
    assertEquals("Sennit: 2.00 times ECMP", published.here().apply(summaries));
    assertEquals(List.of(), Published.about("links-unequal"));
  }
}
