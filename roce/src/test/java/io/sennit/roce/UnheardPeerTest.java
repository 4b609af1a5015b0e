// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import org.junit.jupiter.api.Test;

/** An address that nobody has answered from may be anybody's: little is sent there. */
final class UnheardPeerTest {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  @Test
  void peerThatWasNeverHeardIsSentOnePacketAtATime() {
    Pair pair = new Pair(1, 4096);
    pair.faults = Faults.loss(1000);
    for (int id = 0; id < 50; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == 50, PATIENCE_NANOS), "not given up");
    assertEquals("0 RETRY_EXCEEDED WRITE 0", pair.near.inbox.peek());
    long probes = pair.near.count(EngineCounters.Kind.PATH_MTU_PROBE_SENT)
        + pair.far.count(EngineCounters.Kind.PATH_MTU_PROBE_SENT);
    assertTrue(probes <= 8L * PathMtuTuning.STANDARD.mostSilences(), probes + " probes");
    assertEquals(1L + EngineConfig.STANDARD.retryCount(), pair.carried - probes, "packets");
  }

  @Test
  void oneAnswerOpensTheWindow() {
    Pair pair = new Pair(1, 4096);
    for (int id = 0; id < 2; id++) {
      pair.near.post(pair.near.request(Opcode.WRITE, id, 0, Side.MEMORY_BYTES / 2, pair.far));
    }
    int[] most = {0};
    boolean done = pair.run(
        () -> {
          most[0] = Math.max(most[0], pair.underWay());
          return pair.near.inbox.size() == 2;
        },
        PATIENCE_NANOS);
    assertTrue(done, pair.near.inbox::toString);
    assertTrue(most[0] > 8, most[0] + " packets under way at most");
  }
}
