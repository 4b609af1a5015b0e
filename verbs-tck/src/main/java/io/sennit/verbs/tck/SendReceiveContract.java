// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** SEND and the receives it meets. */
public abstract class SendReceiveContract extends VerbsContract {
  /** For subclasses. */
  protected SendReceiveContract() {}

  @Test
  void sentBytesArriveWhole() {
    for (int length : new int[] {1, 7, 64, 255, 256, 257, 4096, 8192, 100_000}) {
      byte[] sent = near.fill(64, length, length);
      far.receive(1, 128, length);
      Completion send = perform(near.send(2, 64, length));
      assertEquals("2 SUCCESS SEND", send.outcome() + " " + send.opcode());
      assertEquals(nearQueue.number(), send.queuePair());
      Completion receive = expect(far, 1, SUCCESS);
      assertEquals("RECEIVE " + length, receive.opcode() + " " + receive.byteLength());
      assertEquals(farQueue.number(), receive.queuePair());
      assertArrayEquals(sent, far.bytes(128, length), "length " + length);
    }
  }

  @Test
  void zeroLengthSendConsumesAReceive() {
    far.receive(1, 0, 64);
    succeed(near.send(2, 0, 0));
    assertEquals(0, expect(far, 1, SUCCESS).byteLength());
    assertEquals(0, far.receives.posted());
  }

  @Test
  void messagesOfOneQueuePairArriveInOrder() {
    for (int round = 0; round < 4; round++) {
      for (int at = 0; at < 48; at++) {
        far.receive(at, at * 8L, 8);
      }
      for (int at = 0; at < 48; at++) {
        near.word(at * 8L, 1000 + at);
        post(nearQueue, near.send(at, at * 8L, 8));
      }
      for (int at = 0; at < 48; at++) {
        assertEquals(1000 + at, far.word(next(far).id() * 8), "message " + at);
        expect(near, at, SUCCESS);
      }
    }
  }

  @Test
  void receiveLargerThanItsMessageReportsTheMessagesLength() {
    far.receive(1, 0, 4096);
    succeed(near.send(2, 0, 100));
    assertEquals(100, expect(far, 1, SUCCESS).byteLength());
  }

  @Test
  void memoryAroundAMessageStaysUntouched() {
    byte[] before = far.fill(0, 4096, 1);
    byte[] sent = near.fill(0, 100, 2);
    far.receive(1, 1000, 1000);
    succeed(near.send(2, 0, 100));
    expect(far, 1, SUCCESS);
    System.arraycopy(sent, 0, before, 1000, 100);
    assertArrayEquals(before, far.bytes(0, 4096));
  }

  @Test
  void manyQueuePairsShareOneReceiveQueue() {
    List<QueuePair> queues = new ArrayList<>();
    for (int at = 1; at < 9; at++) {
      QueuePair farHalf = far.queuePair(path(at));
      queues.add(near.queuePair(path(at)));
      link(queues.getLast(), farHalf);
      far.receive(at, at * 8L, 8);
      near.word(0, farHalf.number());
      post(queues.getLast(), near.send(at, 0, 8));
      expect(near, at, SUCCESS);
      Completion receive = next(far);
      assertEquals(farHalf.number(), receive.queuePair(), "the queue pair of message " + at);
      assertEquals(farHalf.number(), far.word(receive.id() * 8), "the message " + at);
    }
    assertEquals(0, far.receives.posted());
  }

  @Test
  void bothHalvesSendAtTheSameTime() {
    for (int at = 0; at < 30; at++) {
      near.receive(100 + at, 4096 + at * 8L, 8);
      far.receive(100 + at, 4096 + at * 8L, 8);
      near.word(at * 8L, at);
      far.word(at * 8L, 1000 + at);
    }
    for (int at = 0; at < 30; at++) {
      post(nearQueue, near.send(at, at * 8L, 8));
      post(farQueue, far.send(at, at * 8L, 8));
    }
    for (int at = 0; at < 60; at++) {
      assertEquals(SUCCESS, next(near).status(), "near's completion " + at);
      assertEquals(SUCCESS, next(far).status(), "far's completion " + at);
    }
    assertEquals(1029, near.word(4096 + 29 * 8));
    assertEquals(29, far.word(4096 + 29 * 8));
  }

  @Test
  void inlinePayloadMayBeReusedAtOnce() {
    int length = Math.min(64, near.domain.capabilities().maxInlineBytes());
    Assumptions.assumeTrue(length > 0, "the provider has no inline payloads");
    far.receive(1, 0, length);
    byte[] sent = near.fill(0, length, 1);
    post(nearQueue, near.send(2, 0, length).inline());
    near.fill(0, length, 2);
    expect(near, 2, SUCCESS);
    expect(far, 1, SUCCESS);
    assertArrayEquals(sent, far.bytes(0, length));
  }

  @Test
  void postedCountsReceivesNotYetConsumed() {
    far.receive(1, 0, 64);
    far.receive(2, 64, 64);
    assertEquals(2, far.receives.posted());
    succeed(near.send(3, 0, 8));
    expect(far, 1, SUCCESS);
    assertEquals(1, far.receives.posted());
  }

  @Test
  void receiveQueueIsFullAtItsDepthUntilAReceiveIsConsumed() {
    for (int at = 0; at < Half.RECEIVE_DEPTH; at++) {
      far.receive(at, 0, 64);
    }
    assertEquals(PostStatus.QUEUE_FULL, far.receives.post(99, far.memory, 0, 64));
    assertEquals(Half.RECEIVE_DEPTH, far.receives.posted());
    succeed(near.send(3, 0, 8));
    expect(far, 0, SUCCESS);
    far.receive(99, 0, 64);
  }

  @Test
  void receiveOutsideItsRegionIsInvalid() {
    long[][] ranges = {{-1, 8}, {Half.MEMORY_BYTES - 7, 8}, {0, -1}, {Long.MAX_VALUE - 3, 8}};
    for (long[] range : ranges) {
      PostStatus status = far.receives.post(1, far.memory, range[0], (int) range[1]);
      assertEquals(PostStatus.INVALID, status, "range at " + range[0] + ", bytes " + range[1]);
    }
    assertEquals(0, far.receives.posted());
  }

  @Test
  void receiveIntoMemoryWithoutLocalWriteIsInvalid() {
    MemoryRegion readOnly = far.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    assertEquals(PostStatus.INVALID, far.receives.post(1, readOnly, 0, 64));
  }

  @Test
  void sendNeedsNoRemoteRights() {
    MemoryRegion source = near.domain.allocate(4096, EnumSet.noneOf(Access.class));
    MemoryRegion target = far.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE));
    assertEquals(PostStatus.POSTED, far.receives.post(1, target, 0, 64));
    succeed(near.send(2, 0, 0).local(source, 0, 64));
    assertEquals(Opcode.RECEIVE, expect(far, 1, SUCCESS).opcode());
  }
}
