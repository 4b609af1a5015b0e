// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Arming, sleeping and waking: nothing that came is slept through. */
public abstract class WakeUpContract extends VerbsContract {
  private static final int HAND_OFFS = 3_000;

  private volatile boolean handingOff;

  /** For subclasses. */
  protected WakeUpContract() {}

  @Test
  void armRefusesWhileSomethingIsThere() {
    far.receive(1, 0, 64);
    post(nearQueue, near.send(2, 0, 8));
    assertTrue(
        waited(() -> {
          near.drain();
          return !far.completions.arm();
        }),
        "arm() is true though a receive completed");
    expect(far, 1, SUCCESS);
    assertTrue(far.completions.arm(), "arm() of an empty queue");
  }

  @Test
  void armedQueueWakesItsChannel() {
    far.receive(1, 0, 64);
    assertTrue(far.completions.arm(), "arm() of an empty queue");
    succeed(near.send(2, 0, 8));
    assertTrue(awaitsEvent(far), "a completion came without an event");
    expect(far, 1, SUCCESS);
  }

  @Test
  void ownCompletionWakesToo() {
    assertTrue(near.completions.arm(), "arm() of an empty queue");
    post(nearQueue, near.write(2, 0, 8, far));
    assertTrue(awaitsEvent(near), "a completion came without an event");
    expect(near, 2, SUCCESS);
  }

  @Test
  void wakeBeforeAwaitIsNotLost() {
    near.channel.wake();
    assertTrue(awaitsEvent(near), "the wake-up was lost");
  }

  @Test
  void wakesFromAnotherThreadEndAwait() throws Exception {
    AtomicInteger seen = new AtomicInteger();
    CompletableFuture<Boolean> waker = run(() -> {
      boolean all = true;
      for (int at = 0; at < 1_000 && all; at++) {
        int count = at;
        near.channel.wake();
        all = waited(() -> seen.get() > count);
      }
      return all;
    });
    for (int at = 0; at < 1_000; at++) {
      assertTrue(awaitsEvent(near), "wake-up " + at + " was lost");
      seen.incrementAndGet();
    }
    assertTrue(get(waker), "only " + seen + " wake-ups were seen");
  }

  @Test
  void awaitWithoutTimeReturnsAtOnce() throws Exception {
    assertFalse(get(run(() -> near.channel.await(0))));
    assertFalse(get(run(() -> near.channel.await(-1))));
  }

  @Test
  void awaitEndsAtItsTimeout() throws Exception {
    assertFalse(get(run(() -> near.channel.await(TimeUnit.MILLISECONDS.toNanos(1)))));
  }

  @Test
  void wakeOfAClosedChannelDoesNothing() {
    CompletionChannel channel = nearDevice.createCompletionChannel();
    channel.close();
    assertDoesNotThrow(channel::wake);
    assertTrue(near.completions.arm(), "another channel is touched");
  }

  @Test
  void portThatWorksHasNoEvents() {
    succeed(near.write(1, 0, 8, far));
    assertEquals(Optional.empty(), near.channel.takePortEvent());
    succeed(near.write(2, 0, 8, far));
    assertEquals(Optional.empty(), near.channel.takePortEvent());
  }

  /** Events that nobody waited for must not use up whatever carries them. */
  @Test
  void completionsThatNobodySleptForLeaveTheNextWakeUpWhole() {
    for (int turn = 0; turn < 2_000; turn++) {
      far.receive(turn, 0, 8);
      assertTrue(far.completions.arm(), "arm() of an empty queue");
      succeed(near.send(turn, 0, 8));
      expect(far, turn, SUCCESS);
    }
    far.receive(-1, 0, 8);
    assertTrue(far.completions.arm(), "arm() of an empty queue");
    assertTrue(waited(() -> !far.channel.await(0)), "events of the past do not end");
    succeed(near.send(-1, 0, 8));
    assertTrue(awaitsEvent(far), "a completion came without an event");
    expect(far, -1, SUCCESS);
  }

  /** Each side sleeps until the other's message comes; whoever sleeps through one is caught. */
  @Test
  void thousandsOfHandOffsLoseNoWakeUp() throws Exception {
    near.receive(0, 0, 8);
    far.receive(0, 0, 8);
    handingOff = true;
    List<CompletableFuture<Integer>> sides = List.of(
        run(() -> exchange(near, nearQueue, true)), run(() -> exchange(far, farQueue, false)));
    // Whoever fails first says why: the other one then only misses its messages.
    CompletableFuture<Integer> verdict = new CompletableFuture<>();
    for (CompletableFuture<Integer> side : sides) {
      var _ = side.whenComplete((turns, failure) -> {
        if (failure != null) {
          verdict.completeExceptionally(failure);
        } else if (sides.stream().allMatch(Future::isDone)) {
          verdict.complete(turns);
        }
      });
    }
    try {
      assertEquals(HAND_OFFS, get(verdict));
    } finally {
      handingOff = false;
      near.channel.wake();
      far.channel.wake();
      assertTrue(waited(() -> sides.stream().allMatch(Future::isDone)), "a thread goes on");
    }
  }

  private int exchange(Half own, QueuePair queue, boolean first) {
    WorkRequest request = new WorkRequest();
    int turn = 0;
    while (turn < HAND_OFFS) {
      if (first) {
        post(queue, request.reset(Opcode.SEND, -1).local(own.memory, 64, 8));
      }
      sleepUntilReceived(own, turn++);
      // Before the answer: the peer sends only after it, so there is always a receive.
      own.receive(turn, 0, 8);
      if (!first) {
        post(queue, request.reset(Opcode.SEND, -1).local(own.memory, 64, 8));
      }
    }
    WorkCompletion[] sent = {new WorkCompletion()};
    // Whoever posts goes on polling until that is done.
    assertTrue(waited(() -> own.completions.poll(sent) == 0 && queue.outstanding() == 0), "sends");
    return turn;
  }

  private void sleepUntilReceived(Half own, int turn) {
    WorkCompletion[] polled = {new WorkCompletion()};
    long startNanos = nanoTime();
    boolean overslept = false;
    while (own.completions.poll(polled) == 0 || polled[0].opcode() != Opcode.RECEIVE) {
      boolean inTime = nanoTime() - startNanos < 2 * patienceNanos();
      assertTrue(handingOff && inTime, () -> "turn " + turn + " is missing");
      if (own.completions.arm()) {
        long fromNanos = nanoTime();
        boolean event = own.channel.await(patienceNanos());
        overslept = !event && nanoTime() - fromNanos >= patienceNanos();
      }
    }
    assertFalse(overslept, () -> "turn " + turn + " came while its receiver slept on");
    assertEquals(turn + " SUCCESS", Completion.of(polled[0]).outcome());
  }

  private static <T> CompletableFuture<T> run(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform().daemon().start(() -> {
      try {
        result.complete(task.call());
      } catch (Throwable e) {
        result.completeExceptionally(e);
      }
    });
    return result;
  }

  private <T> T get(CompletableFuture<T> result) throws InterruptedException {
    try {
      return result.get(patienceNanos() * 4, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("a thread does not come back", e);
    } catch (ExecutionException e) {
      throw new AssertionError("in another thread: " + e.getCause(), e);
    }
  }
}
