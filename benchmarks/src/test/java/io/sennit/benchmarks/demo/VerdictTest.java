// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.HashSet;
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
  void everyPathMustCarryItsPart() {
    CutFigures cut = new CutFigures("a", 0, 1, 1000, 2, 3);
    Figures fair = withPaths(0.5, 0.4, 0.05, 0.05);
    assertEquals(List.of(), Verdict.faultsOfPaths(fair, cut));
    assertEquals(1, Verdict.faultsOfPaths(withPaths(0.5, 0.41, 0.05, 0.04), cut).size());
    assertEquals(1, Verdict.faultsOfPaths(withPaths(0.5, 0.25, 0.25), cut).size());
  }

  @Test
  void thePathThatWasCutMustCarryAgain() {
    Figures fair = withPaths(0.25, 0.25, 0.25, 0.25);
    assertEquals(
        1, Verdict.faultsOfPaths(fair, new CutFigures("a", 0, 1, 1000, 2, 0)).size());
  }

  @Test
  void theReportHasTheKeysThatScriptsRead() {
    Figures figures = figures(0, 12, true, ALL_ONE_SIDED);
    JsonObject report = Report.forScripts(outcome(figures));
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
    assertEquals(keys, report.getAsJsonObject("shm").keySet());
    Set<String> roce = new HashSet<>(keys);
    roce.addAll(Set.of("cutStallMillis", "rebuiltPathBytes", "shm", "grpcNetty"));
    assertEquals(roce, report.keySet());
    assertEquals(
        Set.of("send", "read", "write"), report.getAsJsonObject("bytesBy").keySet());
    assertEquals(Set.of("p50", "p99"), report.getAsJsonObject("smallCallMicros").keySet());
    assertEquals(
        Set.of("label", "bytes", "share"),
        report.getAsJsonArray("paths").get(0).getAsJsonObject().keySet());
  }

  @Test
  void thePageHasTheKeysThatItsScriptReads() {
    JsonObject page = Report.forPage(outcome(figures(0, 12, true, ALL_ONE_SIDED)), "here");
    assertEquals(
        Set.of("host", "roce", "shm", "grpcNetty", "cut", "timeline", "faults"), page.keySet());
    assertEquals(Set.of("seconds", "paths"), page.getAsJsonObject("timeline").keySet());
    assertEquals(
        Set.of(
            "label", "fromSeconds", "toSeconds", "cutMillis", "cutStallMillis", "rebuiltPathBytes"),
        page.getAsJsonObject("cut").keySet());
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

  private static Outcome outcome(Figures figures) {
    return new Outcome(
        figures,
        figures,
        figures,
        new CutFigures("a", 0, 1, 1000, 2, 3),
        new Timeline(List.of(), List.of()));
  }

  private static Figures withPaths(double... shares) {
    return figures(
        0,
        12,
        true,
        ALL_ONE_SIDED,
        Arrays.stream(shares)
            .mapToObj(share -> new Traffic.PathShare("a", (long) (1000 * share), share))
            .toList());
  }

  private static Figures figures(
      long failed, long executions, boolean equal, Traffic.ByVerb bytesBy) {
    return figures(
        failed, executions, equal, bytesBy, List.of(new Traffic.PathShare("a", 1000, 1)));
  }

  private static Figures figures(
      long failed,
      long executions,
      boolean equal,
      Traffic.ByVerb bytesBy,
      List<Traffic.PathShare> paths) {
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
        paths);
  }
}
