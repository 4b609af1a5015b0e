// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The demo exits with 0 only if it showed what it claims. */
final class VerdictTest {
  private static final Traffic.ByVerb ALL_ONE_SIDED = new Traffic.ByVerb(10, 500, 500);

  @Test
  void aRunThatShowsEverythingHasNoFaults() {
    assertEquals(List.of(), Verdict.faultsOfVerbs(figures(0, 12, true, ALL_ONE_SIDED)));
  }

  @Test
  void everyConditionCounts() {
    assertEquals(1, Verdict.faultsOfVerbs(figures(1, 12, true, ALL_ONE_SIDED)).size());
    assertEquals(1, Verdict.faultsOfVerbs(figures(0, 13, true, ALL_ONE_SIDED)).size());
    assertEquals(1, Verdict.faultsOfVerbs(figures(0, 11, true, ALL_ONE_SIDED)).size());
    assertEquals(1, Verdict.faultsOfVerbs(figures(0, 12, false, ALL_ONE_SIDED)).size());
  }

  @Test
  void ninetyFivePerCentMustMoveByReadOrWrite() {
    assertEquals(
        List.of(), Verdict.faultsOfVerbs(figures(0, 12, true, new Traffic.ByVerb(60, 475, 475))));
    assertEquals(
        1,
        Verdict.faultsOfVerbs(figures(0, 12, true, new Traffic.ByVerb(60, 475, 474)))
            .size());
  }

  @Test
  void theYardstickHasNoVerbs() {
    assertEquals(List.of(), Verdict.faults(figures(0, 12, true, new Traffic.ByVerb(0, 0, 0))));
  }

  @Test
  void theReportHasTheKeysThatScriptsRead() {
    Figures figures = figures(0, 12, true, ALL_ONE_SIDED);
    JsonObject report = Report.of(figures, figures);
    Set<String> keys = Set.of(
        "provider",
        "calls",
        "failedCalls",
        "serverExecutions",
        "bytes",
        "bytesBy",
        "sha256Equal",
        "throughputBytesPerSecond",
        "smallCallMicros",
        "paths");
    assertEquals(keys, report.getAsJsonObject("grpcNetty").keySet());
    report.remove("grpcNetty");
    assertEquals(keys, report.keySet());
    assertEquals(
        Set.of("send", "read", "write"), report.getAsJsonObject("bytesBy").keySet());
    assertEquals(Set.of("p50", "p99"), report.getAsJsonObject("smallCallMicros").keySet());
    assertEquals(
        Set.of("label", "bytes"),
        report.getAsJsonArray("paths").get(0).getAsJsonObject().keySet());
  }

  @Test
  void theSamePathSeenFromBothEndsIsOnePath() {
    Traffic one = new Traffic(ALL_ONE_SIDED, List.of(new Traffic.OnPath("a", 1)));
    Traffic two =
        new Traffic(ALL_ONE_SIDED, List.of(new Traffic.OnPath("a", 2), new Traffic.OnPath("b", 3)));
    assertEquals(
        List.of(new Traffic.OnPath("a", 3), new Traffic.OnPath("b", 3)),
        one.plus(two).paths());
  }

  private static Figures figures(
      long failed, long executions, boolean equal, Traffic.ByVerb bytesBy) {
    return new Figures(
        "sennit",
        12,
        failed,
        executions,
        1000,
        bytesBy,
        equal,
        1,
        new Figures.Percentiles(1, 2),
        List.of(new Traffic.OnPath("a", 1000)));
  }
}
