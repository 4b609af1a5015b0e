// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The trials of a plan, some of them at the same time. Worlds share nothing, so that how many run
 * at a time changes no result, and results come in the order of one job. For one thread, which
 * closes it; trials that have not begun then are not run.
 */
final class Trials implements AutoCloseable {
  private final ExecutorService workers;

  /** @param jobs how many at a time; positive */
  Trials(int jobs) {
    workers = Executors.newFixedThreadPool(
        jobs, Thread.ofPlatform().daemon().name("trials-", 0).factory());
  }

  /**
   * Runs every policy of a plan with every seed.
   *
   * @param onSummary hears of each policy as soon as it and those before it are through
   */
  List<Summary> run(Plan plan, List<Long> seeds, Consumer<Summary> onSummary)
      throws InterruptedException {
    List<List<Future<TrialResult>>> running = new ArrayList<>();
    for (Policy policy : Policy.of(plan)) {
      running.add(seeds.stream().map(seed -> submit(plan, policy, seed)).toList());
    }
    List<Summary> summaries = new ArrayList<>();
    for (List<Future<TrialResult>> each : running) {
      Summary summary = new Summary(results(each));
      onSummary.accept(summary);
      summaries.add(summary);
    }
    return summaries;
  }

  private Future<TrialResult> submit(Plan plan, Policy policy, long seed) {
    return workers.submit(() -> Trial.run(plan, policy, seed));
  }

  private static List<TrialResult> results(List<Future<TrialResult>> running)
      throws InterruptedException {
    List<TrialResult> results = new ArrayList<>();
    for (Future<TrialResult> each : running) {
      try {
        results.add(each.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("a trial failed", e.getCause());
      }
    }
    return results;
  }

  /** So many seeds, one after the other. */
  static List<Long> seeds(long from, int count) {
    return LongStream.range(from, from + count).boxed().toList();
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
