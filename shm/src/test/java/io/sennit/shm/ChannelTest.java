// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.shm.os.EventPoll;
import io.sennit.shm.os.OlderKernel;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.Opcode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No wake-up is lost. */
final class ChannelTest {
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

  @Test
  void everyWakeUpEndsAWait() throws Exception {
    Device device = new ShmProvider().open();
    CompletionChannel channel = device.createCompletionChannel();
    int rounds = 5_000;
    AtomicInteger awaited = new AtomicInteger();
    Thread sleeper = Thread.ofPlatform().start(() -> {
      for (int i = 0; i < rounds; i++) {
        if (channel.await(LONG_NANOS)) {
          awaited.incrementAndGet();
        }
      }
    });
    while (sleeper.isAlive()) {
      channel.wake();
      Thread.onSpinWait();
    }
    assertEquals(rounds, awaited.get());
    channel.close();
    channel.wake();
    assertFalse(channel.await(LONG_NANOS), "a closed channel does not wait");
    device.close();
  }

  @Test
  void oneWakeUpBeforeTheWaitCountsOnce() {
    Device device = new ShmProvider().open();
    CompletionChannel channel = device.createCompletionChannel();
    channel.wake();
    channel.wake();
    assertTrue(channel.await(LONG_NANOS));
    assertFalse(channel.await(1_000), "two wake-ups before the wait are one");
    channel.close();
    device.close();
  }

  @Test
  void halvesThatSleepAfterEveryMessageMeetAgain() throws Exception {
    try (Pair pair = Pair.connected()) {
      int rounds = 5_000;
      Thread echo = Thread.ofPlatform().start(() -> {
        for (int i = 0; i < rounds; i++) {
          bounce(pair.accepting, i > 0);
        }
      });
      pair.inviting.receive(2, 0, 8);
      awaitPosted(pair.accepting);
      pair.inviting.send(1, 0, 8);
      for (int i = 1; i < rounds; i++) {
        bounce(pair.inviting, true);
      }
      echo.join();
    }
  }

  private static void awaitPosted(Half half) {
    Waits.until("the first receive", () -> half.receives.posted() > 0);
  }

  /** Waits for a message, asleep, and sends one back. */
  private static void bounce(Half half, boolean posted) {
    if (!posted) {
      half.receive(2, 0, 8);
    }
    while (half.next().opcode() != Opcode.RECEIVE) {
      assertTrue(half.queuePair.outstanding() >= 0);
    }
    half.receive(2, 0, 8);
    half.send(1, 0, 8);
  }

  @Test
  void anOlderKernelIsServedWithTwoCalls() throws Exception {
    EventPoll poll = EventPoll.open();
    OlderKernel.use(poll);
    assertEquals(0, poll.await(1_000));
    poll.wake();
    assertEquals(1, poll.await(LONG_NANOS));
    assertEquals(EventPoll.WAKE, poll.token(0));
    assertEquals(0, poll.await(0));
    poll.close();
  }
}
