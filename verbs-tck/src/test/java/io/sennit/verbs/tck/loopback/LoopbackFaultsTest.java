// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each fault hook, on two halves with two queue pairs (route labels 1 and 2). */
final class LoopbackFaultsTest {
  private final LoopbackFabric fabric = new LoopbackFabric(7);
  private final LoopbackPair pair = fabric.pair(new DomainConfig(1 << 20, 8));
  private final Half near = new Half(pair.near());
  private final Half far = new Half(pair.far());

  LoopbackFaultsTest() {
    for (int at = 0; at < 2; at++) {
      near.strands.get(at).connect(far.strands.get(at).address());
      far.strands.get(at).connect(near.strands.get(at).address());
    }
  }

  @Test
  void heldWriteLandsEvenAfterItsInitiatorIsDestroyed() {
    fabric.path(1).hold();
    near.write(0, 42, far);
    assertEquals(List.of(), near.poll());
    assertTrue(near.strands.get(0).destroy());
    assertEquals(List.of("42 WORK_REQUEST_FLUSHED"), near.poll());
    assertEquals(1, fabric.path(1).underWay());
    far.strands.get(0).toError();
    fabric.path(1).release();
    assertEquals(42, far.first(), "what has begun goes on in ERROR");
  }

  @Test
  void destroyedResponderEndsHeldWrites() {
    fabric.path(1).hold();
    near.write(0, 42, far);
    assertTrue(far.strands.get(0).destroy());
    fabric.path(1).release();
    assertEquals(0, far.first());
    assertEquals(List.of("42 RETRY_EXCEEDED"), near.poll());
  }

  @Test
  void blackHoleLeavesNoLateCopies() {
    near.domain.path(1).blackHole();
    near.write(0, 42, far);
    near.write(0, 43, far);
    near.domain.path(1).giveUp();
    assertEquals(List.of("42 RETRY_EXCEEDED", "43 WORK_REQUEST_FLUSHED"), near.poll());
    near.domain.path(1).release();
    assertEquals(0, far.first());
  }

  @Test
  void droppedRequestIsNotExecutedAndBreaksTheQueuePair() {
    fabric.path(1).dropNext(1);
    near.write(0, 42, far);
    near.write(0, 43, far);
    assertEquals(List.of("42 RETRY_EXCEEDED", "43 WORK_REQUEST_FLUSHED"), near.poll());
    assertEquals(0, far.first());
  }

  @Test
  void lostCompletionIsExecuted() {
    fabric.path(1).loseNextCompletions(1);
    near.write(0, 42, far);
    assertEquals(List.of("42 RETRY_EXCEEDED"), near.poll());
    assertEquals(42, far.first());
  }

  @Test
  void duplicateIsExecutedASecondTimeLater() {
    fabric.path(1).duplicateNext(1);
    near.write(0, 42, far);
    far.memory.segment().set(ValueLayout.JAVA_LONG, 0, 7);
    fabric.path(1).deliverDuplicates();
    assertEquals(42, far.first());
    assertEquals(List.of("42 RETRY_EXCEEDED"), near.poll());
  }

  @Test
  void heldAcknowledgementHidesWhatWasDone() {
    fabric.path(1).holdAcknowledgements();
    near.write(0, 42, far);
    assertEquals(42, far.first());
    assertEquals(List.of(), near.poll());
    fabric.path(1).release();
    assertEquals(List.of("42 SUCCESS"), near.poll());
  }

  @Test
  void retransmissionReadsItsSourceAgainOnlyWhenAsked() {
    for (boolean reread : new boolean[] {false, true}) {
      fabric.path(1).rereadSource(reread);
      fabric.path(1).hold();
      near.write(0, 42, far);
      near.memory.segment().set(ValueLayout.JAVA_LONG, 0, 9);
      fabric.path(1).release();
      assertEquals(reread ? 9 : 42, far.first());
    }
  }

  @Test
  void latencyReordersQueuePairsButNotOneOfThem() {
    fabric.path(1).latency(100, 100);
    fabric.path(2).latency(10, 10);
    near.write(0, 1, far);
    near.write(0, 2, far);
    near.write(1, 3, far);
    assertEquals(10, fabric.nextDueNanos());
    fabric.advance(1_000);
    assertEquals(List.of("3 SUCCESS", "1 SUCCESS", "2 SUCCESS"), near.poll());
    assertEquals(2, far.first());
  }

  @Test
  void steppingExecutesOneRequestAtATime() {
    fabric.stepping(true);
    near.write(0, 1, far);
    near.write(1, 2, far);
    assertEquals(List.of(), near.poll());
    assertTrue(fabric.step());
    assertEquals(1, near.poll().size());
    assertTrue(fabric.step());
    assertFalse(fabric.step());
  }

  @Test
  void frozenDestroyAndDeregisterAnswerFalseForAWhile() {
    fabric.path(1).freezeDestroy(1);
    assertFalse(far.strands.get(0).destroy());
    assertTrue(far.strands.get(0).destroy());
    pair.far().freezeDeregister(1);
    assertFalse(far.memory.deregister());
    near.write(1, 5, far);
    assertEquals(List.of("5 REMOTE_ACCESS_ERROR"), near.poll());
    assertTrue(far.memory.deregister());
  }

  @Test
  void vanishedPeerIsProvedGone() {
    pair.far().vanish();
    assertTrue(near.domain.peerGone());
    assertTrue(near.domain.channel().await(0));
    near.write(0, 1, far);
    assertEquals(List.of("1 RETRY_EXCEEDED"), near.poll());
  }

  private static final class Half {
    final LoopbackDomain domain;
    final MemoryRegion memory;
    final CompletionQueue completions;
    final List<QueuePair> strands = new ArrayList<>();

    Half(LoopbackDomain domain) {
      this.domain = domain;
      memory = domain.allocate(4096, EnumSet.allOf(Access.class));
      completions = domain.createCompletionQueue(64);
      SharedReceiveQueue receives = domain.createSharedReceiveQueue(16);
      for (int label = 1; label <= 2; label++) {
        Path path = new Path(0, 0, label);
        strands.add(domain.createQueuePair(
            new QueuePairConfig(path, completions, completions, receives, 16)));
      }
    }

    void write(int strand, long value, Half to) {
      memory.segment().set(ValueLayout.JAVA_LONG, 0, value);
      WorkRequest request = new WorkRequest().reset(Opcode.WRITE, value);
      request.local(memory, 0, Long.BYTES).remote(to.memory.address(), to.memory.remoteKey());
      assertEquals(PostStatus.POSTED, strands.get(strand).post(request));
    }

    long first() {
      return memory.segment().get(ValueLayout.JAVA_LONG, 0);
    }

    List<String> poll() {
      WorkCompletion[] into = new WorkCompletion[16];
      for (int at = 0; at < into.length; at++) {
        into[at] = new WorkCompletion();
      }
      List<String> seen = new ArrayList<>();
      for (int at = 0, count = completions.poll(into); at < count; at++) {
        seen.add(into[at].id() + " " + into[at].status());
      }
      return seen;
    }
  }
}
