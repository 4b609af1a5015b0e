// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import io.sennit.base.Clock;
import io.sennit.benchmarks.harness.Link;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The client: a flow, and a small call every few milliseconds whether the last has ended or not.
 */
final class GrpcNear implements Link {
  private static final long PERIOD_MICROS = 4_000;
  private static final int CALL_SECONDS = 20;

  private final Flows flows;
  private final Setup setup;
  private final Clock clock = Clock.system();
  private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
  private @Nullable ManagedChannel channel;

  GrpcNear(Flows flows, Setup setup) {
    this.flows = flows;
    this.setup = setup;
  }

  @Override
  public String hear(String said) {
    if (said.isEmpty()) {
      return "where?";
    }
    channel = flows
        .connect(setup, new InetSocketAddress(setup.server(), Integer.parseInt(said)))
        .disableRetry()
        .build();
    return "";
  }

  @Override
  public Map<String, Double> serve(String workload, BooleanSupplier stopped) {
    throw new IllegalStateException("the near end does not serve");
  }

  @Override
  public Map<String, Double> run(String workload, long nanos, BooleanSupplier stopped)
      throws InterruptedException, TimeoutException {
    ManagedChannel open = channel;
    if (open == null) {
      throw new IllegalStateException("the ends have not met");
    }
    Meter meter = new Meter(clock, nanos);
    Phaser calls = new Phaser(1);
    List<Flow> begun = new ArrayList<>();
    for (int i = 0; i < setup.flows(); i++) {
      begun.add(Flow.begin(open, meter, calls));
    }
    var small = pace.scheduleAtFixedRate(
        () -> small(open, meter, calls), 0, PERIOD_MICROS, TimeUnit.MICROSECONDS);
    for (Flow each : begun) {
      each.awaitEnd();
    }
    meter.awaitEnd();
    small.cancel(false);
    calls.awaitAdvanceInterruptibly(calls.arrive(), 2 * CALL_SECONDS, TimeUnit.SECONDS);
    return meter.flowAndCalls();
  }

  private void small(ManagedChannel open, Meter meter, Phaser calls) {
    if (meter.isOver()) {
      return;
    }
    calls.register();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
    ClientCalls.asyncUnaryCall(
        open.newCall(Service.SMALL, options),
        Service.SMALL_BYTES,
        new SmallCall(clock, meter, calls));
  }

  @Override
  public void close() {
    pace.shutdownNow();
    if (channel != null) {
      channel.shutdownNow();
    }
  }
}
