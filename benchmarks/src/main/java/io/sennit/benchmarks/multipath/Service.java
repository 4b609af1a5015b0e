// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A flow of messages of one size until the client cancels, and a small call. Stateless. */
final class Service {
  /** Of a message of the flow. */
  static final int MESSAGE_BYTES = 256 << 10;

  /** Of both messages of a small call. */
  static final int SMALL_BYTES = 64;

  private static final String NAME = "sennit.bench.Flow";
  private static final Sizes SIZES = new Sizes();

  static final MethodDescriptor<Integer, Integer> FLOW =
      method("Pull", MethodType.SERVER_STREAMING);
  static final MethodDescriptor<Integer, Integer> SMALL = method("Small", MethodType.UNARY);

  private Service() {}

  private static MethodDescriptor<Integer, Integer> method(String name, MethodType type) {
    return MethodDescriptor.newBuilder(SIZES, SIZES)
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, name))
        .build();
  }

  static ServerServiceDefinition definition() {
    return ServerServiceDefinition.builder(NAME)
        .addMethod(FLOW, ServerCalls.asyncServerStreamingCall(Service::flow))
        .addMethod(SMALL, ServerCalls.asyncUnaryCall(Service::small))
        .build();
  }

  private static void flow(Integer bytes, StreamObserver<Integer> answers) {
    ServerCallStreamObserver<Integer> call = (ServerCallStreamObserver<Integer>) answers;
    call.setOnCancelHandler(() -> {}); // Without one, a message after the end is an exception.
    call.setOnReadyHandler(() -> {
      while (call.isReady() && !call.isCancelled()) {
        call.onNext(MESSAGE_BYTES);
      }
    });
  }

  private static void small(Integer bytes, StreamObserver<Integer> answers) {
    answers.onNext(SMALL_BYTES);
    answers.onCompleted();
  }

  /** A message is known by its length; all of its bytes are made, carried and read. */
  private static final class Sizes implements MethodDescriptor.Marshaller<Integer> {
    private static final byte[] PAYLOAD = new byte[MESSAGE_BYTES];
    private static final ThreadLocal<byte[]> READ =
        ThreadLocal.withInitial(() -> new byte[MESSAGE_BYTES]);

    @Override
    public InputStream stream(Integer bytes) {
      return new Known(bytes);
    }

    @Override
    public Integer parse(InputStream stream) {
      try {
        return stream.readNBytes(READ.get(), 0, MESSAGE_BYTES);
      } catch (IOException e) {
        throw new UncheckedIOException("a message cannot be read", e);
      }
    }

    private static final class Known extends ByteArrayInputStream implements KnownLength {
      Known(int bytes) {
        super(PAYLOAD, 0, bytes);
      }
    }
  }
}
