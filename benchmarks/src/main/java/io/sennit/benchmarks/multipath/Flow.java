// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stream of large messages that is cancelled when the round is over. */
final class Flow extends ClientCall.Listener<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(Flow.class);

  private final ClientCall<Integer, Integer> call;
  private final Meter meter;
  private final Phaser calls;
  private final CountDownLatch ended = new CountDownLatch(1);

  private Flow(ClientCall<Integer, Integer> call, Meter meter, Phaser calls) {
    this.call = call;
    this.meter = meter;
    this.calls = calls;
  }

  static Flow begin(Channel channel, Meter meter, Phaser calls) {
    calls.register();
    Flow flow = new Flow(channel.newCall(Service.FLOW, CallOptions.DEFAULT), meter, calls);
    flow.call.start(flow, new Metadata());
    flow.call.request(1);
    flow.call.sendMessage(Service.SMALL_BYTES);
    flow.call.halfClose();
    return flow;
  }

  @Override
  public void onMessage(Integer bytes) {
    meter.delivered(bytes);
    call.request(1);
  }

  /** Until the round is over, or the stream failed. */
  void awaitEnd() throws InterruptedException {
    if (!ended.await(meter.leftNanos(), TimeUnit.NANOSECONDS)) {
      call.cancel("the round is over", null);
    }
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    if (status.getCode() != Status.Code.CANCELLED || !meter.isOver()) {
      LOG.info("the flow failed: {}", status);
      meter.failed();
    }
    ended.countDown();
    calls.arriveAndDeregister();
  }
}
