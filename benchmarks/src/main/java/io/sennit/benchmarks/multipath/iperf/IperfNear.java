// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.iperf;

import io.sennit.benchmarks.fabric.Iperf;
import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.multipath.Meter;
import io.sennit.benchmarks.multipath.Setup;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The client, which has the server send; a process of its own for each round. */
final class IperfNear implements Link {
  private final Setup setup;
  private final int port;

  IperfNear(Setup setup, int port) {
    this.setup = setup;
    this.port = port;
  }

  @Override
  public String hear(String said) {
    return said.isEmpty() ? "where?" : "";
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    throw new IllegalStateException("the near end does not serve");
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped)
      throws InterruptedException {
    List<String> options = List.of(
        "-R",
        "-p",
        Integer.toString(port),
        "-P",
        Integer.toString(setup.flows()),
        "-t",
        Long.toString(Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos))));
    try (Iperf client = Iperf.call(List.of(), setup.server(), options)) {
      return Map.of(Meter.GOODPUT, Iperf.megabits(client.awaitReport(), "sum_received"));
    }
  }

  @Override
  public void close() {}
}
