// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.stub.StreamObserver;
import io.sennit.base.Clock;
import java.util.concurrent.Phaser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the end of one small call. */
final class SmallCall implements StreamObserver<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(SmallCall.class);

  private final Clock clock;
  private final Meter meter;
  private final Phaser calls;
  private final long startNanos;

  SmallCall(Clock clock, Meter meter, Phaser calls) {
    this.clock = clock;
    this.meter = meter;
    this.calls = calls;
    startNanos = clock.nanoTime();
  }

  @Override
  public void onNext(Integer bytes) {}

  @Override
  public void onError(Throwable reason) {
    LOG.info("a small call failed", reason);
    meter.failed();
    calls.arriveAndDeregister();
  }

  @Override
  public void onCompleted() {
    meter.succeeded(clock.nanoTime() - startNanos);
    calls.arriveAndDeregister();
  }
}
