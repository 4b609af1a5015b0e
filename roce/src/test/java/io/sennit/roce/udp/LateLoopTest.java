// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.roce.EngineCounters.Kind;
import io.sennit.verbs.Opcode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A loop that comes late does not take its own lateness for the network's, nor sleeps too long. */
final class LateLoopTest {
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int BEFORE_THE_ANSWER = 4 * RoceConfig.RECEIVE_MESSAGES;

  @Test
  void answerBehindManyPacketsIsNoTimeOut() throws Exception {
    Map<String, String> options = Map.of("addresses", "127.0.0.1", "coalesces", "false");
    Clock clock = Clock.system();
    try (Duo duo = Duo.open(options);
        DatagramChannel stranger = DatagramChannel.open()) {
      duo.move(Opcode.WRITE, 64 * 64, 64);
      long timeOuts = duo.near.channel.counters().count(Kind.TIMEOUT);
      duo.near.post(duo.nearQueue, duo.oneSided(Opcode.WRITE, 1, 0, 64));
      duo.near.poll();
      InetSocketAddress near = new InetSocketAddress(
          InetAddress.ofLiteral("127.0.0.1"),
          duo.near.channel.announced().getFirst().receivePort());
      for (int at = 0; at < BEFORE_THE_ANSWER; at++) {
        stranger.send(ByteBuffer.wrap(new byte[64]), near);
      }
      long startNanos = clock.nanoTime();
      while (clock.nanoTime() - startNanos < LATE_NANOS) {
        duo.far.poll();
      }
      assertEquals("SUCCESS", duo.next().status().name());
      assertEquals(timeOuts, duo.near.channel.counters().count(Kind.TIMEOUT), "time-outs");
      long strange = duo.near.channel.counters().count(Kind.MALFORMED);
      assertTrue(strange >= BEFORE_THE_ANSWER, strange + " packets before the answer");
    }
  }

  /** The timer was set for half a minute before, and is needed in milliseconds. */
  @Test
  void sleepServesTimersThatCameAfterALongOneWasSet() throws Exception {
    Clock clock = Clock.system();
    try (Duo duo = Duo.open(Map.of("addresses", "127.0.0.1"))) {
      duo.move(Opcode.WRITE, 64, 64);
      assertFalse(duo.near.channel.await(SHORT_NANOS), "an event of nothing");
      duo.near.receives.post(2, duo.near.memory, 0, 64);
      assertTrue(duo.near.completions.arm(), "something has completed already");
      duo.far.post(duo.farQueue, duo.far.oneSided(Opcode.SEND, 3, 0, 64));
      duo.far.poll();
      assertTrue(duo.near.channel.await(Side.PATIENCE_NANOS), "no event");
      assertEquals("SUCCESS", duo.next().status().name());

      long timeOuts = duo.near.channel.counters().count(Kind.TIMEOUT);
      duo.near.post(duo.nearQueue, duo.oneSided(Opcode.WRITE, 1, 0, 64));
      long startNanos = clock.nanoTime();
      assertFalse(duo.near.channel.await(SHORT_NANOS), "an event though the peer was silent");
      long nanos = clock.nanoTime() - startNanos;
      assertTrue(nanos < Side.PATIENCE_NANOS / 2, nanos + " ns asleep");
      timeOuts = duo.near.channel.counters().count(Kind.TIMEOUT) - timeOuts;
      assertTrue(timeOuts > 0, timeOuts + " time-outs while the peer was silent");
      assertEquals("SUCCESS", duo.next().status().name());
    }
  }
}
