// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Task;
import java.util.Arrays;

/**
 * What is under way on one link, in the order of arrival. Only the first of it waits in the
 * scheduler, which has a task for each link then and not for each packet; every packet keeps its
 * place in the order of events.
 */
final class Underway {
  private static final int FIRST_ENTRIES = 8;
  private static final int FIELDS = 4;
  private static final int TIME = 0;
  private static final int TICKET = 1;
  private static final int ARGUMENT = 2;

  private final Scheduler scheduler;
  private final Task arrival;
  private final Task first = this::first;
  private long[] entries = new long[FIRST_ENTRIES * FIELDS];
  private int head;
  private int count;
  private long lastNanos;

  /** @param arrival told of each packet */
  Underway(Scheduler scheduler, Task arrival) {
    this.scheduler = scheduler;
    this.arrival = arrival;
  }

  /** Something arrives then; what arrives before others that left earlier waits by itself. */
  void add(long timeNanos, long argument) {
    if (count > 0 && timeNanos < lastNanos) {
      scheduler.at(timeNanos, arrival, argument);
      return;
    }
    if (count * FIELDS == entries.length) {
      grow();
    }
    int at = ((head + count) * FIELDS) & (entries.length - 1);
    entries[at + TIME] = timeNanos;
    entries[at + TICKET] = scheduler.ticket();
    entries[at + ARGUMENT] = argument;
    lastNanos = timeNanos;
    if (count++ == 0) {
      schedule();
    }
  }

  private void grow() {
    long[] larger = Arrays.copyOf(entries, 2 * entries.length);
    int split = head * FIELDS;
    System.arraycopy(entries, split, larger, 0, entries.length - split);
    System.arraycopy(entries, 0, larger, entries.length - split, split);
    entries = larger;
    head = 0;
  }

  private void schedule() {
    int at = head * FIELDS;
    scheduler.at(entries[at + TIME], entries[at + TICKET], first, entries[at + ARGUMENT]);
  }

  private void first(long argument) {
    head = (head + 1) & (entries.length / FIELDS - 1);
    if (--count > 0) {
      schedule();
    }
    arrival.run(argument);
  }
}
