// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** A loop that comes late does not take its own lateness for the network's. */
final class LateLoopTest {
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
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
}
