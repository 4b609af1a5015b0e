// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How far a swarm is, for people and for logs. */
final class ProgressTest {
  private static final long SECOND = 1_000_000_000;
  private static final int SEEDS = 100;

  private final ManualClock clock = new ManualClock();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Tally tally = new Tally();

  private Progress progress(boolean terminal) {
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    return new Progress(out, terminal, clock, SEEDS);
  }

  /** What is told of one seed more, after a second. */
  private String second(Progress progress) {
    clock.advance(SECOND);
    tally.add(new Outcome(1, 0, 0, 0, 0, 0, Map.of(), Optional.empty()));
    progress.show(tally);
    String told = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return told;
  }

  @Test
  void aLogGetsALineEveryHalfMinute() {
    Progress progress = progress(false);
    for (int second = 1; second < 30; second++) {
      assertEquals("", second(progress), "after " + second + " s");
    }
    assertEquals(
        "30 of 100 seeds, 1.0 seeds/s, 70 s left, 0 broken promises" + System.lineSeparator(),
        second(progress));
    assertEquals("", second(progress));
  }

  @Test
  void aTerminalGetsABarThatIsDrawnAgainEverySecond() {
    Progress progress = progress(true);
    for (int second = 1; second < 50; second++) {
      second(progress);
    }
    assertEquals(
        "\r\u001b[K[" + "=".repeat(15) + " ".repeat(15)
            + "] 50 of 100 seeds, 1.0 seeds/s, 50 s left, 0 broken promises",
        second(progress));
    progress.clear();
    assertEquals("\r\u001b[K", bytes.toString(StandardCharsets.UTF_8));
  }
}
