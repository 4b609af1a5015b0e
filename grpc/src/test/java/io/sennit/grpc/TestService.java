// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A service without a will of its own: a test takes each call and plays the handler. */
final class TestService implements ServerCallHandler<byte[], byte[]> {
  private static final long PATIENCE_SECONDS = 20;

  /** A call as the server sees it. */
  record Taken(ServerCall<byte[], byte[]> call, Metadata headers, Recorder heard) {}

  private final BlockingQueue<Taken> calls = new LinkedBlockingQueue<>();

  ServerServiceDefinition definition() {
    ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(TestMethods.SERVICE);
    for (MethodDescriptor<byte[], byte[]> method :
        List.of(TestMethods.UNARY, TestMethods.UPLOAD, TestMethods.DOWNLOAD, TestMethods.CHAT)) {
      builder.addMethod(method, this);
    }
    return builder.build();
  }

  @Override
  public ServerCall.Listener<byte[]> startCall(ServerCall<byte[], byte[]> call, Metadata headers) {
    Recorder heard = new Recorder();
    calls.add(new Taken(call, headers, heard));
    return heard.server();
  }

  Taken take() throws InterruptedException {
    Taken taken = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (taken == null) {
      throw new AssertionError("no call came");
    }
    // gRPC tells that a call is ready once it has started; before, it is the executor's.
    taken.heard().await(Recorder.Ready.class);
    return taken;
  }

  int waiting() {
    return calls.size();
  }
}
