// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

final class LastResortTest {
  private static final long STALL = LastResort.STALL_NANOS;

  @Test
  void whateverIsThrownTheWorkBeginsAgain() {
    try (LastResort lastResort = new LastResort("under-test")) {
      List<Throwable> left = new ArrayList<>(List.of(
          new OutOfMemoryError("expected by the test"),
          new StackOverflowError(),
          new IllegalStateException("expected by the test")));
      lastResort.live(() -> {
        if (!left.isEmpty()) {
          sneak(left.removeFirst());
        }
      });
      assertEquals(3, lastResort.restartCount());
      assertEquals(3, lastResort.caughtCount());
    }
  }

  /** The JVM allocates to find a class that code names for the first time. */
  @Test
  void theWorkBeginsAgainWhereNoClassCanBeFound() throws Exception {
    FullHeapLoader loader = new FullHeapLoader("io.sennit.base.");
    assertEquals(2, story(loader).applyAsLong(() -> loader.full(true)));
  }

  @SuppressWarnings("unchecked") // As the class says.
  private static ToLongFunction<Runnable> story(ClassLoader loader) throws Exception {
    return (ToLongFunction<Runnable>)
        loader.loadClass(LastResortStory.class.getName()).getConstructor().newInstance();
  }

  @SuppressWarnings("unchecked") // Throws whatever it is given, as no declaration says.
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void aThreadThatTurnsWhenItIsWokenTurnsHoweverLongItSleeps() {
    long[] now = {0};
    LastResort[] itself = {null};
    try (LastResort lastResort = new LastResort("under-test", () -> itself[0].turned(now[0]))) {
      itself[0] = lastResort;
      for (int i = 0; i < 10; i++) {
        assertTrue(lastResort.isTurning(now[0]), "at " + now[0]);
        now[0] += 10 * STALL;
      }
    }
  }

  @Test
  void aThreadThatWasWokenAndDoesNotTurnIsFoundUntilItTurns() {
    int[] wakes = {0};
    try (LastResort lastResort = new LastResort("under-test", () -> wakes[0]++)) {
      assertTrue(lastResort.isTurning(0));
      assertTrue(lastResort.isTurning(STALL - 1));
      assertFalse(lastResort.isTurning(STALL));
      assertEquals(3, wakes[0]);
      lastResort.turned(STALL);
      assertTrue(lastResort.isTurning(STALL + 1));
    }
  }

  @Test
  void aThreadIsReportedUntilItIsClosed() {
    LastResort lastResort = new LastResort("reported");
    lastResort.turned(1);
    lastResort.caught(new IllegalStateException("expected by the test"));
    LastResort.Report report = reported().getFirst();
    assertEquals(1, report.turns(), report.toString());
    assertEquals(1, report.caught(), report.toString());
    assertEquals(0, report.restarts(), report.toString());
    lastResort.close();
    assertEquals(List.of(), reported());
  }

  @Test
  void aThreadThatCannotBeStartedIsNotReported() {
    LastResort lastResort = new LastResort("reported");
    Thread startedAlready = Thread.ofPlatform().start(() -> {});
    assertThrows(IllegalThreadStateException.class, () -> lastResort.start(startedAlready));
    assertEquals(List.of(), reported());
  }

  private static List<LastResort.Report> reported() {
    return LastResort.reports().stream()
        .filter(report -> report.thread().equals("reported"))
        .toList();
  }

  @Test
  void nobodyWaitsForMemoryForEver() {
    OutOfMemoryError none = new OutOfMemoryError("expected by the test");
    long longAgo = LastResort.nanoTime() - 61_000_000_000L;
    assertEquals(
        none, assertThrows(OutOfMemoryError.class, () -> LastResort.awaitMemory(longAgo, none)));
    LastResort.awaitMemory(LastResort.nanoTime(), none);
  }
}
