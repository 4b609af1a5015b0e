// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.simulator.Seeds;
import io.sennit.simulator.light.Echoes;
import io.sennit.simulator.light.EcnWindow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each rule of {@link Reps}. Labels below {@value #TRIED} are told by the test, others tried. */
final class RepsTest {
  private static final int LABELS = 1 << 30;
  private static final int TRIED = 1_000;
  private static final long ROUND_TRIP = 10_000;

  /** 25 Gbit/s: 7.6 packets in the shortest round trip. */
  private static final long LINE = 3_125_000_000L;

  private final Reps untrimmed = reps(false);

  private static Reps reps(boolean trims) {
    return new Reps(
        new Reps.Line(LABELS, LINE, trims), new EcnWindow(256), new Seeds(1).randomness("reps"));
  }

  private static void acked(Reps reps, int label, long nowNanos) {
    reps.acked(Echoes.of(label, nowNanos - ROUND_TRIP, nowNanos).echo());
  }

  private static void assertTried(Reps reps) {
    int label = reps.label();
    assertTrue(label >= TRIED, () -> label + " was kept");
  }

  private static List<Integer> labels(Reps reps, int count) {
    return IntStream.range(0, count).mapToObj(at -> reps.label()).toList();
  }

  @Test
  void whatMetNoQueueIsUsedOnceMoreTheOldestFirst() {
    assertTried(untrimmed);
    acked(untrimmed, 1, 20_000);
    untrimmed.acked(Echoes.of(2, 10_000, 21_000).marked().echo());
    acked(untrimmed, 3, 22_000);
    assertEquals(List.of(1, 3), labels(untrimmed, 2));
    assertTried(untrimmed);
  }

  @Test
  void eightAreKept() {
    for (int label = 0; label < 11; label++) {
      acked(untrimmed, label, 20_000 + label);
    }
    assertEquals(List.of(3, 4, 5, 6, 7, 8, 9, 10), labels(untrimmed, 8));
    assertTried(untrimmed);
  }

  @Test
  void whatIsLostAndNotByATimerIsNoFailure() {
    acked(untrimmed, 1, 20_000);
    assertEquals(1, untrimmed.label());
    untrimmed.lost(1);
    assertTried(untrimmed);
  }

  private static void freeze(Reps reps) {
    acked(reps, 1, 20_000);
    acked(reps, 2, 21_000);
    assertEquals(1, reps.label());
    reps.timedOut(7, 30_000);
  }

  @Test
  void afterATimerRanOutWhatIsKeptGoesRoundAndNothingIsTried() {
    freeze(untrimmed);
    assertEquals(List.of(1, 2, 1, 2), labels(untrimmed, 4));
    acked(untrimmed, 3, 40_000);
    assertEquals(List.of(3, 1, 2, 3), labels(untrimmed, 4));
  }

  @Test
  void aTimerThatAQueueExplainsIsNoFailure() {
    acked(untrimmed, 1, 20_000);
    untrimmed.acked(Echoes.of(2, 10_000, 27_000).echo());
    untrimmed.timedOut(7, 30_000);
    assertEquals(List.of(1, 2), labels(untrimmed, 2));
    assertTried(untrimmed);
  }

  @Test
  void longRoundTripsAreForgottenAfterAWhile() {
    untrimmed.acked(Echoes.of(1, 10_000, 27_000).echo());
    acked(untrimmed, 2, 300_000);
    untrimmed.timedOut(7, 310_000);
    assertEquals(List.of(1, 2, 1), labels(untrimmed, 3));
  }

  @Test
  void whereSwitchesTrimNoQueueExplainsIt() {
    Reps trimmed = reps(true);
    acked(trimmed, 1, 20_000);
    trimmed.acked(Echoes.of(2, 10_000, 27_000).echo());
    trimmed.timedOut(7, 30_000);
    assertEquals(List.of(1, 2, 1), labels(trimmed, 3));
  }

  @Test
  void thenAsManyExploreAsThePathHolds() {
    freeze(untrimmed);
    acked(untrimmed, 3, 30_000 + Reps.FROZEN_NANOS);
    assertEquals(List.of(1, 2, 3), labels(untrimmed, 3), "it is still frozen");
    acked(untrimmed, 4, 30_001 + Reps.FROZEN_NANOS);
    for (int packet = 0; packet < 7; packet++) {
      assertTried(untrimmed);
      acked(untrimmed, 5, 40_000 + Reps.FROZEN_NANOS);
      untrimmed.timedOut(7, 40_000 + Reps.FROZEN_NANOS);
    }
    assertTried(untrimmed);
    assertEquals(4, untrimmed.label(), "all before that was forgotten, and nothing froze it");
  }

  @Test
  void itIsThawedIfWhatIsKeptLeadsToNowhere() {
    freeze(untrimmed);
    untrimmed.stalled();
    assertEquals(1, untrimmed.label());
    untrimmed.stalled();
    assertTried(untrimmed);
  }
}
