// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A peer that is not Sennit and answers neither READs nor atomics. */
final class NoReadsTest {
  @Test
  void readsAndAtomicsAreInvalidAndTheRestWorks() {
    Pair pair = new Pair(1, 1024);
    RoceQueuePair near = pair.near.anotherQueuePair();
    RoceQueuePair far = pair.far.anotherQueuePair();
    near.connect(
        new PeerAttributes(far.number(), far.firstPsn(), 1024, 0, 1, Retries.USUAL),
        near.firstPsn());
    far.connect(
        new PeerAttributes(near.number(), near.firstPsn(), 1024, 1, 1, Retries.USUAL),
        far.firstPsn());
    for (Opcode fetch :
        List.of(Opcode.READ, Opcode.COMPARE_AND_SWAP, Opcode.FETCH_AND_ADD, Opcode.ATOMIC_WRITE)) {
      PostStatus status = near.post(pair.near.request(fetch, 1, 0, 8, pair.far));
      assertEquals(PostStatus.INVALID, status, fetch.toString());
    }
    assertEquals(0, near.outstanding(), "posted requests");
    near.post(pair.near.request(Opcode.WRITE, 2, 0, 8, pair.far));
    assertTrue(pair.run(() -> !pair.near.inbox.isEmpty(), 1_000_000_000L), "no completion");
    assertEquals("2 SUCCESS WRITE 8", pair.near.inbox.remove());
  }
}
