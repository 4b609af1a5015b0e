// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.sennit.base.Clock;
import io.sennit.base.ProcessorUse;
import io.sennit.rpc.Platform;
import io.sennit.rpc.session.LoopGroup;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls with a thread each, as gRPC makes them unless told otherwise, which share processors. */
final class CrowdTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final int MOST_CALLS = 20;
  private static final Status.Code REFUSED = Status.Code.RESOURCE_EXHAUSTED;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch release = new CountDownLatch(1);
  private @Nullable Server server;
  private @Nullable ManagedChannel channel;

  @AfterEach
  void stop() throws InterruptedException {
    release.countDown();
    Objects.requireNonNull(channel).shutdownNow();
    Objects.requireNonNull(server).shutdownNow().awaitTermination();
    threads.shutdownNow();
  }

  /** The thread works for a caller that has given up, and slows the next as before. */
  @Test
  void whoWouldBeLateAmongThoseOnSaturatedProcessorsIsRefusedAtTheDoor() throws Exception {
    Clock clock = Clock.system();
    start(() -> new ProcessorUse.Sample(1, clock.nanoTime(), 1, 0, 0));
    StatusRuntimeException end = end();
    for (int i = 0; i < MOST_CALLS && end.getStatus().getCode() != REFUSED; i++) {
      end = end();
    }
    assertEquals(REFUSED, end.getStatus().getCode());
    assertEquals("no", executed(end));
    String sentence = Objects.requireNonNull(end.getStatus().getDescription());
    assertTrue(sentence.startsWith("the server's processors are saturated: with "), sentence);
  }

  @Test
  void nobodyIsRefusedWhereProcessorsAreFree() throws Exception {
    start(ProcessorUse.unknown());
    for (int i = 0; i < 3; i++) {
      assertEquals(Status.Code.DEADLINE_EXCEEDED, end().getStatus().getCode());
    }
  }

  /** Of a call whose handler takes longer than its caller waits. */
  private StatusRuntimeException end() {
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);
    return assertThrows(
        StatusRuntimeException.class,
        () -> ClientCalls.blockingUnaryCall(
            Objects.requireNonNull(channel), TestMethods.UNARY, options, new byte[0]));
  }

  private static String executed(StatusRuntimeException end) {
    return Objects.requireNonNullElse(
        Objects.requireNonNull(end.getTrailers())
            .get(Metadata.Key.of("sennit-executed", Metadata.ASCII_STRING_MARSHALLER)),
        "");
  }

  private void start(ProcessorUse use) throws Exception {
    Server running = Shm.server()
        .on(new Machine(threads, use))
        .addService(ServerServiceDefinition.builder(TestMethods.SERVICE)
            .addMethod(TestMethods.UNARY, ServerCalls.asyncUnaryCall((request, answer) -> {
              if (request.length == 0) {
                hold();
              }
              answer.onNext(request);
              answer.onCompleted();
            }))
            .build())
        .build()
        .start();
    server = running;
    channel = Shm.channel(running).build();
    ClientCalls.blockingUnaryCall( // First the session comes up, and classes.
        channel, TestMethods.UNARY, CallOptions.DEFAULT.withWaitForReady(), new byte[1]);
  }

  private void hold() {
    try {
      if (!release.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("never released");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The server stops.
    }
  }

  /** This process, but for its processors. */
  private record Machine(Executor executor, ProcessorUse processors) implements Platform {
    @Override
    public LoopGroup loops() {
      return Platform.process().loops();
    }
  }
}
