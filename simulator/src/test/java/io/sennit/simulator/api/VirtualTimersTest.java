// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Timers of a process in virtual time. */
final class VirtualTimersTest {
  private final Fabric fabric =
      Fabric.seed(1).join("a", "b", 1, LinkSpec.gigabits(10)).build();
  private final Host host = fabric.host("a");
  private final ScheduledExecutorService timers = host.timers().orElseThrow();
  private final List<Long> ran = new ArrayList<>();

  @AfterEach
  void close() {
    fabric.close();
  }

  private void note() {
    ran.add(fabric.now().toNanos());
  }

  private void after(long nanos) {
    Future<?> _ = timers.schedule(this::note, nanos, NANOSECONDS);
  }

  @Test
  void tasksRunInTheOrderOfTheirMomentsToTheNanosecond() {
    after(1_000_000_001);
    after(7);
    after(0);
    after(-5);
    Future<?> never = timers.schedule(this::note, Long.MAX_VALUE, DAYS);
    fabric.advance(Duration.ofSeconds(2));
    assertEquals(List.of(0L, 0L, 7L, 1_000_000_001L), ran);
    assertFalse(never.isDone());
  }

  @Test
  void aResultIsWaitedForByTheFabric() {
    ScheduledFuture<String> answer = timers.schedule(() -> "done", 3, MILLISECONDS);
    assertEquals(3, answer.getDelay(MILLISECONDS));
    assertEquals("done", fabric.await(answer));
    assertEquals(Duration.ofMillis(3), fabric.now());
    ScheduledFuture<String> failure = timers.schedule(
        () -> {
          throw new IllegalArgumentException("no");
        },
        1,
        MILLISECONDS);
    assertThrows(IllegalArgumentException.class, () -> fabric.await(failure));
  }

  @Test
  void whatIsCancelledDoesNotRun() {
    Future<?> cancelled = timers.schedule(this::note, 5, NANOSECONDS);
    assertTrue(cancelled.cancel(false));
    fabric.advance(Duration.ofMillis(1));
    assertEquals(List.of(), ran);
  }

  @Test
  void periodsAreFromBeginToBeginAndDelaysFromEndToBegin() {
    CompletableFuture<Void> slow = new CompletableFuture<>();
    Future<?> rate = timers.scheduleAtFixedRate(this::note, 10, 20, NANOSECONDS);
    fabric.advance(Duration.ofNanos(50));
    assertTrue(rate.cancel(false));
    assertEquals(List.of(10L, 30L, 50L), ran);
    ran.clear();
    Future<?> delay = timers.scheduleWithFixedDelay(
        () -> {
          note();
          Object _ = fabric.await(timers.schedule(() -> slow.complete(null), 100, NANOSECONDS));
        },
        0,
        20,
        NANOSECONDS);
    fabric.advance(Duration.ofNanos(130));
    assertTrue(delay.cancel(false));
    assertEquals(List.of(50L, 170L), ran);
  }

  @Test
  void aHostThatIsPausedIsLateAndOneThatHasCrashedRunsNothing() {
    after(1_000_000);
    host.pause(Duration.ofMillis(4));
    fabric.advance(Duration.ofMillis(5));
    assertEquals(List.of(4_000_000L), ran);
    after(1_000_000);
    host.crash();
    fabric.advance(Duration.ofMillis(5));
    assertEquals(1, ran.size());
    assertTrue(timers.isTerminated());
  }

  @Test
  void theyAreTheHosts() {
    assertThrows(UnsupportedOperationException.class, timers::shutdown);
    assertThrows(UnsupportedOperationException.class, timers::shutdownNow);
    assertThrows(
        IllegalArgumentException.class,
        () -> timers.scheduleAtFixedRate(this::note, 0, 0, TimeUnit.SECONDS));
  }
}
