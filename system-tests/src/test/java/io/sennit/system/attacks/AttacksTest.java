// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.system.process.Side;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
  private static final Pattern PORTS = Pattern.compile("ports (\\d+) (\\d+)");
  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("sennit.attacks.seconds", 8));

  /** What an attack makes a JVM load and compile is no leak. */
  private static final Duration REHEARSAL = Duration.ofSeconds(3);

  private static final Duration RECOVERY = Duration.ofSeconds(15);
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

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theServerLivesServesOthersAndForgets(Case one) throws Exception {
    try (Side victim = startVictim(one.heapMegabytes())) {
      Assault.Targets targets = targetsOf(victim, one);
      attack(one, targets, REHEARSAL);
      try (Side honest = start(256, Honest.class, targets.natives(), targets.grpc())) {
        honest.await("readiness", "ready"::equals);
        long restingBytes = collected(victim);
        honest.tell("count");
        honest.await("its counting", "counting"::equals);
        String did = attack(one, targets, LENGTH);
        honest.endInput();
        String figures = honest.await("figures", line -> line.startsWith("end "));
        long nanos = recover(one, victim, restingBytes);
        System.out.println(one + ": " + did + "; honest: " + figures.substring(4) + "; rested at "
            + (restingBytes >> 20) + " MiB, again after " + nanos / 1_000_000 + " ms");
        assertServed(one, figures);
      }
      assertServesAfterwards(targets);
      victim.signal("TERM");
      assertEquals(143, victim.awaitEnd(), "SIGTERM ends it");
    }
  }

  private static Assault.Targets targetsOf(Side victim, Case one) throws InterruptedException {
    String said = victim.await("its ports", line -> line.startsWith("ports "));
    Matcher ports = PORTS.matcher(said);
    assertTrue(ports.matches(), said);
    return new Assault.Targets(
        Integer.parseInt(ports.group(1)),
        Integer.parseInt(ports.group(2)),
        "provider=" + one.provider());
  }

  private static Side startVictim(int heapMegabytes) throws IOException {
    return start(heapMegabytes, Victim.class);
  }

  /** The serial collector gives back what is free, which makes resident memory comparable. */
  private static Side start(int heapMegabytes, Class<?> main, String... arguments)
      throws IOException {
    List<String> flags = new ArrayList<>(List.of(
        "-Xmx" + heapMegabytes + "m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:MinHeapFreeRatio=5",
        "-XX:MaxHeapFreeRatio=10",
        "-XX:-ShrinkHeapInSteps",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
    return Side.start(List.of(), flags, main, arguments);
  }

  /** The attacker has more than its victim, and no bound of its own that would spare that. */
  private static String attack(Case one, Assault.Targets targets, Duration length)
      throws Exception {
    try (Side attacker = start(
        2048,
        Attacker.class,
        one.attack().name(),
        Integer.toString(targets.nativePort()),
        Integer.toString(targets.grpcPort()),
        targets.options(),
        Long.toString(length.toMillis()))) {
      return attacker.await("its end", line -> line.startsWith("did "), length.plusSeconds(60));
    }
  }

  private static long collected(Side victim) throws IOException, InterruptedException {
    victim.tell("collect");
    victim.await("a collection", "collected"::equals);
    return Resident.bytesOf(victim.pid());
  }

  /** How long it takes until the server holds what it held before. */
  private static long recover(Case one, Side victim, long restingBytes) throws Exception {
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    Until end = Until.in(RECOVERY);
    long bytes = collected(victim);
    while (bytes > restingBytes + SLACK_BYTES && !end.isOver()) {
      bytes = collected(victim);
    }
    long held = bytes;
    assertTrue(
        held <= restingBytes + SLACK_BYTES,
        () -> one + ": " + (held >> 20) + " MiB resident, " + (restingBytes >> 20) + " before");
    return clock.nanoTime() - startNanos;
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

  private static void assertServesAfterwards(Assault.Targets targets) throws Exception {
    try (Side newcomer = start(256, Honest.class, targets.natives(), targets.grpc())) {
      newcomer.await("readiness", "ready"::equals);
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
