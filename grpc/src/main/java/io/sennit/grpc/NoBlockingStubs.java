// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls of blocking stubs, which wait in real time: where time passes only when somebody
 * lets it, they would wait for ever. They are known by the executor that gRPC's stubs bring along
 * for them; iterators of the older blocking stubs bring none and are not seen. Stateless, safe from
 * any thread.
 */
final class NoBlockingStubs implements ClientInterceptor {
  private static final String OF_BLOCKING_STUBS = "io.grpc.stub.ClientCalls$";

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    if (isOfBlockingStub(options.getExecutor())) {
      throw new IllegalStateException("a blocking stub cannot call " + method.getFullMethodName()
          + " on a simulated host: it waits in real time, in which no virtual time passes; use a"
          + " future or an asynchronous stub, and Fabric.await");
    }
    return next.newCall(method, options);
  }

  private static boolean isOfBlockingStub(@Nullable Executor executor) {
    return executor != null && executor.getClass().getName().startsWith(OF_BLOCKING_STUBS);
  }
}
