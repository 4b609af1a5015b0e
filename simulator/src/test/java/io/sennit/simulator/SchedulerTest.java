// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SchedulerTest {
  private final Scheduler scheduler = new Scheduler();

  @Test
  void tasksRunByTimeThenInTheOrderTheyWereScheduled() {
    Randomness random = Randomness.seeded(7);
    List<long[]> expected = new ArrayList<>();
    List<String> ran = new ArrayList<>();
    for (long id = 0; id < 5000; id++) {
      long time = random.nextInt(300);
      expected.add(new long[] {time, id});
      scheduler.at(time, argument -> ran.add(scheduler.nanoTime() + "/" + argument), id);
    }
    // A stable sort: equal times stay in the order of their scheduling.
    expected.sort(Comparator.comparingLong(entry -> entry[0]));
    scheduler.runUntil(1000);
    assertEquals(expected.stream().map(entry -> entry[0] + "/" + entry[1]).toList(), ran);
    assertEquals(1000, scheduler.nanoTime());
    assertEquals(5000, scheduler.ran());
  }

  @Test
  void tasksMayScheduleOthersForTheSameMoment() {
    List<String> ran = new ArrayList<>();
    scheduler.at(5, argument -> ran.add("later " + argument), 2);
    scheduler.at(
        3,
        argument -> {
          ran.add("first " + argument);
          scheduler.at(3, again -> ran.add("same " + again), 9);
          scheduler.after(2, again -> ran.add("last " + again), 3);
        },
        1);
    scheduler.runUntil(10);
    assertEquals(List.of("first 1", "same 9", "later 2", "last 3"), ran);
    assertEquals(0, scheduler.waiting(), "tasks left");
  }

  @Test
  void ticketKeepsThePlaceOfATaskThatIsScheduledLater() {
    List<Long> ran = new ArrayList<>();
    long first = scheduler.ticket();
    scheduler.at(5, ran::add, 2);
    scheduler.at(5, first, ran::add, 1);
    scheduler.runUntil(5);
    assertEquals(List.of(1L, 2L), ran);
  }

  @Test
  void timeDoesNotGoBack() {
    scheduler.runUntil(10);
    assertThrows(IllegalArgumentException.class, () -> scheduler.at(9, argument -> {}, 0));
    assertThrows(
        IllegalArgumentException.class, () -> scheduler.at(Scheduler.NEVER, argument -> {}, 0));
  }

  @Test
  void nothingIsAllocatedWhileAsManyTasksWaitAsBefore() {
    int[] count = {0};
    Task[] again = new Task[1];
    again[0] = argument -> {
      count[0]++;
      scheduler.after(1 + argument % 17, again[0], argument + 1);
    };
    for (int chain = 0; chain < 500; chain++) {
      scheduler.at(chain, again[0], chain);
    }
    scheduler.runUntil(200_000);
    long before = allocatedBytes();
    int ranBefore = count[0];
    scheduler.runUntil(400_000);
    long bytes = allocatedBytes() - before;
    int ran = count[0] - ranBefore;
    assertTrue(ran > 1_000_000, () -> "only " + ran + " tasks ran");
    assertTrue(bytes < 100_000, () -> bytes + " bytes for " + ran + " tasks");
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean)
            java.lang.management.ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().threadId());
  }
}
