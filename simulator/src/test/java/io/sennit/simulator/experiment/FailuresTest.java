// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Flows that failed are told wherever results are. */
final class FailuresTest {
  private static final Plan PLAN = new Plan(
      "made up",
      Topologies.parallel(2, LinkConfig.STANDARD),
      Traffics.pair(2, 1_000),
      List.of(),
      2,
      100_000,
      1_000,
      1,
      true);
  private static final String TOLD =
      "2 flows failed, the first with seed 7: the peer \"said\" no, twice";

  private static TrialResult trial(long seed, String... failures) {
    List<FlowResult> flows = List.of(failures).stream()
        .map(failure -> new FlowResult(
            new FlowSpec(0, 1, 1_000, 0),
            failure.isEmpty() ? 1_000 : 0,
            failure.isEmpty() ? 5_000 : -1,
            failure))
        .toList();
    return new TrialResult(
        PLAN,
        Policy.SENNIT,
        seed,
        flows,
        List.of(new LinkUse("x", 0.5)),
        List.of(0L),
        0,
        100_000,
        new TrialResult.Work(0, 0, 0));
  }

  private static final Summary FAILED = new Summary(
      List.of(trial(6, "", ""), trial(7, "", "the peer \"said\" no, twice"), trial(8, "no", "")));
  private static final Summary CLEAN = new Summary(List.of(trial(6, "", "")));

  @Test
  void aTableSaysWhyUnderItsRows() {
    String table = Table.of(List.of(CLEAN, FAILED));
    assertTrue(table.endsWith("  Sennit (light): " + TOLD + System.lineSeparator()), table);
    assertFalse(Table.of(List.of(CLEAN)).contains("failed"), Table.of(List.of(CLEAN)));
  }

  @Test
  void aLineOfCsvCountsThemAndQuotesTheFirst() {
    String line = Csv.line(FAILED.results().get(1));
    assertTrue(line.startsWith("made up,sennit,light,7,2,1,1,"), line);
    assertTrue(line.endsWith(",100000,\"the peer \"\"said\"\" no, twice\""), line);
    String clean = Csv.line(CLEAN.results().getFirst());
    assertEquals(Csv.HEAD.split(",", -1).length, clean.split(",", -1).length, clean);
    assertTrue(clean.endsWith(",100000,"), clean);
  }

  @Test
  void thePageHasThem() {
    Experiment experiment = new Experiment("made up", "why", List.of(PLAN));
    String report =
        Report.of(experiment, List.of(List.of(CLEAN, FAILED)), "here").toString();
    assertTrue(report.contains("\"failures\":\"2 flows failed, the first with seed 7"), report);
    assertEquals(2, report.split("\"failures\"", -1).length, report);
  }
}
