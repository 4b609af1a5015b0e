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
final class Underway implements Task {
  private static final int FIRST_ENTRIES = 8;
  private static final int FIELDS = 4;
  private static final int TIME = 0;
  private static final int TICKET = 1;
  private static final int ARGUMENT = 2;

  private final Scheduler scheduler;
  private final Link link;

  /** Those behind the first, which only a link with a queue has. */
  private long[] entries = new long[FIRST_ENTRIES * FIELDS];

  private int head;
  private int behind;
  private boolean waiting;
  private long lastNanos;

  /** @param link told of each packet */
  Underway(Scheduler scheduler, Link link) {
    this.scheduler = scheduler;
    this.link = link;
  }

  /** Something arrives then; what arrives before others that left earlier waits by itself. */
  void add(long timeNanos, long argument) {
    if (!waiting) {
      waiting = true;
      lastNanos = timeNanos;
      scheduler.at(timeNanos, this, argument);
    } else if (timeNanos < lastNanos) {
      scheduler.at(timeNanos, link::arrive, argument);
    } else {
      lastNanos = timeNanos;
      enqueue(timeNanos, argument);
    }
  }

  private void enqueue(long timeNanos, long argument) {
    if (behind * FIELDS == entries.length) {
      grow();
    }
    int at = ((head + behind) * FIELDS) & (entries.length - 1);
    entries[at + TIME] = timeNanos;
    entries[at + TICKET] = scheduler.ticket();
    entries[at + ARGUMENT] = argument;
    behind++;
  }

  private void grow() {
    long[] larger = Arrays.copyOf(entries, 2 * entries.length);
    int split = head * FIELDS;
    System.arraycopy(entries, split, larger, 0, entries.length - split);
    System.arraycopy(entries, 0, larger, entries.length - split, split);
    entries = larger;
    head = 0;
  }

  /** The first arrives, and the next one waits in its stead. */
  @Override
  public void run(long argument) {
    if (behind == 0) {
      waiting = false;
    } else {
      int at = head * FIELDS;
      head = (head + 1) & (entries.length / FIELDS - 1);
      behind--;
      scheduler.at(entries[at + TIME], entries[at + TICKET], this, entries[at + ARGUMENT]);
    }
    link.arrive(argument);
  }
}
