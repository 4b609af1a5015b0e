// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One path goes away half-way, is given up, comes back and is rebuilt. */
final class PathCutTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ManualClock clock = new ManualClock();
  private final List<String> hole = new ArrayList<>();
  private long pathBytes = 100;
  private int rebuilds;
  private final PathCut cut = new PathCut("a", new Recorded(), () -> pathBytes, clock);

  @Test
  void itIsCutOnceAndHalfWay() {
    cut.progress(49, 100);
    assertEquals(List.of(), hole);
    cut.progress(50, 100);
    cut.progress(51, 100);
    assertEquals(List.of("open"), hole);
  }

  @Test
  void itComesBackWhenGivenUpButNotBeforeTheCutCanBeSeen() {
    cut.progress(50, 100);
    seenAfter(100, "DOWN");
    assertEquals(List.of("open"), hole);
    seenAfter(200, "REBUILDING");
    assertEquals(List.of("open", "close"), hole);
  }

  @Test
  void itComesBackEvenIfNobodyGivesItUp() {
    cut.progress(50, 100);
    seenAfter(1_900, "SUSPECT");
    assertEquals(List.of("open"), hole);
    seenAfter(200, "GOOD");
    assertEquals(List.of("open", "close"), hole);
  }

  @Test
  void whatItCarriesAfterItsRebuildIsCounted() throws InterruptedException {
    cut.progress(50, 100);
    seenAfter(300, "DOWN");
    seenAfter(20, "REBUILDING");
    assertFalse(cut.awaitRebuilt(0));
    assertEquals(0, cut.bytesSinceRebuilt());
    rebuilds = 1;
    seenAfter(20, "GOOD");
    assertTrue(cut.awaitRebuilt(0));
    pathBytes += 42;
    assertEquals(42, cut.bytesSinceRebuilt());
  }

  @Test
  void aPathThatWasOnlyDoubtedWasNotRebuilt() throws InterruptedException {
    cut.progress(50, 100);
    seenAfter(2_100, "SUSPECT");
    seenAfter(20, "GOOD");
    assertFalse(cut.awaitRebuilt(0));
    pathBytes += 42;
    assertEquals(0, cut.bytesSinceRebuilt());
  }

  @Test
  void otherPathsAreOtherStories() {
    cut.progress(50, 100);
    clock.advance(300 * MILLI);
    cut.seen(new Sample(clock.nanoTime(), List.of(new PathSample("b", "DOWN", 0, 0, 0, 0))));
    assertEquals(List.of("open"), hole);
  }

  private void seenAfter(long millis, String state) {
    clock.advance(millis * MILLI);
    cut.seen(new Sample(clock.nanoTime(), List.of(new PathSample("a", state, 0, 0, 0, rebuilds))));
  }

  private final class Recorded implements BlackHole {
    @Override
    public void open() {
      hole.add("open");
    }

    @Override
    public void close() {
      hole.add("close");
    }
  }
}
