// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.Server;
import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The server; it serves without being told to. */
final class GrpcFar implements Link {
  private final Flows flows;
  private final Setup setup;
  private @Nullable Server server;

  GrpcFar(Flows flows, Setup setup) {
    this.flows = flows;
    this.setup = setup;
  }

  @Override
  public String hear(String said) throws IOException {
    Server made = flows.listen(setup).addService(Service.definition()).build().start();
    server = made;
    return Integer.toString(made.getPort());
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped)
      throws InterruptedException {
    return switch (Scenario.valueOf(workload)) {
      case FILLED -> ShareWatch.ofFilled(setup, Clock.system(), stopped);
      case ADDED -> ShareWatch.ofAdded(setup, Clock.system(), stopped);
      default -> Map.of();
    };
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped) {
    throw new IllegalStateException("the far end serves");
  }

  @Override
  public void close() {
    if (server != null) {
      server.shutdownNow();
    }
  }
}
