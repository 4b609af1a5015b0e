// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.sennit.base.Clock;
import io.sennit.grpc.SennitServerBuilder;
import io.sennit.rpc.Body;
import io.sennit.rpc.RpcServer;
import io.sennit.rpc.ServerStream;
import io.sennit.rpc.SessionsMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;

/**
 * The server that is attacked: the native and the gRPC face, with handlers as people write them.
 * Says its two ports; when told so, collects garbage, which makes its memory comparable, and says
 * how many sessions it has.
 */
final class Victim {
  private static final int BLOCK_BYTES = 1 << 20;

  private Victim() {}

  /** Takes no arguments; ends with its standard input. */
  public static void main(String[] args) throws IOException, JMException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0);
    try (RpcServer natives = RpcServer.builder()
        .listen(anyPort)
        .handle(Methods.ECHO, call -> call.reply(call.body()))
        .handleStream(Methods.PUSH, Victim::push)
        .handle(Methods.HOLD, call -> {})
        .handle(Methods.FILL, call -> call.reply(fill(Long.parseLong(call.request()))))
        .start()) {
      Server grpc = SennitServerBuilder.forAddress(anyPort, InsecureServerCredentials.create())
          .addService(service())
          .build()
          .start();
      System.out.println("ports " + natives.address().getPort() + " " + grpc.getPort());
      obey();
      grpc.shutdownNow();
    }
  }

  private static void obey() throws IOException, JMException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    SessionsMXBean sessions = JMX.newMXBeanProxy(
        ManagementFactory.getPlatformMBeanServer(),
        new ObjectName(SessionsMXBean.NAME),
        SessionsMXBean.class);
    while (commands.readLine() != null) {
      System.gc();
      System.out.println("collected beside sessions: " + sessions.getLive());
    }
  }

  private static void push(ServerStream<String, Body> call) throws InterruptedException {
    byte[] bytes = new byte[Integer.parseInt(call.next().orElseThrow())];
    while (!call.isCancelled()) {
      try (Body message = call.allocate(bytes.length)) {
        message.asByteBuffer().put(bytes);
        call.send(message);
      }
    }
  }

  /** The error ends neither the call nor the process; what it does to others is the question. */
  private static String fill(long millis) {
    Clock clock = Clock.system();
    long endNanos = clock.nanoTime() + Duration.ofMillis(millis).toNanos();
    int times = 0;
    while (clock.nanoTime() - endNanos < 0) {
      Deque<byte[]> blocks = new ArrayDeque<>();
      try {
        while (clock.nanoTime() - endNanos < 0) {
          blocks.push(new byte[BLOCK_BYTES]);
        }
      } catch (OutOfMemoryError full) {
        times += blocks.isEmpty() ? 0 : 1;
      }
    }
    return Integer.toString(times);
  }

  private static ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(Methods.GRPC_SERVICE)
        .addMethod(Methods.GRPC_ECHO, ServerCalls.asyncUnaryCall(Victim::grpcEcho))
        .addMethod(Methods.GRPC_PUSH, ServerCalls.asyncServerStreamingCall(Victim::grpcPush))
        .build();
  }

  private static void grpcEcho(byte[] request, StreamObserver<byte[]> answers) {
    answers.onNext(request);
    answers.onCompleted();
  }

  private static void grpcPush(byte[] request, StreamObserver<byte[]> answers) {
    byte[] message = new byte[Methods.sizeOf(request)];
    ServerCallStreamObserver<byte[]> call = (ServerCallStreamObserver<byte[]>) answers;
    call.setOnCancelHandler(() -> {}); // Without one, a message after the end is an exception.
    call.setOnReadyHandler(() -> {
      while (call.isReady() && !call.isCancelled()) {
        call.onNext(message);
      }
    });
  }
}
