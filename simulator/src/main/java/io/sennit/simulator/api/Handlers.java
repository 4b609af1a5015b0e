// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Application code that runs in virtual time and may wait in it: each piece has a thread of its
 * own, of which one runs at a time, and while it does nothing else does. So the order of things is
 * that of the world's tasks, however the machine schedules threads.
 */
final class Handlers {
  private static final int MOST_ENDINGS = 100_000;

  private final Scheduler scheduler;
  private final List<Handler> waiting = new ArrayList<>();
  private @Nullable Handler running;

  Handlers(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Runs a piece until it has ended or waits; in a task of the world. */
  void run(Runnable piece) {
    proceed(new Handler(piece));
  }

  private void proceed(Handler handler) {
    Handler before = running;
    running = handler;
    try {
      handler.proceed();
    } finally {
      running = before;
    }
  }

  /** Whether the caller is the piece that runs now. */
  boolean isRunning() {
    return running != null && running.isCurrent();
  }

  /** Has the piece that runs now wait; see {@link VirtualTime#pass}. */
  void await(BooleanSupplier until, long deadlineNanos) {
    Handler me = running;
    if (me == null || until.getAsBoolean()) {
      return;
    }
    me.waitFor(until, deadlineNanos);
    waiting.add(me);
    scheduler.at(Math.max(deadlineNanos, scheduler.nanoTime()), due -> {}, 0);
    me.giveUp();
  }

  /** Has those go on that need not wait any more; between tasks of the world. */
  void look() {
    for (int at = 0; at < waiting.size(); at++) {
      Handler each = waiting.get(at);
      if (each.mayGoOn(scheduler.nanoTime())) {
        waiting.remove(at--);
        scheduler.after(0, due -> proceed(each), 0);
      }
    }
  }

  /** Ends those that wait: their waits fail. */
  void close() {
    for (int ended = 0; !waiting.isEmpty(); ended++) {
      if (ended == MOST_ENDINGS) {
        throw new IllegalStateException("a handler waits again and again, though the fabric is"
            + " closed: end it when a wait fails");
      }
      Handler each = waiting.removeFirst();
      each.cancel();
      proceed(each);
    }
  }
}
