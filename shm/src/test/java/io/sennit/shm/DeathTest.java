// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The peer's process is killed; this side learns it, ends in bounded time and keeps nothing. */
final class DeathTest {
  @ParameterizedTest
  @EnumSource(names = {"WRITE", "READ", "RECEIVE"})
  void aKilledPeerWakesTheSleeperAndLeavesNothingBehind(Opcode duty) throws Exception {
    Set<String> before = Descriptors.open();
    try (Twin twin = new Twin(duty)) {
      Half half = twin.half;
      assertFalse(half.domain.peerGone());
      twin.process.destroyForcibly();
      Waits.until("the news of the death", () -> {
        half.completions.arm();
        twin.channel.await(TimeUnit.SECONDS.toNanos(10));
        return half.domain.peerGone();
      });
      half.send(1, 0, 8);
      assertEquals(CompletionStatus.RETRY_EXCEEDED, half.nextStatus());
      assertTrue(half.queuePair.destroy());
    }
    Waits.until("all files closed", () -> Descriptors.since(before).isEmpty());
    assertEquals(Set.of(), Descriptors.mappings());
  }

  @Test
  void aSleepingPeerIsWokenEveryTime() throws Exception {
    try (Twin twin = new Twin(Opcode.RECEIVE)) {
      Half half = twin.half;
      for (int i = 0; i < 3_000; i++) {
        half.receive(2, 4096, 64);
        half.send(1, 0, 64);
        Set<Opcode> seen = EnumSet.of(half.next().opcode());
        seen.add(half.next().opcode());
        assertEquals(EnumSet.of(Opcode.SEND, Opcode.RECEIVE), seen, "round " + i);
      }
    }
  }
}
