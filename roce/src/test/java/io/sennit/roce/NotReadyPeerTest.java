// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.PeerAttributes.Retries;
import io.sennit.verbs.Opcode;
import org.junit.jupiter.api.Test;

/** How long a peer that is not Sennit, and has no receive, is waited for. */
final class NotReadyPeerTest {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int WAIT_IS_655_MILLIS = 0;

  private final Pair pair = new Pair(1, 1024);

  private void connect(int rnrRetryCount) {
    pair.near.queuePair = pair.near.anotherQueuePair();
    pair.far.queuePair = pair.far.anotherQueuePair();
    Retries retries = new Retries(14, 7, rnrRetryCount, WAIT_IS_655_MILLIS);
    connect(pair.near.queuePair, pair.far.queuePair, retries);
    connect(pair.far.queuePair, pair.near.queuePair, retries);
    pair.near.post(pair.near.request(Opcode.SEND, 3, 0, 100, pair.far));
  }

  private static void connect(RoceQueuePair own, RoceQueuePair peer, Retries retries) {
    own.connect(
        new PeerAttributes(peer.number(), peer.firstPsn(), 1024, 1, 1, retries), own.firstPsn());
  }

  private boolean ends(long withinNanos) {
    return pair.run(() -> !pair.near.inbox.isEmpty(), withinNanos);
  }

  @Test
  void sevenIsForEverAndTheReceiveMayComeLate() {
    connect(7);
    assertFalse(ends(50 * SECOND_NANOS), () -> "over: " + pair.near.inbox);
    pair.far.receive(4, 0, 100);
    assertTrue(ends(SECOND_NANOS), "the receive is met");
    assertEquals("3 SUCCESS SEND 100", pair.near.inbox.remove());
  }

  @Test
  void forEverEndsAfterAMinute() {
    connect(7);
    assertFalse(ends(59 * SECOND_NANOS), () -> "over: " + pair.near.inbox);
    assertTrue(ends(3 * SECOND_NANOS), "it ends");
    assertEquals("3 RECEIVER_NOT_READY_EXCEEDED SEND 0", pair.near.inbox.remove());
  }

  @Test
  void sixIsSix() {
    connect(6);
    assertFalse(ends(3 * SECOND_NANOS), () -> "over: " + pair.near.inbox);
    assertTrue(ends(2 * SECOND_NANOS), "it ends");
    assertEquals("3 RECEIVER_NOT_READY_EXCEEDED SEND 0", pair.near.inbox.remove());
  }
}
