// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.base.Clock;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Makes calls at fixed times, whatever becomes of those before. For one thread. */
final class Offer {
  /** Begins one call and has its end told. */
  interface Caller {
    void call(Tally tally, long dueNanos);
  }

  private final Clock clock;
  private final Caller caller;

  Offer(Clock clock, Caller caller) {
    this.clock = clock;
    this.caller = caller;
  }

  /** Offers so many times the capacity for so long; the figures when all have ended. */
  Map<String, Double> run(double times, long nanos, BooleanSupplier stopped)
      throws InterruptedException, TimeoutException {
    double gapNanos = 1e9 / (Work.CAPACITY * times);
    long beginNanos = clock.nanoTime();
    Tally tally = new Tally(beginNanos, nanos);
    for (long i = 0; i * gapNanos < nanos && !stopped.getAsBoolean(); i++) {
      long dueNanos = beginNanos + (long) (i * gapNanos);
      awaitUntil(dueNanos);
      tally.begun();
      caller.call(tally, dueNanos);
    }
    return tally.figures();
  }

  private void awaitUntil(long dueNanos) {
    for (long left = dueNanos - clock.nanoTime(); left > 0; left = dueNanos - clock.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
