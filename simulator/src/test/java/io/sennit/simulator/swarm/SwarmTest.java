// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A bounded share of the swarm, and the seeds that have found something. */
final class SwarmTest {
  private static final long SHARE_NANOS = 25_000_000_000L;
  private static final long SHARE_SEEDS = 200;

  /** Those that broke a promise once, or find what others do not of the bugs that are planted. */
  @ParameterizedTest
  @MethodSource("seeds")
  void seedsThatFoundSomethingFindNothing(long seed) {
    assertEquals(Optional.empty(), SwarmRun.of(seed).violation());
  }

  static List<Long> seeds() throws IOException {
    try (InputStream in = SwarmTest.class.getResourceAsStream("seeds.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> Long.valueOf(line.strip()))
          .toList();
    }
  }

  @Test
  void sameSeedSameWorld() {
    assertEquals(SwarmRun.of(2), SwarmRun.of(2));
  }

  /** Where the machine puts memory does not show: in this world much of it is given back. */
  @Test
  void sameSeedSameWorldWhereverMemoryLies() {
    Outcome first = SwarmRun.of(70);
    for (int run = 0; run < 3; run++) {
      assertEquals(first, SwarmRun.of(70));
    }
  }

  /** As many seeds as fit into the time; each outcome is the same on every machine. */
  @Test
  @Timeout(180)
  void everyPromiseIsKept() throws InterruptedException {
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    List<String> broken = new ArrayList<>();
    Tally tally = new Tally();
    new Swarm(1, SHARE_SEEDS, 2).run(outcome -> {
      tally.add(outcome);
      outcome.violation().ifPresent(violation -> broken.add(outcome.seed() + ": " + violation));
      return broken.isEmpty() && clock.nanoTime() - startNanos < SHARE_NANOS;
    });
    assertEquals(
        List.of(),
        broken,
        "replay: ./sennit simulate swarm --trace --from SEED; add it to seeds.txt");
    assertTrue(tally.seeds() > 0 && tally.calls() > 0, () -> tally.seeds() + " seeds");
  }

  @Test
  void tallyAddsUp() {
    Tally tally = new Tally();
    tally.add(new Outcome(1, 0, 5, 6, 7, 8, Map.of(FaultKind.LOSS, 2L), Optional.empty()));
    tally.add(new Outcome(2, 0, 5, 6, 7, 8, Map.of(FaultKind.LOSS, 3L), Optional.of("no")));
    assertEquals(2, tally.seeds());
    assertEquals(1, tally.failures());
    assertEquals(16, tally.calls());
    assertEquals(10, tally.virtualNanos());
    assertEquals(5, tally.faults().get(FaultKind.LOSS));
  }
}
