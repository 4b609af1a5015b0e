// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many callers of both kinds at once: no answer is lost, nobody starves. */
abstract class MixedCallersContract {
  private static final Method<String, String> WAIT =
      Method.of("test/Wait", Codec.utf8(), Codec.utf8());
  private static final Method<String, String> ECHO =
      Method.of("test/Echo", Codec.utf8(), Codec.utf8());

  private final NativeFixture fixture = fixture();
  private final Routes routes = new Routes();

  abstract NativeFixture fixture();

  @AfterEach
  void nothingIsLeftBehind() {
    fixture.awaitReleased();
    fixture.close();
  }

  @Test
  void aThousandBlockedVirtualCallersLeaveAnUnrelatedOneRunning() throws Exception {
    int callers = 1000;
    Semaphore arrived = new Semaphore(0);
    CompletableFuture<Void> gate = new CompletableFuture<>();
    routes.unary(WAIT, call -> {
      arrived.release();
      gate.join();
      call.reply(call.request());
    });
    RpcClient client = fixture.start(routes);
    AtomicInteger right = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      String mine = "caller " + i;
      threads.add(Thread.startVirtualThread(() -> {
        if (client.call(WAIT, mine).equals(mine)) {
          right.incrementAndGet();
        }
      }));
    }
    assertTrue(arrived.tryAcquire(callers, 40, TimeUnit.SECONDS), () -> "arrived: " + arrived);
    CountDownLatch ran = new CountDownLatch(1);
    Thread.startVirtualThread(ran::countDown);
    assertTrue(ran.await(20, TimeUnit.SECONDS), "an unrelated virtual thread");
    gate.complete(null);
    join(threads);
    assertEquals(callers, right.get());
  }

  @Test
  void aHundredMixedCallersLoseNoWakeUp() throws Exception {
    routes.unary(ECHO, call -> call.reply(call.request()));
    RpcClient client = fixture.start(routes);
    AtomicInteger right = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int mine = i;
      Thread.Builder kind = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(kind.start(() -> callOften(client, mine, right)));
    }
    join(threads);
    assertEquals(100 * 50, right.get());
  }

  @Test
  void handlersMayCallInTurn() {
    CompletableFuture<RpcClient> self = new CompletableFuture<>();
    routes.unary(ECHO, call -> {
      int depth = Integer.parseInt(call.request());
      String below = depth == 0 ? "" : self.join().call(ECHO, Integer.toString(depth - 1));
      call.reply(depth + " " + below);
    });
    RpcClient client = fixture.start(routes);
    self.complete(client);
    assertEquals("5 4 3 2 1 0 ", client.call(ECHO, "5"));
  }

  @Test
  void interruptedCallersDoNotDisturbTheOthers() throws Exception {
    routes.unary(ECHO, call -> call.reply(call.request()));
    RpcClient client = fixture.start(routes);
    AtomicInteger right = new AtomicInteger();
    List<Thread> steady = new ArrayList<>();
    List<Thread> disturbed = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int mine = i;
      Thread.Builder kind = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
      steady.add(kind.start(() -> callOften(client, mine, right)));
      disturbed.add(kind.start(() -> callUntilInterrupted(client, mine)));
    }
    Randomness random = Randomness.seeded(99);
    for (Thread thread : disturbed) {
      for (int spins = random.nextInt(100_000); spins > 0; spins--) {
        Thread.onSpinWait();
      }
      thread.interrupt();
    }
    join(disturbed);
    join(steady);
    assertEquals(10 * 50, right.get());
  }

  private static void callOften(RpcClient client, int caller, AtomicInteger right) {
    for (int round = 0; round < 50; round++) {
      String mine = caller + "/" + round;
      if (client.call(ECHO, mine).equals(mine)) {
        right.incrementAndGet();
      }
    }
  }

  private static void callUntilInterrupted(RpcClient client, int caller) {
    while (true) {
      try {
        client.call(ECHO, "disturbed " + caller);
      } catch (RpcException e) {
        assertEquals(StatusCode.CANCELLED, e.code(), e::getMessage);
        return;
      }
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
