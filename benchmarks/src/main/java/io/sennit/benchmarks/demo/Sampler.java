// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.sennit.base.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at this process's paths again and again, on a thread of its own, until closed. */
final class Sampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final long PERIOD_MILLIS = 20;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
      Thread.ofPlatform().name("demo-sampler").daemon().factory());

  private final ScheduledFuture<?> task;

  /** Begins at once. */
  Sampler(Carrier carrier, Clock clock, Consumer<Sample> listener) {
    task = thread.scheduleAtFixedRate(
        () -> listener.accept(new Sample(clock.nanoTime(), carrier.paths())),
        0,
        PERIOD_MILLIS,
        TimeUnit.MILLISECONDS);
  }

  /** Stops; if it has failed before, a warning says why. */
  @Override
  public void close() {
    if (task.state() == Future.State.FAILED) {
      LOG.warn("the paths were not looked at to the end", task.exceptionNow());
    }
    thread.shutdownNow();
  }
}
