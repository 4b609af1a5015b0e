// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.EngineCounters;
import io.sennit.roce.EngineCounters.Kind;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the network does, bytes arrive once, whole, and in order. */
final class BadNetworkTest {
  private static Map<String, String> faults(String specification) {
    return Map.of("addresses", "127.0.0.1", "faults", specification);
  }

  @Test
  void onePercentLossMovesTwoHundredMegabytes() throws Exception {
    try (Duo duo = Duo.open(faults("loss=0.01;seed=7"))) {
      Duo.fill(duo.near, 1);
      duo.move(Opcode.WRITE, 200_000_000, 500_000);
      long whole = Side.MEMORY_BYTES / 500_000 * 500_000L;
      assertEquals(-1, mismatch(duo, whole));
      EngineCounters counters = duo.near.channel.counters();
      assertTrue(counters.count(Kind.RESENT) > 200, "resent: " + counters.count(Kind.RESENT));
    }
  }

  private static long mismatch(Duo duo, long bytes) {
    return duo.near
        .memory
        .segment()
        .asSlice(0, bytes)
        .mismatch(duo.far.memory.segment().asSlice(0, bytes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "loss=0.05;seed=1",
        "duplicate=0.2;seed=2",
        "reorder=0.1;reorderMicros=200;seed=3",
        "corrupt=0.05;seed=4",
        "delayMicros=500;seed=5",
        "loss=0.02;duplicate=0.02;reorder=0.02;corrupt=0.02;delayMicros=50;seed=6"
      })
  void everyKindOfFaultLeavesTheBytesWhole(String specification) throws Exception {
    try (Duo duo = Duo.open(faults(specification))) {
      Duo.fill(duo.near, 2);
      duo.move(Opcode.WRITE, Side.MEMORY_BYTES, 1 << 16);
      assertEquals(-1, duo.mismatch(), "after WRITE");
      Duo.fill(duo.far, 3);
      duo.move(Opcode.READ, Side.MEMORY_BYTES, 1 << 16);
      assertEquals(-1, duo.mismatch(), "after READ");
    }
  }

  /** The peer has destroyed the queue pair and uses its memory for something else. */
  @Test
  void duplicateThatComesAfterTheQueuePairIsGoneTouchesNothing() throws Exception {
    String late = "duplicate=1;duplicateMicros=300000";
    try (Duo duo = Duo.open(faults(late))) {
      Duo.fill(duo.near, 4);
      duo.near.post(duo.nearQueue, duo.oneSided(Opcode.WRITE, 1, 0, 64));
      assertEquals(CompletionStatus.SUCCESS, duo.next().status());
      duo.until("far's end", duo.farQueue::destroy);
      duo.far.memory.segment().fill((byte) 0x77);
      EngineCounters counters = duo.far.channel.counters();
      long before = counters.count(Kind.NO_QUEUE_PAIR);
      duo.until("the duplicate", () -> counters.count(Kind.NO_QUEUE_PAIR) > before);
      for (long at = 0; at < 64; at++) {
        assertEquals(0x77, duo.far.memory.segment().get(ValueLayout.JAVA_BYTE, at));
      }
    }
  }
}
