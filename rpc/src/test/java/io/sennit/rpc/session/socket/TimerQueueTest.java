// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.LastResort;
import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TimerQueueTest {
  private final LastResort lastResort = new LastResort("timers");
  private final TimerQueue queue = new TimerQueue(lastResort);
  private final List<Integer> ran = new ArrayList<>();

  @AfterEach
  void close() {
    lastResort.close();
  }

  @Test
  void timersRunInTheOrderOfTheirTimesOnceEach() {
    for (int due : new int[] {5, 1, 4, 2, 3}) {
      queue.at(due, () -> ran.add(due));
    }
    assertEquals(1, queue.leftNanos(0));
    queue.run(3);
    assertEquals(List.of(1, 2, 3), ran);
    assertEquals(1, queue.leftNanos(3));
    queue.run(9);
    queue.run(9);
    assertEquals(List.of(1, 2, 3, 4, 5), ran);
    assertEquals(Long.MAX_VALUE, queue.leftNanos(9));
  }

  @Test
  void timerThatIsCancelledLeavesAtOnce() {
    for (int i = 0; i < 10_000; i++) {
      queue.at(1_000_000 + i, () -> ran.add(0)).cancel();
      assertEquals(0, queue.size());
    }
    assertEquals(Long.MAX_VALUE, queue.leftNanos(0));
  }

  @Test
  void timerMayCancelAnotherOfTheSameMomentAndAddOne() {
    TimerQueue.Timer[] second = new TimerQueue.Timer[1];
    queue.at(1, () -> {
      second[0].cancel();
      queue.at(1, () -> ran.add(3));
    });
    second[0] = queue.at(2, () -> ran.add(2));
    queue.run(2);
    assertEquals(List.of(3), ran);
  }

  /** However many there are: the place for it to run again must not be the last one. */
  @Test
  void timerThatAddsOneAndThrowsLeavesRoomForMore() {
    for (int others = 0; others < 40; others++) {
      TimerQueue queue = new TimerQueue(lastResort);
      queue.at(1, () -> {
        queue.at(2, () -> ran.add(2));
        throw new IllegalStateException("thrown by a test");
      });
      for (int i = 0; i < others; i++) {
        queue.at(5, () -> ran.add(5));
      }
      queue.run(1);
      queue.at(3, () -> ran.add(3));
      queue.run(5);
      assertEquals(others, ran.stream().filter(due -> due == 5).count());
      assertEquals(1, ran.stream().filter(due -> due == 3).count());
      ran.clear();
    }
  }

  @Test
  void cancellingTwiceOrTooLateChangesNothing() {
    TimerQueue.Timer early = queue.at(1, () -> ran.add(1));
    queue.at(5, () -> ran.add(5));
    queue.run(1);
    early.cancel();
    early.cancel();
    assertEquals(1, queue.size());
    queue.run(5);
    assertEquals(List.of(1, 5), ran);
  }

  @Test
  void taskThatThrowsIsRunAgainAfterAPauseUnlessItWasCancelled() {
    TimerQueue.Timer[] timer = new TimerQueue.Timer[1];
    timer[0] = queue.at(1, () -> {
      ran.add(1);
      if (ran.size() == 3) {
        timer[0].cancel();
      }
      throw new IllegalStateException("a planted fault");
    });
    for (int i = 1; i <= 3; i++) {
      assertEquals(1, queue.size());
      queue.run(1 + i * 1_000_000_000L);
      assertEquals(i, ran.size());
    }
    assertEquals(0, queue.size());
  }

  @Test
  void anyMixtureIsInOrder() {
    for (int seed = 1; seed <= 200; seed++) {
      mix(Randomness.seeded(seed), seed);
    }
  }

  private void mix(Randomness random, int seed) {
    TimerQueue mixed = new TimerQueue(lastResort);
    List<Long> expected = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    List<TimerQueue.Timer> timers = new ArrayList<>();
    long base = Long.MAX_VALUE - 500; // Times wrap.
    for (int i = 0; i < 300; i++) {
      if (timers.isEmpty() || random.nextInt(3) > 0) {
        long due = base + random.nextInt(1_000);
        timers.add(mixed.at(due, () -> times.add(due)));
        expected.add(due);
      } else {
        int victim = random.nextInt(timers.size());
        timers.remove(victim).cancel();
        expected.remove(victim);
      }
    }
    expected.sort((a, b) -> Long.signum(a - b));
    mixed.run(base + 1_000);
    assertEquals(expected, times, "seed " + seed);
    assertEquals(0, mixed.size(), "seed " + seed);
  }
}
