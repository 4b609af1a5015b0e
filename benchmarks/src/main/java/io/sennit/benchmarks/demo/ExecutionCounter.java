// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls that reach a service. Safe from any thread. */
final class ExecutionCounter implements ServerInterceptor {
  private final LongAdder executions = new LongAdder();

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    executions.increment();
    return next.startCall(call, headers);
  }

  long executions() {
    return executions.sum();
  }
}
