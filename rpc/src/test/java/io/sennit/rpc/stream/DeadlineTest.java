// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.rpc.Executed;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private static final long MILLI = 1_000_000;

  private final Ends ends = Ends.ready();
  private final StreamProbe server = ends.acceptNext();

  private StreamProbe open(long timeoutNanos) {
    return ends.open(OpenCall.of("a/b").withTimeout(timeoutNanos));
  }

  private void assertExceeded(StreamProbe client, Executed executed) {
    ends.assertNothingLeft();
    assertEquals(StatusCode.DEADLINE_EXCEEDED, client.end().code());
    assertEquals(executed, client.end().executed());
    assertEquals(0, ends.client.engine.nextTimerNanos() - Long.MAX_VALUE, "no timer is left");
    assertEquals(0, ends.server.engine.nextTimerNanos() - Long.MAX_VALUE, "no timer is left");
  }

  @Test
  void anExpiredCallIsNotSent() {
    for (long timeoutNanos : new long[] {0, -5, Long.MIN_VALUE}) {
      StreamProbe client = open(timeoutNanos);
      assertExceeded(client, Executed.NO);
    }
    assertEquals(0, ends.client.engine.snapshot().callsStarted());
  }

  @Test
  void aCallThatExpiresInTheQueueIsNotSent() {
    ends.client.cord.normalSlots(0);
    StreamProbe client = open(MILLI);
    ends.settle();
    ends.clock.advance(MILLI);
    assertExceeded(client, Executed.NO);
  }

  @Test
  void theServerIsToldWhatIsLeft() {
    List<Long> left = new ArrayList<>();
    ends.acceptor = (stream, call) -> {
      left.add(call.timeoutNanos());
      assertTrue(stream.hasDeadline());
      assertEquals(ends.clock.nanoTime() + call.timeoutNanos(), stream.deadlineNanos());
      return new Probe();
    };
    StreamProbe client = open(10 * MILLI);
    ends.clock.advance(3 * MILLI);
    ends.settle();
    assertEquals(List.of(7 * MILLI), left);
    ends.clock.advance(7 * MILLI);
    assertExceeded(client, Executed.MAYBE);
  }

  @Test
  void theServersHandlerHearsOfItByItsOwnClock() {
    StreamProbe client = open(MILLI);
    ends.settle();
    ends.client.cord.gate = message -> false;
    ends.clock.advance(MILLI);
    ends.server.step();
    assertEquals(StatusCode.DEADLINE_EXCEEDED, server.end().code());
    assertFalse(server.end().cancelledByPeer());
    ends.client.cord.gate = message -> true;
    ends.settle();
    assertExceeded(client, Executed.YES);
  }

  @Test
  void aServerWhoseClockIsAheadEndsTheCallForTheSameReason() {
    StreamProbe client = open(MILLI);
    ends.settle();
    ends.server.step(MILLI);
    assertEquals(StatusCode.DEADLINE_EXCEEDED, server.end().code());
    ends.settle();
    assertTrue(client.isClosed(), "by the server's word, before its own time");
    assertFalse(client.end().cancelledByPeer(), () -> client.end().toString());
    assertEquals("the deadline passed", client.end().description());
    assertExceeded(client, Executed.YES);
  }

  @Test
  void aCallWithoutOneHasNoTimer() {
    StreamProbe client = ends.open(OpenCall.of("a/b"));
    ends.settle();
    assertFalse(client.stream().hasDeadline());
    assertFalse(server.stream().hasDeadline());
    assertEquals(Long.MAX_VALUE, ends.client.engine.nextTimerNanos());
    ends.clock.advance(Long.MAX_VALUE / 2);
    ends.settle();
    assertFalse(client.isClosed(), () -> client.events.toString());
  }

  @Test
  void aCallThatEndedInTimeTakesItsTimerAway() {
    StreamProbe client = open(MILLI);
    ends.settle();
    assertEquals(ends.clock.nanoTime() + MILLI, ends.client.engine.nextTimerNanos());
    server.stream().end(StatusCode.OK, "", Metadata.EMPTY);
    ends.settle();
    assertEquals(StatusCode.OK, client.end().code());
    assertEquals(Long.MAX_VALUE, ends.client.engine.nextTimerNanos());
    assertEquals(Long.MAX_VALUE, ends.server.engine.nextTimerNanos());
  }

  @Test
  void whileALongBodyIsFetched() {
    StreamProbe client = open(MILLI);
    client.stream().sendMessage(Ends.filled(ends.client.pool, 100_000, 1));
    ends.server.cord.transfersRun = false;
    ends.settle();
    server.stream().request(1);
    ends.settle();
    ends.clock.advance(MILLI);
    ends.settle();
    assertTrue(client.isClosed());
    assertTrue(server.isClosed());
    ends.server.cord.transfersRun = true;
    assertExceeded(client, Executed.MAYBE);
  }

  @Test
  void manyCallsEndEachAtItsTime() {
    Randomness random = Randomness.seeded(20261129);
    ends.acceptor = (stream, call) -> new Probe();
    List<StreamProbe> open = new ArrayList<>();
    Map<StreamProbe, Long> due = new HashMap<>();
    for (int i = 0; i < 1500; i++) {
      long timeoutNanos = 1L + random.nextInt(1000);
      StreamProbe client = open(timeoutNanos);
      open.add(client);
      due.put(client, ends.clock.nanoTime() + timeoutNanos);
    }
    ends.settle();
    while (!open.isEmpty()) {
      StreamProbe cancelled = open.get(random.nextInt(open.size()));
      cancelled.stream().cancel(StatusCode.CANCELLED, "");
      due.put(cancelled, ends.clock.nanoTime());
      ends.clock.advance(random.nextInt(20));
      ends.settle();
      long now = ends.clock.nanoTime();
      for (StreamProbe client : open) {
        assertEquals(
            due.getOrDefault(client, Long.MAX_VALUE) <= now,
            client.isClosed(),
            () -> due.get(client) + " at " + now);
      }
      open.removeIf(Probe::isClosed);
    }
    ends.assertNothingLeft();
    assertEquals(1500, ends.client.engine.snapshot().callsEnded());
    assertEquals(1500, ends.server.engine.snapshot().callsEnded());
  }
}
