// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.roce.Burst;
import io.sennit.roce.Bursts;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A sleep ends by what it waits for, and by its time, whatever timer earlier sleeps have set. */
final class EventPollTest {
  private static final IpAddress ADDRESS = IpAddress.ofIpv4(0x7f000001);
  private static final long SOCKET = 7;
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Clock clock = Clock.system();
  private final Arena arena = Arena.ofConfined();
  private final EventPoll poll = EventPoll.open();
  private final UdpSocket from = UdpSocket.open(ADDRESS, 0);
  private final UdpSocket to = UdpSocket.open(ADDRESS, 0);
  private final BurstMessage message = new BurstMessage(arena);
  private final ReceiveBatch batch = new ReceiveBatch(arena, 1);
  private final ReceiveBatch.Source source = batch.source(to);

  EventPollTest() throws OsException {
    poll.watchReadable(to, SOCKET);
  }

  @AfterEach
  void close() {
    from.close();
    to.close();
    poll.close();
    arena.close();
  }

  private void send() {
    Burst burst = Bursts.of(ADDRESS, to.port(), 1, arena.allocate(8), 8);
    assertEquals(0, message.sendWhole(from, burst));
  }

  /** Sleeps; returns for how long. */
  private long sleep(long nanos, long token) {
    long nowNanos = clock.nanoTime();
    assertEquals(1, poll.await(nowNanos, nanos), "events");
    assertEquals(token, poll.token(0), "token");
    return clock.nanoTime() - nowNanos;
  }

  /** A sleep that a packet ends, which leaves the timer as it was set for it. */
  private void sleepUntilAPacket(long nanos) {
    send();
    sleep(nanos, SOCKET);
    assertEquals(1, batch.receive(source), "packets");
  }

  private static void assertLasted(long leastNanos, long nanos) {
    assertTrue(
        nanos >= leastNanos && nanos < LONG_NANOS / 2,
        nanos + " ns asleep instead of " + leastNanos);
  }

  @Test
  void sleepEndsByAPacketByAWakeUpAndByTime() {
    assertLasted(SHORT_NANOS, sleep(SHORT_NANOS, EventPoll.TIMER));
    poll.wake();
    sleep(LONG_NANOS, EventPoll.WAKE);
    send();
    sleep(LONG_NANOS, SOCKET);
    sleep(LONG_NANOS, SOCKET); // A packet that was not taken is told again.
  }

  @Test
  void lookWithoutTimeDoesNotSleep() {
    assertEquals(0, poll.await(clock.nanoTime(), 0));
    assertEquals(0, poll.await(clock.nanoTime(), -1));
    assertEquals(0, poll.timesSet(), "times the timer was set");
  }

  @Test
  void sleepThatMustEndBeforeTheTimerRingsEndsInTime() {
    sleepUntilAPacket(LONG_NANOS);
    assertLasted(SHORT_NANOS, sleep(SHORT_NANOS, EventPoll.TIMER));
  }

  @Test
  void timerOfASleepThatIsOverEndsOneOtherEarly() {
    sleepUntilAPacket(SHORT_NANOS);
    assertTrue(sleep(LONG_NANOS, EventPoll.TIMER) < LONG_NANOS, "the timer was set back");
    assertLasted(4 * SHORT_NANOS, sleep(4 * SHORT_NANOS, EventPoll.TIMER));
    assertEquals(2, poll.timesSet(), "times the timer was set");
  }

  @Test
  void timerThatRangWhileNobodySleptEndsNoSleepEarly() {
    sleepUntilAPacket(SHORT_NANOS);
    long startNanos = clock.nanoTime();
    while (clock.nanoTime() - startNanos < 2 * SHORT_NANOS) {
      Thread.onSpinWait();
    }
    assertLasted(SHORT_NANOS, sleep(SHORT_NANOS, EventPoll.TIMER));
  }

  @Test
  void timerThatALookTookAwayIsSetAnew() {
    sleepUntilAPacket(SHORT_NANOS);
    long startNanos = clock.nanoTime();
    int events = 0;
    while (events == 0) {
      events = poll.await(startNanos, 0);
      assertTrue(clock.nanoTime() - startNanos < LONG_NANOS, "the timer never rings");
    }
    assertEquals(EventPoll.TIMER, poll.token(0));
    long asleepNanos = clock.nanoTime();
    assertEquals(1, poll.await(startNanos, SHORT_NANOS / 2), "events");
    assertLasted(SHORT_NANOS / 2, clock.nanoTime() - asleepNanos);
  }

  /** The system calls of a sleep are one, and one more each time that the timer is set. */
  @Test
  void deadlineThatMovesOnSetsTheTimerOnceInAWhile() {
    int sleeps = 1_000;
    long timeoutNanos = LONG_NANOS;
    long stepNanos = timeoutNanos / 8;
    long nowNanos = Long.MAX_VALUE - timeoutNanos; // The clock may wrap.
    for (int at = 0; at < sleeps; at++) {
      send();
      assertEquals(1, poll.await(nowNanos, timeoutNanos), "events of sleep " + at);
      assertEquals(SOCKET, poll.token(0), "token of sleep " + at);
      assertEquals(1, batch.receive(source), "packets of sleep " + at);
      nowNanos += stepNanos;
    }
    assertEquals(sleeps / 8, poll.timesSet(), "times the timer was set");
  }
}
