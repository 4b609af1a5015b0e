// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.grpc.MethodDescriptor;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** gRPC's server over one carrier or another. */
final class GrpcServer extends Server {
  private static final String SERVICE = "sennit.bench.Load";
  static final MethodDescriptor<byte[], byte[]> WORK = MethodDescriptor.newBuilder(
          new Bytes(), new Bytes())
      .setType(MethodDescriptor.MethodType.UNARY)
      .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Work"))
      .build();

  private final Carrier carrier;
  private io.grpc.@Nullable Server server;

  GrpcServer(Carrier carrier, Work work) {
    super(work);
    this.carrier = carrier;
  }

  @Override
  int listen(@Nullable ExecutorService on) throws IOException {
    ServerBuilder<?> builder = carrier.server();
    builder.addService(ServerServiceDefinition.builder(SERVICE)
        .addMethod(WORK, ServerCalls.asyncUnaryCall(this::answer))
        .build());
    if (on != null) {
      builder.executor(on);
    }
    io.grpc.Server started = builder.build().start();
    server = started;
    return started.getPort();
  }

  private void answer(byte[] request, StreamObserver<byte[]> answers) {
    work();
    answers.onNext(request);
    answers.onCompleted();
  }

  @Override
  void stop() {
    if (server != null) {
      server.shutdownNow();
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try (stream) {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException("a message cannot be read", e);
      }
    }
  }
}
