// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import org.junit.jupiter.api.Test;

/** What is asked again after a silence is no more than the peer can keep. */
final class ProbeTest {
  private static final int MTU = 1024;
  private static final int BYTES = 3 * MTU;
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  /** All READ requests that the peer may be asked at once are lost, each for several packets. */
  private static void loseAllRequests(int maxReadAtomic) {
    Pair pair = new Pair(5, MTU, config(maxReadAtomic), Pair.BUDGET_BYTES);
    pair.near.post(pair.near.request(Opcode.READ, 0, 0, 8, pair.far));
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "no round trip");
    pair.near.inbox.clear();
    byte[] expected = pair.far.fill(0, maxReadAtomic * BYTES, pair.random());
    for (int id = 0; id < maxReadAtomic; id++) {
      pair.near.post(pair.near.request(Opcode.READ, id, (long) id * BYTES, BYTES, pair.far));
    }
    pair.faults = Faults.loss(1000);
    assertTrue(pair.run(() -> true, PATIENCE_NANOS), "one turn");
    pair.faults = Faults.NONE;
    pair.sleepNanos = 5_000;
    pair.run(() -> pair.near.inbox.size() == maxReadAtomic, PATIENCE_NANOS);
    assertEquals(maxReadAtomic, pair.near.inbox.size(), pair.near.inbox.toString());
    for (int id = 0; id < maxReadAtomic; id++) {
      assertEquals(id + " SUCCESS READ " + BYTES, pair.near.inbox.remove());
    }
    assertArrayEquals(expected, pair.near.bytes(0, expected.length));
    assertEquals(QueuePairState.READY_TO_SEND, pair.far.queuePair.state());
    assertEquals(0, pair.near.count(EngineCounters.Kind.PROBED), "probes");
    assertEquals(1, pair.near.count(EngineCounters.Kind.TIMEOUT), "time-outs");
  }

  private static EngineConfig config(int maxReadAtomic) {
    EngineConfig standard = EngineConfig.STANDARD;
    return new EngineConfig(
        standard.maxQueuePairs(),
        standard.maxRegions(),
        standard.tables(),
        maxReadAtomic,
        standard.readRequestBytes(),
        standard.maxHeldPackets(),
        standard.ackEveryPackets(),
        standard.leastProbeNanos(),
        standard.leastTimeoutNanos(),
        standard.mostTimeoutNanos(),
        standard.retryCount(),
        standard.rnrTimerCode(),
        standard.rnrRetryCount(),
        standard.leastWindowBytes(),
        standard.mostWindowBytes(),
        standard.queueingNanos(),
        standard.mostNoticesPerSecond(),
        standard.congestion(),
        standard.pathMtu());
  }

  @Test
  void lostReadComesAgainWholeThoughThePeerKeepsOnlyOne() {
    loseAllRequests(1);
  }

  @Test
  void lostReadsComeAgainWholeThoughThePeerKeepsNoMore() {
    loseAllRequests(16);
  }

  /** What was lost together with a READ behind it does not wait for the time-out of that. */
  @Test
  void writeBeforeALostReadIsAskedAbout() {
    Pair pair = new Pair(5, MTU, config(16), Pair.BUDGET_BYTES);
    pair.near.post(pair.near.request(Opcode.READ, 0, 0, 8, pair.far));
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "no round trip");
    pair.near.inbox.clear();
    pair.near.post(pair.near.request(Opcode.WRITE, 1, 0, 8, pair.far));
    pair.near.post(pair.near.request(Opcode.READ, 2, BYTES, BYTES, pair.far));
    pair.faults = Faults.loss(1000);
    assertTrue(pair.run(() -> true, PATIENCE_NANOS), "one turn");
    pair.faults = Faults.NONE;
    pair.sleepNanos = 5_000;
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), PATIENCE_NANOS), "nothing came");
    assertEquals("1 SUCCESS WRITE 8", pair.near.inbox.remove());
    assertEquals(0, pair.near.count(EngineCounters.Kind.TIMEOUT), "time-outs");
  }
}
