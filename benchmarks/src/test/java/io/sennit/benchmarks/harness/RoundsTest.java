// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RoundsTest {
  private static final Contender OWN = new Contender("sennit", "ours", "plain");
  private static final Contender PEER = new Contender("other", "theirs", "plain");

  private static Rounds rounds(Target target) {
    Metric time = new Metric("time", "µs", target);
    return new Rounds(new Case("a case", "work", OWN, List.of(PEER), List.of(time)));
  }

  private static void add(Rounds rounds, double own, double peer) {
    rounds.add(OWN, Map.of("time", own));
    rounds.add(PEER, Map.of("time", peer));
  }

  private static Row measured(Target target) {
    Rounds rounds = rounds(target);
    add(rounds, 3, 2);
    add(rounds, 2, 1);
    add(rounds, 4, 3);
    return rounds.rows().getFirst();
  }

  @Test
  void aRowHoldsTheMediansAndTheirRatio() {
    Row row = measured(Target.atMost(1.4));
    assertEquals("3.0 / 2.0 = 1.5", row.sennit() + " / " + row.peerValue() + " = " + row.ratio());
    assertEquals(3, row.rounds());
    assertEquals("<= 1.4", row.target());
    assertTrue(row.isMissed(), row::toString);
  }

  @Test
  void aTargetIsMetOnItsRightSide() {
    assertFalse(measured(Target.atMost(1.5)).isMissed());
    assertFalse(measured(Target.atLeast(1.5)).isMissed());
    assertTrue(measured(Target.atLeast(1.51)).isMissed());
    assertEquals(">= 0.75", Target.atLeast(0.75).text());
  }

  @Test
  void withoutATargetNothingIsMetOrMissed() {
    assertNull(measured(Target.NONE).met());
    assertFalse(measured(Target.NONE).isMissed());
  }

  @Test
  void whatWasColdIsReportedBesideWhatCounts() {
    Rounds cold = rounds(Target.NONE);
    add(cold, 8, 4);
    Rounds rounds = Rounds.after(cold, List.of(new Metric("time", "µs", Target.NONE)));
    add(rounds, 3, 2);
    List<String> said = rounds.rows().stream()
        .map(row -> row.metric() + " " + row.sennit() + " " + row.peerValue())
        .toList();
    assertEquals(List.of("time, cold 8.0 4.0", "time 3.0 2.0"), said);
  }

  @Test
  void whoCameToNothingWhileColdIsLeftOut() {
    Rounds cold = rounds(Target.NONE);
    add(cold, 8, 0);
    assertEquals(List.of(), cold.rows());
    Rounds rounds = Rounds.after(cold, List.of(new Metric("time", "µs", Target.NONE)));
    add(rounds, 3, 2);
    assertEquals(List.of("time"), rounds.rows().stream().map(Row::metric).toList());
  }

  @Test
  void whereOursCameToNothingEveryFigureIsANumber() {
    Rounds rounds = rounds(Target.atLeast(1));
    add(rounds, 0, 2);
    Row row = rounds.rows().getFirst();
    assertEquals("0.0 0.0 true", row.ratio() + " " + row.spread() + " " + row.isMissed());
  }

  @Test
  void aCaseWhoseContendersWereWarmHasNoColdRows() {
    Rounds rounds =
        Rounds.after(rounds(Target.NONE), List.of(new Metric("time", "µs", Target.NONE)));
    add(rounds, 3, 2);
    assertEquals(1, rounds.rows().size(), () -> rounds.rows().toString());
  }

  @Test
  void aRowHasTheKeysThatScriptsReadEvenWithoutATarget() {
    JsonObject json = new Gson().toJsonTree(measured(Target.atMost(2))).getAsJsonObject();
    for (String key : List.of(
        "case",
        "metric",
        "unit",
        "sennit",
        "peer",
        "peerValue",
        "ratio",
        "target",
        "met",
        "rounds",
        "spread")) {
      assertTrue(json.has(key), () -> key + " is missing in " + json);
    }
  }

  @Test
  void everybodyHasToAgreeBeforeRoundsCount() {
    Rounds rounds = rounds(Target.NONE);
    add(rounds, 10, 10);
    add(rounds, 10, 10);
    assertFalse(rounds.agree(0.1, 3), "too few");
    add(rounds, 10, 20);
    assertFalse(rounds.agree(0.1, 3), "the other one does not agree");
    add(rounds, 10, 20);
    add(rounds, 10, 20);
    assertTrue(rounds.agree(0.1, 3));
  }

  @Test
  void aRoundInWhichThereWasNothingToMeasureDoesNotCount() {
    Rounds rounds = rounds(Target.NONE);
    add(rounds, 3, 2);
    rounds.add(OWN, Map.of());
    rounds.add(PEER, Map.of());
    assertEquals(3, rounds.rows().getFirst().sennit());
    assertEquals(1, rounds.rows().getFirst().rounds());
    assertEquals(List.of(), rounds(Target.NONE).rows(), "nobody has measured anything");
  }

  @Test
  void aContenderThatDoesNotMeasureWhatIsComparedIsAnError() {
    Rounds rounds = rounds(Target.NONE);
    rounds.add(OWN, Map.of("something else", 1.0));
    assertThrows(IllegalStateException.class, () -> rounds.sample(OWN, "time"));
  }
}
