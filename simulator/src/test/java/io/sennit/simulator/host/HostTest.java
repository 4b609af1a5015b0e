// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.EngineCounters;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.LinkFaults;
import io.sennit.simulator.fabric.LossCause;
import io.sennit.simulator.fabric.Topologies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The production engine on a simulated fabric. */
final class HostTest {
  private static final long SECOND = 1_000_000_000L;

  /** Room for everything that an engine sends. */
  private static final LinkConfig DEEP = LinkConfig.STANDARD.withBuffer(16 << 20);

  @ParameterizedTest
  @ValueSource(ints = {0, 10_000, 50_000})
  void everyByteOfAWriteArrivesWhateverIsLost(int lostPpm) {
    Wire wire = new Wire(3, Topologies.parallel(1, DEEP));
    for (Link link : wire.fabric.links()) {
      link.faults(
          new LinkFaults(lostPpm, LinkFaults.Bursts.NONE, lostPpm, lostPpm / 2, lostPpm, 50_000));
    }
    wire.write(8 << 20);
    assertTrue(wire.run(1, 10 * SECOND), wire::toString);
    assertEquals("SUCCESS", wire.ends.getFirst());
    assertEquals(-1, wire.near.mismatch(wire.far), wire::toString);
    assertEquals(lostPpm > 0, wire.fabric.lost(LossCause.CHANCE) > 0);
    assertEquals(
        lostPpm > 0, wire.nearHost.engine().counters().count(EngineCounters.Kind.RESENT) > 0);
  }

  @Test
  void theLinkIsKeptBusy() {
    Wire wire = new Wire(3, Topologies.parallel(1, DEEP));
    long startNanos = wire.world.nowNanos();
    for (int at = 0; at < 4; at++) {
      wire.write(8 << 20);
    }
    assertTrue(wire.run(4, SECOND), wire::toString);
    long nanos = wire.world.nowNanos() - startNanos;
    long atBest = (32L << 20) * SECOND / LinkConfig.STANDARD.rateBytesPerSecond();
    assertTrue(nanos < 2 * atBest, () -> nanos + " ns, at best " + atBest);
  }

  @Test
  void aBlackHoleIsGivenUp() {
    Wire wire = new Wire(3, Topologies.parallel(1, LinkConfig.STANDARD));
    wire.fabric.links().get(1).swallow(true);
    wire.write(100);
    assertTrue(wire.run(1, 12 * SECOND), wire::toString);
    assertEquals("RETRY_EXCEEDED", wire.ends.getFirst());
  }

  @Test
  void aPausedHostKeepsWhatComesAndAnswersLater() {
    Wire wire = new Wire(3, Topologies.parallel(1, LinkConfig.STANDARD));
    wire.farHost.pause(100_000_000);
    wire.write(1 << 20);
    assertTrue(wire.run(1, SECOND), wire::toString);
    assertEquals("SUCCESS", wire.ends.getFirst());
    assertTrue(wire.world.nowNanos() >= 100_000_000, wire::toString);
  }

  @Test
  void sameSeedSameTraceAndOtherSeedAnother() {
    long first = lossyTrace(5);
    assertEquals(first, lossyTrace(5));
    assertNotEquals(first, lossyTrace(6));
  }

  private static long lossyTrace(long seed) {
    Wire wire = new Wire(seed, Topologies.leafSpine(2, 2, 1, LinkConfig.STANDARD));
    for (Link link : wire.fabric.links()) {
      link.faults(LinkFaults.loss(20_000));
    }
    wire.write(1 << 20);
    assertTrue(wire.run(1, 10 * SECOND), wire::toString);
    return wire.world.trace().hash();
  }
}
