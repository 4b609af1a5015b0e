// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The report of a broken promise; a planted bug keeps a packet. */
@Timeout(180)
final class ReportTest {
  private static final int LEAST_CALLS = 3;
  private static final long LEAST_HEAL_NANOS = 10 * SwarmCase.MILLI;
  private static final Duration LONG = Duration.ofSeconds(100);

  /** With several kinds of faults, of which one is that of the bug. */
  private static final SwarmCase FIRST = LongStream.iterate(1, seed -> seed + 1)
      .mapToObj(SwarmCase::of)
      .filter(ReportTest::isRich)
      .findFirst()
      .orElseThrow();

  @TempDir
  private Path directory = Path.of("");

  private static boolean isRich(SwarmCase each) {
    Scenario scenario = each.scenario();
    return isBroken(scenario)
        && scenario.kinds().size() > 2
        && scenario.kinds().size() < 8
        && scenario.calls() > 2 * LEAST_CALLS
        && scenario.healNanos() < 600 * SwarmCase.MILLI;
  }

  /** Whether the planted bug shows in this scenario. */
  private static boolean isBroken(Scenario scenario) {
    return scenario.kinds().contains(FaultKind.LOSS)
        && scenario.calls() >= LEAST_CALLS
        && scenario.healNanos() >= LEAST_HEAL_NANOS;
  }

  private static Outcome run(SwarmCase each, BooleanSupplier goesOn) {
    boolean broken = isBroken(each.scenario());
    return SwarmRun.of(each, new SwarmRun.Witness() {
      @Override
      public void begins(World world, Fabric fabric) {
        if (broken) {
          world.scheduler().at(SwarmCase.MILLI, due -> fabric.pool().take(100), 0);
        }
      }

      @Override
      public boolean goesOn() {
        return goesOn.getAsBoolean();
      }
    });
  }

  private static SwarmCase shrink(Duration most) {
    Outcome outcome = run(FIRST, () -> true);
    return new Shrinker(FIRST, outcome, Clock.system(), most.toNanos(), ReportTest::run).shrink();
  }

  @Test
  void smallerCaseHasWhatThePromiseNeedsToBreakAndItsLineReplaysIt() {
    SwarmCase smaller = shrink(LONG);
    Scenario left = smaller.scenario();
    assertEquals(Set.of(FaultKind.LOSS), left.kinds());
    assertTrue(left.calls() >= LEAST_CALLS && left.calls() < 2 * LEAST_CALLS, smaller::toString);
    assertTrue(left.healNanos() < 2 * LEAST_HEAL_NANOS + SwarmCase.MILLI, smaller::toString);

    SwarmCase typed = typed(smaller.commandLine());
    assertEquals(smaller, typed);
    Outcome again = run(typed, () -> true);
    assertEquals(run(FIRST, () -> true).promise(), again.promise());
    assertEquals(run(smaller, () -> true), again);
  }

  /** Parses a command line into a case. */
  private static SwarmCase typed(String line) {
    CommandLine command = new CommandLine(new SwarmCommand());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    List<String> words = List.of(line.split(" "));
    assertEquals(List.of("./sennit", "simulate", "swarm", "--trace"), words.subList(0, 4));
    command.parseArgs(words.subList(4, words.size()).toArray(String[]::new));
    SwarmCommand parsed = command.getCommand();
    return parsed.caseOf(FIRST.seed());
  }

  @Test
  void withoutTimeNothingIsSmaller() {
    assertEquals(FIRST, shrink(Duration.ofNanos(1)));
  }

  @Test
  void reportNamesWhatIsNotAtRestTheCommitAndTheLines() throws Exception {
    Outcome outcome = run(FIRST, () -> true);
    String violation = outcome.violation().orElseThrow();
    assertTrue(
        violation.startsWith("not within 90 s: packets arrive; 1 packets are under way: packet "),
        violation);
    assertEquals("not within # s: packets arrive", outcome.promise().orElseThrow());
    StringWriter text = new StringWriter();
    Report report = new Report(new PrintWriter(text), directory, LONG, ReportTest::run);
    System.setProperty("sennit.commit", "0123456789ab+changes");
    try {
      report.tell(FIRST, violation);
      report.tellMore(FIRST, outcome);
    } finally {
      System.clearProperty("sennit.commit");
    }
    String told = text.toString();
    assertTrue(told.contains("  commit: 0123456789ab+changes; JDK " + Runtime.version()), told);
    assertTrue(told.contains("  replay: " + FIRST.commandLine() + System.lineSeparator()), told);
    assertTrue(told.contains("  smaller: " + FIRST.commandLine() + " --without "), told);
    assertTrue(told.contains(" calls of each session, faults [LOSS] until "), told);
    assertTrue(Files.exists(directory.resolve("sennit-seed-" + FIRST.seed())), told);
  }

  @Test
  void promiseIsTheSameWhateverTheNumbers() {
    assertEquals(
        "it threw IllegalStateException: path #-#/# at A.java:#",
        promise("it threw IllegalStateException: path 1-1/2 at A.java:17 [rail x, [LOSS]]"));
  }

  private static String promise(String violation) {
    return new Outcome(1, 0, 0, 0, 0, 0, Map.of(), Optional.of(violation))
        .promise()
        .orElseThrow();
  }
}
