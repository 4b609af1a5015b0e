// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.newcomer;

import io.grpc.CallOptions;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.NameResolverRegistry;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.sennit.grpc.SennitServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;

/**
 * Makes channels in a class loader of its own, so that one test sees several class paths. Speaks by
 * the JDK's types only: a way and a target come in, a text goes out.
 */
public final class ChannelProbe implements BinaryOperator<String> {
  private static final int PATIENCE_SECONDS = 20;
  private static final MethodDescriptor<byte[], byte[]> ECHO = MethodDescriptor.newBuilder(
          new Bytes(), new Bytes())
      .setType(MethodDescriptor.MethodType.UNARY)
      .setFullMethodName("demo.Echo/Echo")
      .build();

  /** The class of the builder that a way leads to, or what it says instead. */
  @Override
  public String apply(String way, String target) {
    try {
      return builder(way, target).getClass().getSimpleName();
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Calls a Sennit server at this address; its port stands for PORT in the target. */
  public static String call(String way, String address, String target) throws Exception {
    Server server = serve(address);
    try {
      String there = target.replace("PORT", String.valueOf(server.getPort()));
      ManagedChannel channel = builder(way, there).usePlaintext().build();
      try {
        CallOptions options =
            CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
        byte[] answer = ClientCalls.blockingUnaryCall(
            channel, ECHO, options, "hello".getBytes(StandardCharsets.UTF_8));
        return new String(answer, StandardCharsets.UTF_8);
      } finally {
        channel.shutdownNow().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      server.shutdownNow().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static Server serve(String address) throws IOException {
    InetSocketAddress where = new InetSocketAddress(InetAddress.getByName(address), 0);
    return SennitServerBuilder.forAddress(where, InsecureServerCredentials.create())
        .addService(ServerServiceDefinition.builder("demo.Echo")
            .addMethod(ECHO, ServerCalls.asyncUnaryCall((request, answer) -> {
              answer.onNext(request);
              answer.onCompleted();
            }))
            .build())
        .build()
        .start();
  }

  private static ManagedChannelBuilder<?> builder(String way, String target) {
    return switch (way) {
      case "forTarget" -> ManagedChannelBuilder.forTarget(target);
      case "forAddress" -> ManagedChannelBuilder.forAddress(target, 7470);
      case "newChannelBuilder" ->
        Grpc.newChannelBuilder(target, InsecureChannelCredentials.create());
      case "ownRegistry" ->
        Grpc.newChannelBuilder(
            target, InsecureChannelCredentials.create(), new NameResolverRegistry());
      case "registered" -> besideAnother(target);
      default -> throw new AssertionError(way);
    };
  }

  private static ManagedChannelBuilder<?> besideAnother(String target) {
    RareProvider rare = new RareProvider();
    ManagedChannelRegistry.getDefaultRegistry().register(rare);
    try {
      return ManagedChannelBuilder.forTarget(target);
    } finally {
      ManagedChannelRegistry.getDefaultRegistry().deregister(rare);
    }
  }
}
