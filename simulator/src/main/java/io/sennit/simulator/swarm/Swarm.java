// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Runs many seeds, some of them at the same time. Worlds share nothing, so that how many run at a
 * time changes no outcome.
 *
 * @param from the first seed
 * @param seeds how many, one after the other; positive
 * @param jobs how many at a time; positive
 */
public record Swarm(long from, long seeds, int jobs) {
  /** Hears of every outcome, one at a time, in any order. */
  @FunctionalInterface
  public interface Listener {
    /**
     * A seed has ended.
     *
     * @return whether the swarm is to go on
     */
    boolean onOutcome(Outcome outcome);
  }

  public Swarm {
    if (seeds < 1 || jobs < 1) {
      throw new IllegalArgumentException("a swarm of " + seeds + " seeds by " + jobs + " jobs");
    }
  }

  /** Runs all seeds, or as many as the listener wants. */
  public void run(Listener listener) throws InterruptedException {
    run(SwarmCase::of, listener);
  }

  /** Runs a case of each seed, or of as many as the listener wants. */
  void run(LongFunction<SwarmCase> cases, Listener listener) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    ExecutorService workers = Executors.newFixedThreadPool(
        jobs, Thread.ofPlatform().daemon().name("swarm-", 0).factory());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int job = 0; job < jobs; job++) {
        running.add(workers.submit(() -> work(next, cases, listener)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a worker of the swarm failed", e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  private void work(AtomicLong next, LongFunction<SwarmCase> cases, Listener listener) {
    for (long at = next.getAndIncrement();
        at < seeds && !Thread.currentThread().isInterrupted();
        at = next.getAndIncrement()) {
      Outcome outcome = SwarmRun.of(cases.apply(from + at));
      synchronized (next) {
        if (!listener.onOutcome(outcome)) {
          next.set(seeds);
        }
      }
    }
  }
}
