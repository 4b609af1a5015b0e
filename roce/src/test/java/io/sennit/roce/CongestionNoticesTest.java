// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static io.sennit.roce.wire.RcOpcode.CONGESTION_NOTIFICATION;
import static io.sennit.roce.wire.RcOpcode.WRITE_ONLY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import org.junit.jupiter.api.Test;

/** Marks of congestion: who is told of them, and what that does. */
final class CongestionNoticesTest {
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Victim victim = new Victim();

  private long notices(int ahead) {
    victim.take(
        victim.request(WRITE_ONLY, ahead, 8).reth(victim.address(), victim.key(), 8),
        victim.request(WRITE_ONLY, ahead + 1, 8).reth(victim.address(), victim.key(), 8));
    return victim.sent().stream()
        .filter(packet -> packet.opcode() == CONGESTION_NOTIFICATION)
        .count();
  }

  @Test
  void markedPacketsAreToldOfOnceInFiftyMicroseconds() {
    assertEquals(0, notices(0), "of packets without a mark");
    victim.side.node.congested = true;
    assertEquals(1, notices(2));
    victim.nowNanos += CongestionNotices.LEAST_GAP_NANOS - 1;
    assertEquals(0, notices(4), "too early");
    victim.nowNanos += 1;
    assertEquals(1, notices(6));
    assertEquals(6, victim.side.count(EngineCounters.Kind.MARKED));
  }

  @Test
  void noticesSlowTheSenderDownAndNotToNothing() {
    long plainNanos = transferNanos(Opcode.WRITE, false);
    long markedNanos = transferNanos(Opcode.WRITE, true);
    String figures = markedNanos + " ns with marks, " + plainNanos + " without";
    assertTrue(markedNanos > 2 * plainNanos, figures);
    assertTrue(markedNanos < 100 * plainNanos, figures);
  }

  @Test
  void marksOnTheDataOfAReadSlowTheReaderDown() {
    long plainNanos = transferNanos(Opcode.READ, false);
    long markedNanos = transferNanos(Opcode.READ, true);
    String figures = markedNanos + " ns with marks, " + plainNanos + " without";
    assertTrue(markedNanos > 2 * plainNanos, figures);
    assertTrue(markedNanos < 100 * plainNanos, figures);
  }

  /** Over a link on which a full window of the least size needs far more time than it carries. */
  private static long transferNanos(Opcode opcode, boolean congested) {
    Pair pair = new Pair(5, 4096, EngineConfig.STANDARD, 16 << 20);
    pair.faults = new Faults(0, 0, 0, 200_000, 0);
    pair.near.node.congested = congested;
    pair.far.node.congested = congested;
    long startNanos = pair.nowNanos;
    for (int id = 0; id < 20; id++) {
      pair.near.post(pair.near.request(opcode, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == 20, PATIENCE_NANOS), "not done");
    return pair.nowNanos - startNanos;
  }
}
