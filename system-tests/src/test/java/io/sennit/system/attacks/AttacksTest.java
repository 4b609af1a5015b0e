// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.base.Clock;
import io.sennit.benchmarks.fabric.Means;
import io.sennit.system.process.Side;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server with a small heap is attacked for some seconds, while honest clients call it. It lives,
 * serves them, is back at its resting memory soon after, and ends when it is told to. Each of the
 * processes is one of its own. {@code -Dsennit.attacks.seconds} says for how long, and
 * {@code -Dsennit.attacks.only} which kind.
 */
@Tag("attacks")
@Timeout(400)
final class AttacksTest {
  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("sennit.attacks.seconds", 8));

  /** What an attack makes a JVM load and compile is no leak. */
  private static final Duration REHEARSAL = Duration.ofSeconds(3);

  /**
   * A session whose peer has vanished ends after ten seconds of silence, in which moments do not
   * count in which its loop did not run: on a busy machine there are many.
   */
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  /** Those that the honest process keeps; one more that joins is soon gone. */
  private static final int HONEST_SESSIONS = 2;

  private static final String COLLECTED = "collected beside sessions: ";
  /** Resident memory of a server with both faces that has served some calls. */
  private static final long MOST_RESTING_BYTES = 160L << 20;

  private static final long SLACK_BYTES = 48L << 20;
  private static final double LATEST_P99_MILLIS = 2000;
  private static final double LATEST_JOIN_MILLIS = 5000;
  private static final double MOST_FAILED = 0.01;
  private static final double MOST_JOINS_FAILED = 0.2;
  private static final List<Integer> HEAPS_MEGABYTES = List.of(512, 128);

  /** One attack on one kind of server. */
  record Case(Attack attack, int heapMegabytes, String provider) {
    @Override
    public String toString() {
      return attack.name() + ", " + provider + ", -Xmx" + heapMegabytes + "m";
    }
  }

  private static Stream<Attack> chosen() {
    String only = System.getProperty("sennit.attacks.only", "");
    return only.isEmpty() ? Attack.ALL.stream() : Stream.of(Attack.named(only));
  }

  static Stream<Case> cases() {
    return chosen()
        .flatMap(attack -> attack.providers().stream()
            .flatMap(provider ->
                HEAPS_MEGABYTES.stream().map(heap -> new Case(attack, heap, provider))));
  }

  @BeforeEach
  void checkMeans() {
    assumeTrue(Means.missing().isEmpty(), () -> Means.missing().orElseThrow());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theServerLivesServesOthersAndForgets(Case one) throws Exception {
    try (Site site = Site.open(one.heapMegabytes())) {
      site.attack(one.attack(), one.provider(), REHEARSAL);
      try (Side honest = site.startHonest()) {
        long restingBytes = rest(one, site.victim(), MOST_RESTING_BYTES).bytes();
        honest.tell("count");
        honest.await("its counting", "counting"::equals);
        String did = site.attack(one.attack(), one.provider(), LENGTH);
        honest.endInput();
        String figures = honest.await("figures", line -> line.startsWith("end "));
        Rest again = rest(one, site.victim(), restingBytes + SLACK_BYTES);
        System.out.println(one + ": " + did + "; honest: " + figures.substring(4) + "; rested at "
            + (restingBytes >> 20) + " MiB, afterwards at " + (again.bytes() >> 20) + " after "
            + again.after().toMillis() + " ms");
        assertServed(one, figures);
      }
      assertServesAfterwards(site);
      site.victim().signal("TERM");
      assertEquals(143, site.victim().awaitEnd(), "SIGTERM ends it");
    }
  }

  /** What the server holds when it has forgotten the attacker, and how long that took. */
  private record Rest(int sessions, long bytes, Duration after) {}

  /** Waits, bounded, until the server has few sessions and holds no more than some memory. */
  private static Rest rest(Case one, Side victim, long mostBytes) throws Exception {
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    Until end = Until.in(RECOVERY);
    Rest rest;
    do {
      victim.tell("collect");
      String said = victim.await("a collection", line -> line.startsWith(COLLECTED));
      rest = new Rest(
          Integer.parseInt(said, COLLECTED.length(), said.length(), 10),
          Resident.bytesOf(victim.pid()),
          Duration.ofNanos(clock.nanoTime() - startNanos));
    } while (!end.isOver() && (rest.sessions() > HONEST_SESSIONS || rest.bytes() > mostBytes));
    Rest last = rest;
    assertTrue(rest.sessions() <= HONEST_SESSIONS, () -> one + ": " + last);
    assertTrue(
        rest.bytes() <= mostBytes, () -> one + ": " + last + ", at most " + mostBytes + " bytes");
    return rest;
  }

  private static void assertServed(Case one, String figures) {
    boolean fair = one.attack().fair();
    for (String name : List.of("calls", "grpcCalls")) {
      Figures.Read calls = Figures.Read.of(name, figures);
      assertTrue(calls.ok() > 0, figures);
      if (fair) {
        assertTrue(calls.failed() <= MOST_FAILED * (calls.ok() + calls.failed()), figures);
        assertTrue(calls.p99Millis() <= LATEST_P99_MILLIS, figures);
      }
    }
    Figures.Read joins = Figures.Read.of("joins", figures);
    assertTrue(joins.ok() > 0 || !fair, figures);
    if (fair) {
      assertTrue(joins.failed() <= MOST_JOINS_FAILED * (joins.ok() + joins.failed()), figures);
      assertTrue(joins.p99Millis() <= LATEST_JOIN_MILLIS, figures);
    }
  }

  private static void assertServesAfterwards(Site site) throws Exception {
    try (Side newcomer = site.startHonest()) {
      newcomer.tell("count");
      newcomer.await("its counting", "counting"::equals);
      newcomer.assertLives(Duration.ofSeconds(2));
      newcomer.endInput();
      String figures = newcomer.await("figures", line -> line.startsWith("end "));
      for (String name : List.of("calls", "grpcCalls", "joins")) {
        Figures.Read read = Figures.Read.of(name, figures);
        assertTrue(read.ok() > 0, figures);
        assertEquals(0, read.failed(), figures);
      }
    }
  }
}
