// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;

/**
 * Tells the server's admission while threads run handlers of calls with one message each way, which
 * may go on after their calls have ended. Stateless.
 */
final class HandlerWatch implements ServerInterceptor {
  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    ServerCall.Listener<Q> listener = next.startCall(call, headers);
    CallPermits.Tracer tracer = CallPermits.CURRENT.get();
    boolean watched = tracer != null && call.getMethodDescriptor().getType() == MethodType.UNARY;
    return watched ? new Watched<>(listener, tracer) : listener;
  }

  private static final class Watched<Q> extends SimpleForwardingServerCallListener<Q> {
    private final CallPermits.Tracer tracer;

    private Watched(ServerCall.Listener<Q> listener, CallPermits.Tracer tracer) {
      super(listener);
      this.tracer = tracer;
    }

    /** Where the handler runs. */
    @Override
    public void onHalfClose() {
      tracer.works();
      try {
        super.onHalfClose();
      } finally {
        tracer.rested();
      }
    }
  }
}
