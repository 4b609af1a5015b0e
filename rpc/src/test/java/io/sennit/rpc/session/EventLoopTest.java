// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventLoopTest {
  private static final long BOUND_NANOS = 20_000_000_000L;

  private final Clock clock = Clock.system();
  private final TestChannel channel = new TestChannel();
  private final EventLoop loop =
      new EventLoop("loop-under-test", EventLoopConfig.defaults(), clock, channel);

  @AfterEach
  void close() {
    loop.close();
  }

  @Test
  void everyTaskRunsOnceThoughTheLoopSleepsBetween() throws Exception {
    int rounds = 5_000;
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < rounds; i++) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      loop.execute(() -> {
        ran.incrementAndGet();
        done.complete(null);
      });
      if (i % 50 == 0) {
        awaitAsleep();
      }
      done.get(10, TimeUnit.SECONDS);
    }
    assertEquals(rounds, ran.get());
  }

  @Test
  void tasksOfOneThreadKeepTheirOrder() throws Exception {
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      int number = i;
      loop.execute(() -> seen.add(number));
    }
    onLoop(() -> {});
    for (int i = 0; i < 1_000; i++) {
      assertEquals(i, seen.get(i));
    }
  }

  @Test
  void aTaskThatThrowsDoesNotEndTheLoop() throws Exception {
    loop.execute(() -> {
      throw new IllegalStateException("expected by the test");
    });
    AtomicInteger ran = new AtomicInteger();
    onLoop(ran::incrementAndGet);
    assertEquals(1, ran.get());
  }

  @Test
  void anAgentThatThrowsIsToldAndTheOthersGoOn() throws Exception {
    AtomicReference<Throwable> told = new AtomicReference<>();
    CountDownLatch polled = new CountDownLatch(2);
    LoopAgent broken = new IdleAgent() {
      @Override
      public int poll(long nowNanos) {
        throw new IllegalStateException("expected by the test");
      }

      @Override
      public void crashed(Throwable cause) {
        told.set(cause);
      }
    };
    onLoop(() -> {
      loop.add(broken);
      loop.add(new IdleAgent() {
        @Override
        public int poll(long nowNanos) {
          polled.countDown();
          return 0;
        }
      });
    });
    assertTrue(polled.await(10, TimeUnit.SECONDS), "polls missing: " + polled.getCount());
    onLoop(() -> loop.remove(broken));
    assertEquals("expected by the test", told.get().getMessage());
  }

  @Test
  void aTimerIsKeptWhileNothingElseHappens() throws Exception {
    CompletableFuture<Long> fired = new CompletableFuture<>();
    long due = clock.nanoTime() + 30_000_000;
    onLoop(() -> loop.add(new TimerAgent(due, fired)));
    long late = fired.get(10, TimeUnit.SECONDS) - due;
    assertTrue(late >= 0, "fired early by " + -late + " ns");
  }

  @Test
  void aPlatformThreadDrivesAndTheLoopThreadComesBack() throws Exception {
    EchoAgent echo = new EchoAgent(1);
    onLoop(() -> loop.add(echo));
    for (int i = 0; i < 2_000; i++) {
      assertTrue(ask(echo), "round " + i);
    }
    onLoop(() -> assertTrue(loop.inLoop(), "the loop thread runs tasks again"));
    assertEquals(2_000, echo.answers);
  }

  @Test
  void hundredMixedCallersLoseNoWakeUp() throws Exception {
    EchoAgent echo = new EchoAgent(3);
    onLoop(() -> loop.add(echo));
    int callers = 100;
    int rounds = 100;
    AtomicInteger answered = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Thread.Builder kind = i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(kind.start(() -> askOften(echo, rounds, answered)));
    }
    for (Thread thread : threads) {
      assertTrue(thread.join(Duration.ofSeconds(40)), "stuck after " + answered.get());
    }
    assertEquals(callers * rounds, answered.get());
  }

  @Test
  void aCallbackThatSignalsFromAnotherThreadWakesASleepingDriver() throws Exception {
    for (int i = 0; i < 2_000; i++) {
      LoopWaiter waiter = loop.waiter();
      Thread other = Thread.ofVirtual().start(waiter::signal);
      assertTrue(waiter.await(clock.nanoTime() + BOUND_NANOS), "round " + i);
      other.join();
    }
  }

  @Test
  void nestedCallsFromOtherThreadsAreServedByTheSameDriver() throws Exception {
    EchoAgent echo = new EchoAgent(2);
    onLoop(() -> loop.add(echo));
    for (int i = 0; i < 300; i++) {
      LoopWaiter outer = loop.waiter();
      Thread handler = Thread.ofPlatform().start(() -> {
        if (ask(echo)) {
          outer.signal();
        }
      });
      assertTrue(outer.await(clock.nanoTime() + BOUND_NANOS), "round " + i);
      handler.join();
    }
  }

  @Test
  void waitingInsideACallbackIsRefused() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    onLoop(() -> thrown.set(
        assertThrows(IllegalStateException.class, () -> loop.waiter().await(Long.MAX_VALUE))));
    assertTrue(thrown.toString().contains("would wait for itself"), "thrown: " + thrown);
  }

  @Test
  void anInterruptedDriverLeavesInTimeAndTheLoopGoesOn() throws Exception {
    for (Thread.Builder kind : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
      AtomicReference<Throwable> end = new AtomicReference<>();
      CountDownLatch started = new CountDownLatch(1);
      Thread caller = kind.start(() -> {
        started.countDown();
        try {
          loop.waiter().await(Long.MAX_VALUE);
        } catch (InterruptedException e) {
          end.set(e);
        }
      });
      started.await();
      caller.interrupt();
      assertTrue(caller.join(Duration.ofSeconds(10)), "still waiting: " + caller);
      assertTrue(end.get() instanceof InterruptedException, "ended with " + end.get());
      onLoop(() -> {});
    }
  }

  @Test
  void aDeadlineEndsTheWaitOfDriversAndParkers() throws Exception {
    assertFalse(loop.waiter().await(clock.nanoTime() + 15_000_000), "nobody signals");
    CompletableFuture<Boolean> virtual = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> complete(virtual));
    assertFalse(virtual.get(10, TimeUnit.SECONDS), "nobody signals");
  }

  private void complete(CompletableFuture<Boolean> into) {
    try {
      into.complete(loop.waiter().await(clock.nanoTime() + 15_000_000));
    } catch (InterruptedException e) {
      into.completeExceptionally(e);
    }
  }

  @Test
  void aLoopThatRunsUserCodeIsNotDriven() throws Exception {
    AtomicReference<Thread> poller = new AtomicReference<>();
    onLoop(() -> loop.add(new IdleAgent() {
      @Override
      public int poll(long nowNanos) {
        poller.set(Thread.currentThread());
        return 0;
      }

      @Override
      public boolean runsUserCode() {
        return true;
      }
    }));
    LoopWaiter waiter = loop.waiter();
    assertFalse(waiter.await(clock.nanoTime() + 20_000_000), "nobody signals");
    assertEquals("loop-under-test", poller.get().getName());
  }

  @Test
  void timersAreKeptWhileAThreadDrives() throws Exception {
    CompletableFuture<Long> fired = new CompletableFuture<>();
    long due = clock.nanoTime() + 3_000_000;
    onLoop(() -> loop.add(new TimerAgent(due, fired)));
    assertFalse(loop.waiter().await(clock.nanoTime() + 8_000_000), "nobody signals");
    assertTrue(fired.get(10, TimeUnit.SECONDS) >= due, "fired early");
  }

  @Test
  void thousandBlockedVirtualCallersLeaveAnUnrelatedOneRunning() throws Exception {
    List<LoopWaiter> waiters = new ArrayList<>();
    List<Thread> callers = new ArrayList<>();
    CountDownLatch entered = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      LoopWaiter waiter = loop.waiter();
      waiters.add(waiter);
      callers.add(Thread.ofVirtual().start(() -> {
        entered.countDown();
        awaitQuietly(waiter);
      }));
    }
    assertTrue(entered.await(10, TimeUnit.SECONDS), "not entered: " + entered.getCount());
    CompletableFuture<Integer> unrelated = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> unrelated.complete(42));
    assertEquals(42, unrelated.get(10, TimeUnit.SECONDS));
    onLoop(() -> waiters.forEach(LoopWaiter::signal));
    for (Thread caller : callers) {
      assertTrue(caller.join(Duration.ofSeconds(10)), "still blocked: " + caller);
    }
  }

  @Test
  void aClosedLoopRunsWhatWasQueuedAndRefusesTheRest() {
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      loop.execute(ran::incrementAndGet);
    }
    loop.close();
    assertEquals(100, ran.get());
    assertFalse(loop.offer(ran::incrementAndGet), "closed");
    assertThrows(RejectedExecutionException.class, () -> loop.execute(ran::incrementAndGet));
    assertTrue(channel.isClosed(), "the channel belongs to the loop");
  }

  @Test
  void aFullQueueIsBackPressureForOtherThreads() throws Exception {
    EventLoopConfig small = new EventLoopConfig(2, 20_000_000, 0, 1_000_000, 10_000_000);
    EventLoop narrow = new EventLoop("narrow", small, clock, new TestChannel());
    CountDownLatch blocking = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    narrow.execute(() -> {
      blocked.countDown();
      awaitQuietly(blocking);
    });
    blocked.await();
    assertTrue(narrow.offer(() -> {}), "first");
    assertTrue(narrow.offer(() -> {}), "second");
    assertFalse(narrow.offer(() -> {}), "full");
    RejectedExecutionException refused =
        assertThrows(RejectedExecutionException.class, () -> narrow.execute(() -> {}));
    assertTrue(refused.toString().contains("full for 20 ms"), refused.toString());
    blocking.countDown();
    narrow.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitQuietly(LoopWaiter waiter) {
    try {
      waiter.await(Long.MAX_VALUE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void askOften(EchoAgent echo, int rounds, AtomicInteger answered) {
    for (int i = 0; i < rounds; i++) {
      if (ask(echo)) {
        answered.incrementAndGet();
      }
    }
  }

  private boolean ask(EchoAgent echo) {
    LoopWaiter waiter = loop.waiter();
    loop.execute(() -> echo.ask(waiter));
    try {
      return waiter.await(clock.nanoTime() + BOUND_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void onLoop(Runnable task) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        task.run();
        done.complete(null);
      } catch (RuntimeException | AssertionError e) {
        done.completeExceptionally(e);
      }
    });
    done.get(10, TimeUnit.SECONDS);
  }

  private void awaitAsleep() {
    long end = clock.nanoTime() + BOUND_NANOS;
    while (!channel.isAwaiting() && clock.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  private static final class TimerAgent extends IdleAgent {
    private final long dueNanos;
    private final CompletableFuture<Long> fired;

    TimerAgent(long dueNanos, CompletableFuture<Long> fired) {
      this.dueNanos = dueNanos;
      this.fired = fired;
    }

    @Override
    public int poll(long nowNanos) {
      return nowNanos - dueNanos >= 0 && fired.complete(nowNanos) ? 1 : 0;
    }

    @Override
    public long nextTimerNanos() {
      return fired.isDone() ? Long.MAX_VALUE : dueNanos;
    }
  }
}
