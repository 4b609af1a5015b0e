// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.sennit.base.Clock;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notes when the messages of client streams reach the service. Safe from any thread. */
final class DeliveryLog implements ServerInterceptor {
  private final Clock clock;
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

  DeliveryLog(Clock clock) {
    this.clock = clock;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    ServerCall.Listener<Q> listener = next.startCall(call, headers);
    return call.getMethodDescriptor().getType() == MethodType.CLIENT_STREAMING
        ? new Noting<>(listener)
        : listener;
  }

  /** In the order of delivery. */
  List<Long> nanos() {
    return List.copyOf(nanos);
  }

  private final class Noting<Q> extends SimpleForwardingServerCallListener<Q> {
    Noting(ServerCall.Listener<Q> listener) {
      super(listener);
    }

    @Override
    public void onMessage(Q message) {
      nanos.add(clock.nanoTime());
      super.onMessage(message);
    }
  }
}
