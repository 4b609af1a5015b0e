// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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
  void ticketKeepsThePlaceOfATaskThatIsScheduledInTheMomentItself() {
    List<Long> ran = new ArrayList<>();
    long first = scheduler.ticket();
    scheduler.at(5, early -> scheduler.at(5, early, ran::add, 1), first);
    scheduler.at(5, ran::add, 3);
    scheduler.runUntil(5);
    assertEquals(List.of(1L, 3L), ran);
  }

  @Test
  void tasksOfAllDistancesRunInOneOrder() {
    Randomness random = Randomness.seeded(11);
    Model model = new Model(scheduler);
    for (int round = 0; round < 20_000; round++) {
      model.plan(delay(random), random.nextInt(4) == 0);
      if (random.nextInt(3) > 0) {
        model.step();
      }
      if (random.nextInt(500) == 0) {
        model.runFor(delay(random));
      }
    }
    while (model.step()) {
      // All that is left.
    }
    assertEquals(Scheduler.NEVER, scheduler.nextNanos());
    assertEquals(0, scheduler.waiting());
  }

  /** Now, soon, around what is near, and far; few enough moments that many tasks share one. */
  private static long delay(Randomness random) {
    long span = NearTasks.SPAN_NANOS;
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(3);
      case 1 -> 100L * random.nextInt(20);
      case 2 -> span - 2 + random.nextInt(4);
      default -> span * random.nextInt(9);
    };
  }

  /** The same tasks, in a queue of the JDK's. */
  private static final class Model {
    private record Planned(long timeNanos, long ticket, long name) {}

    private final Scheduler scheduler;
    private final PriorityQueue<Planned> queue = new PriorityQueue<>(
        Comparator.comparingLong(Planned::timeNanos).thenComparingLong(Planned::ticket));
    private final List<Long> tickets = new ArrayList<>();
    private long lastRun = -1;
    private long names;

    Model(Scheduler scheduler) {
      this.scheduler = scheduler;
    }

    /** Plans a task, perhaps with a ticket of earlier; then takes one for later. */
    void plan(long delayNanos, boolean early) {
      long timeNanos = scheduler.nanoTime() + delayNanos;
      long ticket = early && !tickets.isEmpty() ? tickets.removeFirst() : scheduler.ticket();
      queue.add(new Planned(timeNanos, ticket, names));
      scheduler.at(timeNanos, ticket, name -> lastRun = name, names++);
      if (tickets.size() < 50) {
        tickets.add(scheduler.ticket());
      }
    }

    boolean step() {
      Planned next = queue.poll();
      if (next == null) {
        return scheduler.step();
      }
      assertEquals(next.timeNanos, scheduler.nextNanos());
      assertTrue(scheduler.step());
      assertEquals(next.timeNanos + "/" + next.name, scheduler.nanoTime() + "/" + lastRun);
      return true;
    }

    void runFor(long nanos) {
      long untilNanos = scheduler.nanoTime() + nanos;
      while (!queue.isEmpty() && queue.element().timeNanos <= untilNanos) {
        step();
      }
      scheduler.runUntil(untilNanos);
      assertEquals(untilNanos, scheduler.nanoTime());
    }
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
