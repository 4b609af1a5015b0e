// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.sennit.base.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More gRPC calls than a server can answer, and more than it may have open. */
final class OverloadTest {
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final int CALLS = 3_000;
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
  private @Nullable Server server;
  private @Nullable ManagedChannel channel;

  @AfterEach
  void stop() throws InterruptedException {
    Objects.requireNonNull(channel).shutdownNow();
    Objects.requireNonNull(server).shutdownNow().awaitTermination();
    oneThread.shutdownNow();
  }

  private void start(SennitServerBuilder builder) throws Exception {
    Server running = builder.build().start();
    server = running;
    channel = Shm.channel(running).build();
  }

  private ManagedChannel channel() {
    return Objects.requireNonNull(channel);
  }

  /** The executor is the user's, and its queue too. */
  @Test
  void anOverloadedServerWorksForThoseThatItAnswers() throws Exception {
    AtomicInteger executions = new AtomicInteger();
    start(Shm.server()
        .executor(oneThread)
        .addService(ServerServiceDefinition.builder(TestMethods.SERVICE)
            .addMethod(TestMethods.UNARY, ServerCalls.asyncUnaryCall((request, answer) -> {
              executions.incrementAndGet();
              burn();
              answer.onNext(request);
              answer.onCompleted();
            }))
            .build()));
    // The session comes up first: time of calls that wait for it says nothing of the server.
    ClientCalls.blockingUnaryCall(
        channel(), TestMethods.UNARY, CallOptions.DEFAULT.withWaitForReady(), new byte[10]);
    Map<String, AtomicInteger> ends = offerTenTimesTheCapacity();
    int answered = count(ends, "OK");
    assertTrue(count(ends, "RESOURCE_EXHAUSTED no") > CALLS / 2, ends::toString);
    assertTrue(
        answered >= 0.7 * executions.get(), () -> executions + " executions, and ends: " + ends);
  }

  @Test
  void aMethodAtItsLimitRefusesAndOthersDoNot() throws Exception {
    TestService service = new TestService();
    start(Shm.server()
        .maxConcurrentCalls(TestMethods.CHAT.getFullMethodName(), 1)
        .addService(service.definition()));
    Recorder held = new Recorder();
    ClientCall<byte[], byte[]> call = channel().newCall(TestMethods.CHAT, CallOptions.DEFAULT);
    call.start(held.client(), new Metadata());
    TestService.Taken taken = service.take();
    Recorder second = new Recorder();
    channel().newCall(TestMethods.CHAT, CallOptions.DEFAULT).start(second.client(), new Metadata());
    Recorder.Closed refused = second.await(Recorder.Closed.class);
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, refused.status().getCode());
    assertEquals("no", executed(refused.trailers()));
    channel()
        .newCall(TestMethods.DOWNLOAD, CallOptions.DEFAULT)
        .start(new Recorder().client(), new Metadata());
    service.take().call().close(Status.OK, new Metadata());
    taken.call().close(Status.OK, new Metadata());
    assertEquals(Status.Code.OK, held.await(Recorder.Closed.class).status().getCode());
  }

  private static int count(Map<String, AtomicInteger> ends, String end) {
    AtomicInteger count = ends.get(end);
    return count == null ? 0 : count.get();
  }

  private static String executed(Metadata trailers) {
    return Objects.requireNonNullElse(
        trailers.get(Metadata.Key.of("sennit-executed", Metadata.ASCII_STRING_MARSHALLER)), "");
  }

  private static void burn() {
    Clock clock = Clock.system();
    long endNanos = clock.nanoTime() + WORK_NANOS;
    while (clock.nanoTime() - endNanos < 0) {
      Thread.onSpinWait();
    }
  }

  /** At fixed times, whatever becomes of those before. */
  private Map<String, AtomicInteger> offerTenTimesTheCapacity() throws InterruptedException {
    Clock clock = Clock.system();
    Map<String, AtomicInteger> ends = new ConcurrentHashMap<>();
    CountDownLatch ended = new CountDownLatch(CALLS);
    long dueNanos = clock.nanoTime();
    for (int i = 0; i < CALLS; i++, dueNanos += WORK_NANOS / 10) {
      while (clock.nanoTime() - dueNanos < 0) {
        Thread.onSpinWait();
      }
      CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(400, TimeUnit.MILLISECONDS);
      ClientCalls.asyncUnaryCall(
          channel().newCall(TestMethods.UNARY, options), new byte[10], new End(ends, ended));
    }
    assertTrue(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS), () -> "some never ended: " + ends);
    return ends;
  }

  private record End(Map<String, AtomicInteger> ends, CountDownLatch ended)
      implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] answer) {}

    @Override
    public void onError(Throwable failure) {
      Metadata trailers =
          Objects.requireNonNullElseGet(Status.trailersFromThrowable(failure), Metadata::new);
      add((Status.fromThrowable(failure).getCode() + " " + executed(trailers)).strip());
    }

    @Override
    public void onCompleted() {
      add("OK");
    }

    private void add(String end) {
      ends.computeIfAbsent(end, absent -> new AtomicInteger()).incrementAndGet();
      ended.countDown();
    }
  }
}
