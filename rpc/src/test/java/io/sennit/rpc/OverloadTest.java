// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More calls than a server can answer, and more than it may have open, over real threads. */
final class OverloadTest {
  private static final Method<String, String> WORK =
      Method.of("over.Load/Work", Codec.utf8(), Codec.utf8());
  private static final Method<String, String> OTHER =
      Method.of("over.Load/Other", Codec.utf8(), Codec.utf8());
  private static final SessionOptions OPTIONS = SessionOptions.defaults().withProviders("shm");
  private static final Duration TIME = Duration.ofSeconds(1);
  private static final long WORK_NANOS = Duration.ofMillis(4).toNanos();
  private static final int CALLS = 4_000;
  private static final int LOAD = 5;
  private static final long PATIENCE_SECONDS = 60;

  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger executions = new AtomicInteger();
  private final RpcServerBuilder builder = RpcServer.builder()
      .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
      .sessions(OPTIONS);

  @AfterEach
  void stop() {
    release.countDown();
    oneThread.shutdownNow();
  }

  /** Without admission four of five executions are of calls whose callers have given up. */
  @Test
  void anOverloadedServerWorksForThoseThatItAnswers() throws Exception {
    builder.executor(oneThread).handle(WORK, call -> {
      executions.incrementAndGet();
      occupy();
      call.reply(call.request());
    });
    try (RpcServer server = builder.start();
        RpcClient client = connect(server)) {
      List<Executed> refusals = new ArrayList<>();
      int answered = offerFiveTimesTheCapacity(client, refusals);
      AdmissionReport report = server.admission();
      assertTrue(report.refused() > CALLS / 4, report::toString);
      assertTrue(refusals.size() > CALLS / 4, () -> refusals.size() + " of " + report);
      assertTrue(refusals.stream().allMatch(Executed.NO::equals), () -> "" + List.copyOf(refusals));
      assertTrue(
          answered >= 0.7 * executions.get(),
          () -> answered + " answers of " + executions + " executions; " + report);
      assertEquals(0, report.waiting(), report::toString);
    }
  }

  @Test
  void aMethodAtItsLimitRefusesAndOthersDoNot() throws Exception {
    builder.maxConcurrentCalls(WORK, 2).handle(WORK, this::hold).handle(OTHER, call -> {
      executions.incrementAndGet();
      call.reply("other");
    });
    try (RpcServer server = builder.start();
        RpcClient client = connect(server)) {
      List<CompletableFuture<String>> held =
          List.of(client.callAsync(WORK, "a"), client.callAsync(WORK, "b"));
      awaitExecutions(2);
      RpcException refused = assertThrows(RpcException.class, () -> client.call(WORK, "c"));
      assertEquals(StatusCode.RESOURCE_EXHAUSTED, refused.code());
      assertEquals(Executed.NO, refused.executed());
      assertEquals(
          "the server has 2 calls of over.Load/Work open, the limit of the method",
          refused.details());
      assertEquals("other", client.call(OTHER, "d"));
      release.countDown();
      for (CompletableFuture<String> each : held) {
        each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      assertEquals("e", client.call(WORK, "e"));
      assertEquals(1, server.admission().refusedMethodFull(), server.admission()::toString);
      assertEquals(List.of(1L), shown(server, "refusedMethodFull"));
      server.shutdown();
      assertEquals(List.of(), shown(server, "refusedMethodFull"));
    }
  }

  /** As JMX shows it. */
  private static List<Object> shown(RpcServer server, String counter) throws Exception {
    CompositeData[] all = (CompositeData[]) ManagementFactory.getPlatformMBeanServer()
        .getAttribute(new ObjectName(SessionsMXBean.NAME), "Admissions");
    String port = ":" + server.address().getPort();
    return Arrays.stream(all)
        .filter(each -> String.valueOf(each.get("server")).endsWith(port))
        .map(each -> each.get(counter))
        .toList();
  }

  @Test
  void aServerAtItsLimitRefusesCallsOfManyMessagesToo() throws Exception {
    builder.maxConcurrentCalls(1).handle(WORK, this::hold).handleStream(OTHER, call -> {
      executions.incrementAndGet();
    });
    try (RpcServer server = builder.start();
        RpcClient client = connect(server)) {
      CompletableFuture<String> held = client.callAsync(WORK, "a");
      awaitExecutions(1);
      RpcException refused = assertThrows(RpcException.class, () -> {
        try (ClientStream<String, String> stream = client.open(OTHER)) {
          stream.next();
        }
      });
      assertEquals(StatusCode.RESOURCE_EXHAUSTED, refused.code());
      assertEquals(Executed.NO, refused.executed());
      assertEquals(1, executions.get());
      release.countDown();
      assertEquals("a", held.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
  }

  /** A call of many messages that goes on and on says nothing of how long others take. */
  @Test
  void aLongCallBesideShortOnesIsNoOverload() throws Exception {
    builder
        .handleStream(OTHER, call -> {
          executions.incrementAndGet();
          call.next();
        })
        .handle(WORK, call -> call.reply(call.request()));
    try (RpcServer server = builder.start();
        RpcClient client = connect(server);
        ClientStream<String, String> endless = client.open(OTHER)) {
      awaitExecutions(1);
      CallOptions patient = CallOptions.DEFAULTS.withTimeout(Duration.ofSeconds(20));
      for (int i = 0; i < 1_000; i++) {
        assertEquals("x", client.call(WORK, "x", patient));
      }
      assertEquals(0, server.admission().refused(), server.admission()::toString);
      assertEquals(1, server.admission().open(), server.admission()::toString);
      endless.cancel();
    }
  }

  /** A call that waits for a thread when its deadline passes is not run afterwards. */
  @Test
  void aCallWhoseDeadlinePassedWhileItWaitedIsNotRun() throws Exception {
    builder.executor(oneThread).handle(WORK, this::hold);
    try (RpcServer server = builder.start();
        RpcClient client = connect(server)) {
      CompletableFuture<String> held = client.callAsync(WORK, "a");
      awaitExecutions(1);
      CallOptions hasty = CallOptions.DEFAULTS.withTimeout(Duration.ofMillis(50));
      RpcException late = assertThrows(RpcException.class, () -> client.call(WORK, "b", hasty));
      assertEquals(StatusCode.DEADLINE_EXCEEDED, late.code());
      release.countDown();
      assertEquals("a", held.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertEquals("c", client.call(WORK, "c"));
      assertEquals(2, executions.get());
      assertEquals(1, server.admission().expired(), server.admission()::toString);
    }
  }

  private void hold(UnaryCall<String, String> call) throws InterruptedException {
    executions.incrementAndGet();
    if (!release.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("never released");
    }
    call.reply(call.request());
  }

  private static RpcClient connect(RpcServer server) {
    return RpcClient.to("127.0.0.1:" + server.address().getPort())
        .sessions(OPTIONS)
        .connect();
  }

  private void awaitExecutions(int count) throws TimeoutException {
    Clock clock = Clock.system();
    long giveUpNanos = clock.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (executions.get() < count) {
      if (clock.nanoTime() - giveUpNanos > 0) {
        throw new TimeoutException(executions + " executions instead of " + count);
      }
      Thread.onSpinWait();
    }
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

  /** At fixed times, whatever becomes of those before. Returns how many were answered in time. */
  private static int offerFiveTimesTheCapacity(RpcClient client, List<Executed> refusals)
      throws Exception {
    Clock clock = Clock.system();
    CallOptions options = CallOptions.DEFAULTS.withTimeout(TIME);
    List<CompletableFuture<String>> calls = new ArrayList<>();
    long dueNanos = clock.nanoTime();
    for (int i = 0; i < CALLS; i++, dueNanos += WORK_NANOS / LOAD) {
      awaitUntil(dueNanos);
      calls.add(client.callAsync(WORK, "x", options));
    }
    int answered = 0;
    for (CompletableFuture<String> call : calls) {
      answered += wasAnswered(call, refusals) ? 1 : 0;
    }
    return answered;
  }

  private static boolean wasAnswered(CompletableFuture<String> call, List<Executed> refusals)
      throws Exception {
    try {
      return "x".equals(call.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof RpcException status
          && status.code() == StatusCode.RESOURCE_EXHAUSTED) {
        refusals.add(status.executed());
      }
      return false;
    }
  }
}
