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
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More gRPC calls than a server can answer, and more than it may have open. */
final class OverloadTest {
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final int CALLS = 4_000;
  private static final int LOAD = 5;
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
              occupy();
              answer.onNext(request);
              answer.onCompleted();
            }))
            .build()));
    // First the session comes up, and classes: calls that wait for them say nothing of the server.
    for (int i = 0; i < 100; i++) {
      ClientCalls.blockingUnaryCall(
          channel(), TestMethods.UNARY, CallOptions.DEFAULT.withWaitForReady(), new byte[10]);
    }
    executions.set(0);
    Map<String, AtomicInteger> ends = offerFiveTimesTheCapacity();
    int answered = count(ends, "OK");
    assertTrue(count(ends, "RESOURCE_EXHAUSTED no") > CALLS / 4, ends::toString);
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

  /** Keeps its thread as work would, and leaves the processor to the others of this process. */
  private static void occupy() {
    awaitUntil(Clock.system().nanoTime() + WORK_NANOS);
  }

  private static void awaitUntil(long nanos) {
    Clock clock = Clock.system();
    for (long left = nanos - clock.nanoTime(); left > 0; left = nanos - clock.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** At fixed times, whatever becomes of those before. */
  private Map<String, AtomicInteger> offerFiveTimesTheCapacity() throws InterruptedException {
    Clock clock = Clock.system();
    Map<String, AtomicInteger> ends = new ConcurrentHashMap<>();
    CountDownLatch ended = new CountDownLatch(CALLS);
    long dueNanos = clock.nanoTime();
    for (int i = 0; i < CALLS; i++, dueNanos += WORK_NANOS / LOAD) {
      awaitUntil(dueNanos);
      CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);
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
