// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Conversations that a malicious network, or peer, spoils. Those that showed something new are
 * changed further. Without a word it runs some seconds from a fixed seed; with
 * {@code -Dsennit.fuzz.seconds=N} for that long, from a seed of its own.
 */
final class FuzzTest {
  private static final String SECONDS = "sennit.fuzz.seconds";
  private static final int STANDARD_SECONDS = 8;
  private static final int STANDARD_RUNS = 3_000;
  private static final int LEAST_RUNS = 20;

  private final Clock clock = Clock.system();

  /** What fuzzing has found before, one conversation on a line; what follows a # is not read. */
  private static List<String> finds() throws IOException {
    try (InputStream in = FuzzTest.class.getResourceAsStream("finds.txt");
        BufferedReader reader = new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> whatWasFoundBeforeStaysFixed() throws IOException {
    return finds().stream()
        .map(line -> DynamicTest.dynamicTest(line, () -> new FuzzRun(Genome.parse(line)).run()));
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void noConversationDoesHarm() throws IOException {
    Integer seconds = Integer.getInteger(SECONDS);
    long seed = seconds == null ? 1 : Randomness.secure().nextLong();
    int bound = seconds == null ? STANDARD_SECONDS : seconds;
    int runs = fuzz(
        Randomness.seeded(seed),
        TimeUnit.SECONDS.toNanos(bound),
        seconds == null ? STANDARD_RUNS : Integer.MAX_VALUE);
    assertTrue(runs >= LEAST_RUNS, runs + " runs within " + bound + " s");
  }

  private int fuzz(Randomness random, long boundNanos, int most) throws IOException {
    List<Genome> pool = new ArrayList<>(finds().stream().map(Genome::parse).toList());
    Set<String> known = new HashSet<>();
    long startNanos = clock.nanoTime();
    int runs = 0;
    while (runs < most && clock.nanoTime() - startNanos < boundNanos) {
      Genome genome = pool.isEmpty() || random.nextInt(4) == 0
          ? Genome.random(random)
          : pool.get(random.nextInt(pool.size())).changed(random);
      if (known.addAll(seen(genome))) {
        pool.add(genome);
      }
      runs++;
    }
    return runs;
  }

  private static Set<String> seen(Genome genome) {
    try {
      return new FuzzRun(genome).run();
    } catch (RuntimeException | AssertionError e) {
      Genome least = shrunk(genome);
      throw new AssertionError(
          "add this line to finds.txt: " + least.text() + " # " + failure(least), e);
    }
  }

  /** Leaves out what is not needed for a failure. */
  private static Genome shrunk(Genome genome) {
    for (int at = 0; at < genome.meddlings().size(); at++) {
      Genome fewer = genome.without(at);
      if (failure(fewer) != null) {
        return shrunk(fewer);
      }
    }
    return genome;
  }

  private static @Nullable Throwable failure(Genome genome) {
    try {
      new FuzzRun(genome).run();
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }
}
