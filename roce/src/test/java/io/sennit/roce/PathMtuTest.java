// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a path carries is known before anything relies on it, and soon when it changes. */
final class PathMtuTest {
  private static final long MILLI = 1_000_000;

  /** What the longest packet of a queue pair has beside its payload. */
  private static final int AROUND = 36;

  private static final int ROUND_TRIP_NANOS = 2 * 20_000 + 2 * 9_000;
  private static final int SOME_BYTES = 300_000;

  private final Pair pair = new Pair(1, 8192);

  private boolean knows(int bytes) {
    return pair.near.queuePair.pathMtuBytes() == bytes
        && pair.far.queuePair.pathMtuBytes() == bytes;
  }

  private long nanosUntilBothKnow(int bytes, long mostNanos) {
    long beganNanos = pair.nowNanos;
    assertTrue(
        pair.run(() -> knows(bytes), mostNanos),
        () -> "near knows " + pair.near.queuePair.pathMtuBytes() + ", far "
            + pair.far.queuePair.pathMtuBytes() + ", not " + bytes);
    return pair.nowNanos - beganNanos;
  }

  /** Goes on until nothing happens any more. */
  private void settle() {
    pair.run(() -> false, 10_000 * MILLI);
  }

  @Test
  void pathThatCarriesAllIsKnownWithinTwoRoundTrips() {
    assertEquals(0, pair.near.queuePair.pathMtuBytes(), "known before anything was sent");
    long tookNanos = nanosUntilBothKnow(8192, 100 * MILLI);
    assertTrue(tookNanos <= 2 * ROUND_TRIP_NANOS, tookNanos + " ns");
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 2048, 1408, 1344, 1280, 1152, 1024, 512, 256})
  void longestThatPassesIsFoundWithinTwentyMilliseconds(int bytes) {
    pair.longestBytes = bytes + AROUND;
    long tookNanos = nanosUntilBothKnow(bytes, 100 * MILLI);
    assertTrue(tookNanos <= 20 * MILLI, tookNanos + " ns");
  }

  @Test
  void narrowWayBackIsKnownToBothSides() {
    pair.longestBackBytes = 2048 + AROUND;
    nanosUntilBothKnow(2048, 100 * MILLI);
    assertEquals(8192, pair.near.domain.pathMtu(pair.near.queuePair.path()).outBytes());
    assertEquals(2048, pair.far.domain.pathMtu(pair.far.queuePair.path()).outBytes());
  }

  @Test
  void queuePairsThatComeLaterBeginWithWhatIsKnown() {
    pair.longestBytes = 1408 + AROUND;
    nanosUntilBothKnow(1408, 100 * MILLI);
    assertEquals(8192, pair.near.queuePair.mtuBytes());
    for (Side side : List.of(pair.near, pair.far)) {
      side.queuePair.destroy();
      side.queuePair = side.anotherQueuePair();
    }
    pair.connect();
    assertEquals(1408, pair.near.queuePair.mtuBytes());
    assertEquals(0, pair.near.queuePair.pathMtuBytes(), "of other queue pairs");
    nanosUntilBothKnow(1408, 1 * MILLI);
    write(1);
  }

  private void write(int id) {
    pair.near.post(pair.near.request(Opcode.WRITE, id, 0, SOME_BYTES, pair.far));
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 1_000 * MILLI), "not done");
    assertEquals(id + " SUCCESS WRITE " + SOME_BYTES, pair.near.inbox.remove());
  }

  @ParameterizedTest
  @ValueSource(strings = {"WRITE", "READ"})
  void holeInTheMiddleOfATransferIsFoundWithinThirtyMilliseconds(Opcode opcode) {
    nanosUntilBothKnow(8192, 100 * MILLI);
    write(1);
    pair.near.post(pair.near.request(opcode, 2, 0, SOME_BYTES, pair.far));
    pair.run(() -> true, MILLI);
    pair.longestBytes = 1408 + AROUND;
    long tookNanos = nanosUntilBothKnow(1408, 100 * MILLI);
    assertTrue(tookNanos <= 30 * MILLI, tookNanos + " ns");
  }

  /** Only the data of READs goes that way; it is the far side that finds out. */
  @Test
  void holeOnTheWayBackIsFoundByWhoeverSendsThere() {
    nanosUntilBothKnow(8192, 100 * MILLI);
    pair.near.post(pair.near.request(Opcode.READ, 1, 0, SOME_BYTES, pair.far));
    pair.longestBackBytes = 1408 + AROUND;
    long tookNanos = nanosUntilBothKnow(1408, 200 * MILLI);
    assertTrue(tookNanos <= 60 * MILLI, tookNanos + " ns");
  }

  @Test
  void pathThatIsCutAltogetherIsLeftAsItWas() {
    nanosUntilBothKnow(8192, 100 * MILLI);
    pair.faults = Faults.loss(1000);
    pair.near.post(pair.near.request(Opcode.WRITE, 1, 0, SOME_BYTES, pair.far));
    pair.run(() -> false, 3_000 * MILLI);
    assertTrue(knows(8192), "a cut is taken for an MTU");
    pair.faults = Faults.NONE;
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 3_000 * MILLI), "not done");
  }

  @Test
  void lossByChanceIsSeldomTakenForAHole() {
    int wrong = 0;
    for (int seed = 0; seed < 100; seed++) {
      Pair lossy = new Pair(seed, 8192);
      lossy.faults = Faults.loss(50);
      assertTrue(
          lossy.run(
              () -> lossy.near.queuePair.pathMtuBytes() != 0
                  && lossy.far.queuePair.pathMtuBytes() != 0,
              1_000 * MILLI),
          "never known");
      wrong += lossy.near.queuePair.pathMtuBytes() == 8192 ? 0 : 1;
    }
    assertTrue(wrong <= 1, wrong + " of 100");
  }

  @Test
  void pathThatCarriesMoreAgainIsNoticedAMinuteLater() {
    pair.longestBytes = 1408 + AROUND;
    nanosUntilBothKnow(1408, 100 * MILLI);
    pair.longestBytes = Integer.MAX_VALUE;
    long tookNanos = nanosUntilBothKnow(8192, 100_000 * MILLI);
    assertTrue(tookNanos >= 59_000 * MILLI && tookNanos <= 61_000 * MILLI, tookNanos + " ns");
  }

  /** As the kernel tells of an interface; the peer is told. */
  @Test
  void linkOfThePortThatChangesIsFollowedAtOnceBothWays() {
    nanosUntilBothKnow(8192, 100 * MILLI);
    pair.far.node.engine.portMtu(0, 1408);
    assertEquals(1408, pair.far.queuePair.pathMtuBytes());
    pair.longestBackBytes = 1408 + AROUND;
    nanosUntilBothKnow(1408, MILLI);
    pair.longestBackBytes = Integer.MAX_VALUE;
    pair.far.node.engine.portMtu(0, 8192);
    nanosUntilBothKnow(8192, MILLI);
  }

  @Test
  void nothingIsProbedWhereThePeerDoesNotKnowOfIt() {
    Pair foreign = new Pair(1, 4096).foreign();
    foreign.near.post(foreign.near.request(Opcode.WRITE, 1, 0, 10_000, foreign.far));
    assertTrue(foreign.run(() -> !foreign.near.inbox.isEmpty(), 100 * MILLI), "not done");
    assertEquals(0, foreign.near.count(EngineCounters.Kind.PATH_MTU_PROBE_SENT));
    assertEquals(4096, foreign.near.queuePair.pathMtuBytes());
  }

  @Test
  void quietPathIsNotProbed() {
    settle();
    long sent = pair.near.count(EngineCounters.Kind.PATH_MTU_PROBE_SENT);
    assertFalse(pair.run(() -> false, 600_000 * MILLI), "something still happens");
    assertEquals(sent, pair.near.count(EngineCounters.Kind.PATH_MTU_PROBE_SENT));
    assertTrue(sent <= 8, sent + " probes");
  }
}
