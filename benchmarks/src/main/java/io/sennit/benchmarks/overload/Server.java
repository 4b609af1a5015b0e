// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The far end: a server of one method that takes 4 ms of a thread. Used by one thread. */
abstract class Server implements Link {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Work work;
  private final Clock clock = Clock.system();
  private final Burn burn;
  private final LongAdder executions = new LongAdder();
  private @Nullable ExecutorService executor;

  Server(Work work) {
    this.work = work;
    burn = work.burn(clock);
  }

  /** Listens; returns the port. */
  abstract int listen(@Nullable ExecutorService on) throws Exception;

  abstract void stop();

  /** What the handler does. */
  final void work() {
    executions.increment();
    burn.run();
  }

  @Override
  public final String hear(String said) throws Exception {
    executor = work.newExecutor().orElse(null);
    return Integer.toString(listen(executor));
  }

  /** Counts from the order to serve to the order to stop, when all calls have ended. */
  @Override
  public final Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    long executionsBefore = executions.sum();
    long processorBefore = processorNanos();
    long beginNanos = clock.nanoTime();
    while (!stopped.getAsBoolean()) {
      LockSupport.parkNanos(GLANCE_NANOS);
    }
    Map<String, Double> figures = new HashMap<>();
    double nanos = clock.nanoTime() - beginNanos;
    figures.put(Tally.EXECUTED, (executions.sum() - executionsBefore) * 1e9 / nanos);
    figures.put(Tally.PROCESSOR, 100 * (processorNanos() - processorBefore) / nanos);
    return figures;
  }

  private static long processorNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  @Override
  public final Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) {
    throw new IllegalStateException("the far end serves");
  }

  @Override
  public final void close() {
    stop();
    if (executor != null) {
      executor.shutdownNow();
    }
  }
}
