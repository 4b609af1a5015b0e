// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LifelineTest {
  private static final long HEARTBEAT = LifelineRecorder.HEARTBEAT_NANOS;

  private final LifelineRecorder recorder = new LifelineRecorder();
  private final Lifeline lifeline = recorder.lifeline;

  @Test
  void aPingIsSentAtEveryHeartbeatAndAnsweredWithItsNonce() {
    lifeline.onTime(HEARTBEAT - 1);
    assertEquals(0, recorder.out.size(), "too early");
    lifeline.onTime(HEARTBEAT);
    assertArrayEquals(ping(Wire.PING, 1), recorder.out.toByteArray());
    assertEquals(2 * HEARTBEAT, lifeline.nextTimerNanos());
    recorder.out.reset();
    lifeline.onBytes(ByteBuffer.wrap(ping(Wire.PING, -7)), HEARTBEAT);
    assertArrayEquals(ping(Wire.PONG, -7), recorder.out.toByteArray());
    lifeline.onBytes(ByteBuffer.wrap(ping(Wire.PONG, 1)), HEARTBEAT);
    assertEquals(List.of(), recorder.events);
  }

  @Test
  void silenceIsAHintAfterThreeHeartbeats() {
    lifeline.onTime(3 * HEARTBEAT);
    assertEquals(List.of(), recorder.events);
    lifeline.onTime(3 * HEARTBEAT + 1);
    assertEquals(List.of("lost no answer for 6000 ms"), recorder.events);
    assertEquals(Long.MAX_VALUE, lifeline.nextTimerNanos());
  }

  @Test
  void theEndOfTheStreamIsAHintToo() {
    lifeline.onEnd("");
    lifeline.onEnd("again");
    assertEquals(List.of("lost the peer closed the connection"), recorder.events);
  }

  @Test
  void framesOfTheBraidAreCarriedBothWays() {
    lifeline.sendBraidFrame(new byte[] {9});
    assertArrayEquals(
        new BraidFrame(ScriptedServer.KEY, Octets.of(new byte[] {9})).encode(),
        recorder.out.toByteArray());
    lifeline.onBytes(ByteBuffer.wrap(recorder.out.toByteArray()), 1);
    assertEquals(List.of("frame 09"), recorder.events);
  }

  @Test
  void aCloseIsTheLastThingHeard() {
    byte[] close = new Close(ScriptedServer.KEY, false, "kill\n\u001b[31mred").encode();
    lifeline.onBytes(ByteBuffer.wrap(close), 1);
    assertEquals(List.of("broken off kill  [31mred"), recorder.events);
    lifeline.onEnd("");
    lifeline.onTime(100 * HEARTBEAT);
    assertEquals(1, recorder.events.size(), "" + recorder.events);
    assertFalse(lifeline.wantsMore(), "over");
  }

  @Test
  void theLastWordOfTheBootstrapMayComeFirstAndOnlyFirst() {
    byte[] ready = new Ready(ScriptedServer.KEY).encode();
    lifeline.onBytes(ByteBuffer.wrap(ready), 1);
    assertEquals(List.of(), recorder.events);
    lifeline.onBytes(ByteBuffer.wrap(ready), 1);
    assertTrue(recorder.events.getFirst().contains("Ready on a lifeline"), "" + recorder.events);
  }

  @Test
  void aFrameOfAnotherSessionOrGenerationEndsTheStream() {
    byte[] other = new Echo(Wire.PING, new SessionKey(ScriptedServer.KEY.id(), 2), 1).encode();
    lifeline.onBytes(ByteBuffer.wrap(other), 1);
    assertEquals(1, recorder.events.size(), "" + recorder.events);
    assertTrue(recorder.events.getFirst().startsWith("lost the peer broke"), "" + recorder.events);
  }

  @Test
  void aPongThatWasNeverAskedForEndsTheStream() {
    lifeline.onBytes(ByteBuffer.wrap(ping(Wire.PONG, 1)), 1);
    assertTrue(recorder.events.getFirst().contains("PONG 1"), "" + recorder.events);
  }

  private static byte[] ping(int type, long nonce) {
    return new Echo(type, ScriptedServer.KEY, nonce).encode();
  }
}
