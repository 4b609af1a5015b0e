// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One path of four gets a quarter, until others come to it at 100 ms. */
final class ShareTest {
  private static final long MILLI = 1_000_000;
  private static final int OTHERS_COME_MILLIS = 100;

  /** A look each millisecond for 300 ms; 1000 bytes in each. */
  private static List<Share> moving(int afterMillis, int to) {
    List<Share> shares = new ArrayList<>();
    long there = 0;
    for (int i = 0; i < 300; i++) {
      shares.add(new Share(i * MILLI, i >= OTHERS_COME_MILLIS, there, 1000L * i));
      there += i < OTHERS_COME_MILLIS + afterMillis ? 250 : to;
    }
    return shares;
  }

  /** As many looks lie before a moment as after it. */
  @Test
  void shareThatMovesIsSeenWhereHalfOfItIsGone() {
    assertEquals(Optional.of(0.0), Share.moveMillis(moving(0, 10)));
    assertEquals(Optional.of(40.0), Share.moveMillis(moving(40, 10)));
    assertEquals(Optional.of(40.0), Share.moveMillis(moving(40, 170)));
  }

  @Test
  void shareThatStaysTakesUntilTheEnd() {
    assertEquals(Optional.of(199.0), Share.moveMillis(moving(0, 250)));
    assertEquals(Optional.of(199.0), Share.moveMillis(moving(0, 240)));
  }

  @Test
  void stallIsNoMove() {
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int asked = Math.min(i, OTHERS_COME_MILLIS);
      shares.add(new Share(i * MILLI, i >= OTHERS_COME_MILLIS, 250L * asked, 1000L * asked));
    }
    assertEquals(Optional.of(199.0), Share.moveMillis(shares));
  }

  @Test
  void pathThatComesHasArrivedWhenItsShareIsNearlyWhatItIsInTheEnd() {
    List<Share> shares = new ArrayList<>();
    long there = 0;
    for (int i = 0; i < 300; i++) {
      boolean here = i < 10 || i >= OTHERS_COME_MILLIS; // It had to go first.
      shares.add(new Share(i * MILLI, here, there, 1000L * i));
      there += i < 10 || i >= OTHERS_COME_MILLIS + 60 ? 250 : 0;
    }
    assertEquals(Optional.of(76.0), Share.arrivalMillis(shares));
    assertEquals(Optional.empty(), Share.arrivalMillis(shares.subList(0, 90)));
    assertEquals(Optional.empty(), Share.arrivalMillis(shares.subList(0, 10)));
    assertEquals(Optional.empty(), Share.arrivalMillis(List.of()));
  }

  @Test
  void whereNobodyComesOrNothingIsAskedForThereIsNoFigure() {
    assertEquals(Optional.empty(), Share.moveMillis(moving(0, 10).subList(0, 50)));
    Share before = new Share(0, false, 5, 9);
    Share idle = new Share(MILLI, true, 5, 9);
    assertEquals(Optional.empty(), Share.moveMillis(List.of(before, idle)));
    Share elsewhere = new Share(MILLI, true, 5, 20);
    assertEquals(Optional.empty(), Share.moveMillis(List.of(before, elsewhere)));
    assertEquals(Optional.empty(), Share.moveMillis(List.of()));
  }
}
