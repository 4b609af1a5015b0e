// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** What this provider does beyond the contract, and a first walk through it. */
final class ExchangeTest {
  @Test
  void everyVerbMovesItsBytes() throws Exception {
    try (Pair pair = Pair.connected()) {
      Half a = pair.inviting;
      Half b = pair.accepting;
      a.region.segment().set(ValueLayout.JAVA_LONG, 0, 4711);
      assertEquals(PostStatus.POSTED, b.receive(7, 4096, 64));
      assertEquals(PostStatus.POSTED, a.send(1, 0, 8));
      assertEquals(CompletionStatus.SUCCESS, a.nextStatus());
      WorkCompletion received = b.next();
      assertEquals(7, received.id());
      assertEquals(Opcode.RECEIVE, received.opcode());
      assertEquals(8, received.byteLength());
      assertEquals(b.queuePair.number(), received.queuePairNumber());
      assertEquals(4711, b.region.segment().get(ValueLayout.JAVA_LONG, 4096));

      assertEquals(PostStatus.POSTED, a.write(2, Half.REGION_BYTES, b));
      assertEquals(CompletionStatus.SUCCESS, a.nextStatus());
      assertEquals(-1, a.region.segment().mismatch(b.region.segment()));

      b.region.segment().fill((byte) 3);
      assertEquals(PostStatus.POSTED, a.read(3, Half.REGION_BYTES, b));
      assertEquals(CompletionStatus.SUCCESS, a.nextStatus());
      assertEquals(-1, a.region.segment().mismatch(b.region.segment()));
    }
  }

  @Test
  void postsBeforeThePeerIsConnectedWaitForItInOrder() throws Exception {
    try (Pair pair = new Pair()) {
      Half a = pair.inviting;
      Half b = pair.accepting;
      a.queuePair.connect(b.queuePair.address());
      a.region.segment().set(ValueLayout.JAVA_INT, 0, 1);
      a.request.reset(Opcode.SEND, 1).local(a.region, 0, 4).inline();
      assertEquals(PostStatus.POSTED, a.queuePair.post(a.request));
      a.region.segment().set(ValueLayout.JAVA_INT, 0, 2);
      assertEquals(PostStatus.POSTED, a.send(2, 0, 4));
      assertTrue(a.isQuiet(), "nothing completes before the peer is there");
      b.receive(10, 0, 4);
      b.receive(11, 4, 4);
      b.queuePair.connect(a.queuePair.address());
      assertEquals(1, a.next().id());
      assertEquals(2, a.next().id());
      assertEquals(10, b.next().id());
      assertEquals(11, b.next().id());
      assertEquals(1, b.region.segment().get(ValueLayout.JAVA_INT, 0));
      assertEquals(2, b.region.segment().get(ValueLayout.JAVA_INT, 4));
    }
  }

  @Test
  void aPeerThatNeverConnectsIsGivenUp() throws Exception {
    try (Pair pair = new Pair()) {
      Half a = pair.inviting;
      a.queuePair.connect(pair.accepting.queuePair.address());
      a.send(1, 0, 4);
      a.send(2, 0, 4);
      assertEquals(CompletionStatus.RETRY_EXCEEDED, a.nextStatus());
      assertEquals(CompletionStatus.WORK_REQUEST_FLUSHED, a.nextStatus());
      assertEquals(QueuePairState.ERROR, a.queuePair.state());
    }
  }

  @Test
  void aRefusedRequestBreaksBothHalves() throws Exception {
    try (Pair pair = Pair.connected()) {
      Half a = pair.inviting;
      Half b = pair.accepting;
      a.request.reset(Opcode.WRITE, 1).local(a.region, 0, 8).remote(b.region.address(), 12345);
      a.queuePair.post(a.request);
      assertEquals(CompletionStatus.REMOTE_ACCESS_ERROR, a.nextStatus());
      assertEquals(QueuePairState.ERROR, a.queuePair.state());
      assertEquals(QueuePairState.ERROR, b.queuePair.state());
    }
  }

  @Test
  void accessAfterTheEndThrowsAndNeverCrashes() throws Exception {
    Pair pair = Pair.connected();
    Half a = pair.inviting;
    assertTrue(a.region.deregister());
    assertThrows(
        IllegalStateException.class, () -> a.region.segment().get(ValueLayout.JAVA_BYTE, 0));
    Half b = pair.accepting;
    pair.close();
    assertThrows(
        IllegalStateException.class, () -> b.region.segment().get(ValueLayout.JAVA_BYTE, 0));
    assertEquals(PostStatus.NOT_READY, b.send(1, 0, 8));
    assertTrue(b.isQuiet(), "a closed domain has no completions");
  }
}
