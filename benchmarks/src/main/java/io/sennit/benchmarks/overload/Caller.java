// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The near end: makes the calls. Used by one thread. */
abstract class Caller implements Link, Offer.Caller {
  private final Clock clock = Clock.system();

  /** Connects with a server of this host. */
  abstract void connect(int port);

  final long nowNanos() {
    return clock.nanoTime();
  }

  @Override
  public final String hear(String said) {
    if (said.isEmpty()) {
      return "where?";
    }
    connect(Integer.parseInt(said));
    return "";
  }

  @Override
  public final Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    throw new IllegalStateException("the near end does not serve");
  }

  @Override
  public final Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped)
      throws Exception {
    return new Offer(clock, this).run(Double.parseDouble(workload), nanos, stopped);
  }
}
