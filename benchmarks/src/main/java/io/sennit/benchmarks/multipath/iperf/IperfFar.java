// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath.iperf;

import io.sennit.benchmarks.fabric.Iperf;
import io.sennit.benchmarks.harness.Link;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The server; it sends when a client asks it to. */
final class IperfFar implements Link {
  private final int port;
  private @Nullable Iperf server;

  IperfFar(int port) {
    this.port = port;
  }

  @Override
  public String hear(String said) throws InterruptedException {
    server = Iperf.serve(List.of(), port);
    return "there";
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    return Map.of();
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) {
    throw new IllegalStateException("the far end serves");
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
