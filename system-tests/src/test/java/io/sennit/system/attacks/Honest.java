// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.attacks;

import io.grpc.CallOptions;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.sennit.base.Clock;
import io.sennit.grpc.SennitChannelBuilder;
import io.sennit.rpc.Body;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A process that calls the {@link Victim} as people do: small calls of both faces on connections
 * that it keeps, and now and then a new connection. Counts from the first line of its input on, and
 * says at the end of it what became of all.
 */
final class Honest {
  private static final double CALLS_PER_SECOND = 50;
  private static final double JOINS_PER_SECOND = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int BODY_BYTES = 1000;

  private final String natives;
  private final String grpc;
  private final Figures calls = new Figures("calls");
  private final Figures grpcCalls = new Figures("grpcCalls");
  private final Figures joins = new Figures("joins");
  private volatile boolean counting;
  private volatile boolean over;

  private Honest(String natives, String grpc) {
    this.natives = natives;
    this.grpc = grpc;
  }

  /** Takes the two targets. */
  public static void main(String[] args) throws IOException, InterruptedException {
    new Honest(args[0], args[1]).work();
  }

  private void work() throws IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    try (RpcClient client = RpcClient.connect(natives)) {
      ManagedChannel channel = SennitChannelBuilder.forTarget(
              grpc, InsecureChannelCredentials.create())
          .build();
      threads.add(repeat(calls, CALLS_PER_SECOND, () -> echo(client)));
      threads.add(repeat(grpcCalls, CALLS_PER_SECOND, () -> echo(channel)));
      threads.add(repeat(joins, JOINS_PER_SECOND, this::join));
      obey();
      for (Thread each : threads) {
        each.join();
      }
      channel.shutdownNow();
      System.out.println("end " + calls + grpcCalls + joins);
    }
  }

  private void obey() throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    while (commands.readLine() != null) {
      counting = true;
      System.out.println("counting");
    }
    over = true;
  }

  private Thread repeat(Figures figures, double perSecond, Runnable step) {
    return Thread.ofPlatform().daemon().start(() -> {
      Clock clock = Clock.system();
      Until never = Until.in(Duration.ofDays(1));
      for (long done = 1; !over; done++) {
        long startNanos = clock.nanoTime();
        String failure = attempt(step);
        if (counting) {
          figures.add(clock.nanoTime() - startNanos, failure);
        }
        never.pace(done, perSecond);
      }
    });
  }

  private static String attempt(Runnable step) {
    try {
      step.run();
      return "";
    } catch (RpcException | StatusRuntimeException | AssertionError e) {
      return e.toString();
    }
  }

  private void join() {
    try (RpcClient newcomer = RpcClient.connect(natives)) {
      echo(newcomer);
    }
  }

  private static void echo(RpcClient client) {
    byte[] sent = something();
    try (Body request = client.allocate(BODY_BYTES)) {
      request.asByteBuffer().put(sent);
      try (Body answer = client.call(
          Methods.ECHO, request, io.sennit.rpc.CallOptions.DEFAULTS.withTimeout(PATIENCE))) {
        byte[] came = new byte[Math.toIntExact(answer.length())];
        answer.asByteBuffer().get(came);
        check(sent, came);
      }
    }
  }

  /** Other bytes for each call, so that an answer of another call is seen to be wrong. */
  private static byte[] something() {
    byte[] bytes = new byte[BODY_BYTES];
    ThreadLocalRandom.current().nextBytes(bytes);
    return bytes;
  }

  private static void check(byte[] sent, byte[] came) {
    if (!Arrays.equals(sent, came)) {
      throw new AssertionError("a wrong answer, of " + came.length + " bytes");
    }
  }

  private static void echo(ManagedChannel channel) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    byte[] request = something();
    check(request, ClientCalls.blockingUnaryCall(channel, Methods.GRPC_ECHO, options, request));
  }
}
