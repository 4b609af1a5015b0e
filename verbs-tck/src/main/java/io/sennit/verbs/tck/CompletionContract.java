// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Completion queues: one completion for each request, in order, and bounds. */
public abstract class CompletionContract extends VerbsContract {
  private static final Opcode[] MIX = {Opcode.WRITE, Opcode.READ, Opcode.SEND};

  /** For subclasses. */
  protected CompletionContract() {}

  @Test
  void everyRequestCompletesExactlyOnce() {
    Randomness random = Randomness.seeded(11);
    BitSet open = new BitSet();
    int receives = 0;
    for (int id = 0; id < 600; id++) {
      if (nearQueue.outstanding() >= Half.SEND_DEPTH - 1) {
        close(open);
      }
      Opcode opcode = MIX[random.nextInt(MIX.length)];
      if (opcode == Opcode.SEND && receives-- == 0) {
        // All sends so far are over before receives are counted again.
        while (!open.isEmpty()) {
          close(open);
        }
        far.drain();
        for (receives = 31; far.receives.posted() < 32; ) {
          far.receive(id, 0, 64);
        }
      }
      post(nearQueue, near.oneSided(opcode, id, 64, random.nextInt(64), far));
      open.set(id);
    }
    while (!open.isEmpty()) {
      close(open);
    }
    assertEquals(0, nearQueue.outstanding());
    destroy(nearQueue);
    near.drain();
    assertEquals("none", near.hasCompletion() ? near.take().outcome() : "none");
  }

  private void close(BitSet open) {
    Completion completion = next(near);
    assertEquals(SUCCESS, completion.status(), "of request " + completion.id());
    assertTrue(open.get((int) completion.id()), "not open: " + completion);
    open.clear((int) completion.id());
  }

  @Test
  void completionsOfAQueuePairComeInTheOrderOfTheirPosts() {
    for (int at = 0; at < 60; at++) {
      Opcode opcode = at % 3 == 0 ? Opcode.READ : Opcode.WRITE;
      post(nearQueue, near.oneSided(opcode, at, 0, at % 3 == 0 ? 65_536 : 8, far));
    }
    for (int at = 0; at < 60; at++) {
      expect(near, at, SUCCESS);
    }
  }

  @Test
  void idComesBackUnchanged() {
    for (long id : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
      far.receive(~id, 0, 64);
      assertEquals(id + " SUCCESS", perform(near.send(id, 0, 8)).outcome());
      expect(far, ~id, SUCCESS);
    }
  }

  @Test
  void pollFillsNoMoreThanTheArrayAndKeepsTheRest() {
    for (int at = 0; at < 10; at++) {
      post(nearQueue, near.write(at, 0, 8, far));
    }
    assertEquals(0, near.completions.poll(new WorkCompletion[0]));
    List<Long> seen = new ArrayList<>();
    WorkCompletion[] three = array(3);
    assertTrue(
        waited(() -> {
          int count = poll(near.completions, three);
          for (int at = 0; at < count; at++) {
            seen.add(three[at].id());
          }
          return seen.size() >= 10;
        }),
        () -> "only " + seen);
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L), seen);
  }

  @Test
  void queueIsFullAtTheSendDepthUntilACompletionIsPolled() {
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      post(nearQueue, near.write(at, 0, 8, far));
    }
    assertEquals(PostStatus.QUEUE_FULL, nearQueue.post(near.write(99, 0, 8, far)));
    WorkCompletion[] one = array(1);
    assertTrue(waited(() -> poll(near.completions, one) == 1), "no completion to poll");
    assertEquals(0, one[0].id());
    post(nearQueue, near.write(99, 0, 8, far));
    for (int at = 1; at < Half.SEND_DEPTH; at++) {
      expect(near, at, SUCCESS);
    }
    expect(near, 99, SUCCESS);
  }

  @Test
  void outstandingCountsWhatIsNotYetPolled() {
    assertEquals(0, nearQueue.outstanding());
    for (int at = 0; at < 5; at++) {
      post(nearQueue, near.write(at, 0, 8, far));
    }
    assertEquals(5, nearQueue.outstanding());
    WorkCompletion[] two = array(2);
    int[] polled = {0};
    assertTrue(waited(() -> (polled[0] += poll(near.completions, two)) >= 2), "none to poll");
    assertEquals(5 - polled[0], nearQueue.outstanding());
  }

  @Test
  void sendsAndReceivesCompleteInTheirOwnQueues() {
    CompletionQueue sent = near.domain.createCompletionQueue(16);
    CompletionQueue received = near.domain.createCompletionQueue(16);
    QueuePair queue =
        near.domain.createQueuePair(new QueuePairConfig(path(1), sent, received, near.receives, 8));
    QueuePair peer = far.queuePair(path(1));
    link(queue, peer);
    near.receive(1, 0, 64);
    far.receive(2, 0, 64);
    post(queue, near.send(3, 0, 8));
    post(peer, far.send(4, 0, 8));
    assertEquals("3 SEND", only(sent));
    assertEquals("1 RECEIVE", only(received));
  }

  private String only(CompletionQueue queue) {
    WorkCompletion[] two = array(2);
    int[] count = {0};
    assertTrue(waited(() -> (count[0] = poll(queue, two)) > 0), "nothing in the queue");
    assertEquals(1, count[0], "completions in the queue");
    return two[0].id() + " " + two[0].opcode();
  }

  @Test
  void overflowBreaksTheQueuePairsInsteadOfLosingSilently() {
    CompletionQueue small = near.domain.createCompletionQueue(4);
    QueuePair queue = near.domain.createQueuePair(
        new QueuePairConfig(path(1), small, near.completions, near.receives, 32));
    link(queue, far.queuePair(path(1)));
    for (int at = 0; at < 16 && queue.state() == QueuePairState.READY_TO_SEND; at++) {
      post(queue, near.write(at, 0, 8, far));
    }
    awaitState(queue, QueuePairState.ERROR);
    Map<CompletionStatus, Integer> seen = new EnumMap<>(CompletionStatus.class);
    WorkCompletion[] one = array(1);
    waited(() -> {
      if (poll(small, one) == 1) {
        seen.merge(one[0].status(), 1, Integer::sum);
      }
      return seen.containsKey(CompletionStatus.LOCAL_QUEUE_PAIR_ERROR);
    });
    assertTrue(seen.containsKey(CompletionStatus.LOCAL_QUEUE_PAIR_ERROR), "seen: " + seen);
  }

  @Test
  void completionsOfSeveralQueuePairsShareAQueue() {
    QueuePair[] queues = {nearQueue, anotherQueue(1), anotherQueue(2), anotherQueue(3)};
    for (int at = 0; at < 100; at++) {
      post(queues[at % 4], near.write(at, 0, 8, far));
    }
    long[] last = {-1, -1, -1, -1};
    for (int at = 0; at < 100; at++) {
      Completion completion = next(near);
      int queue = (int) (completion.id() % 4);
      assertEquals(queues[queue].number(), completion.queuePair(), "of " + completion);
      assertTrue(completion.id() > last[queue], completion + " after " + last[queue]);
      last[queue] = completion.id();
    }
  }

  /** Polls a queue of near's; far has to be polled too, or it may do nothing. */
  private int poll(CompletionQueue queue, WorkCompletion[] into) {
    far.drain();
    return queue.poll(into);
  }

  private static WorkCompletion[] array(int length) {
    WorkCompletion[] array = new WorkCompletion[length];
    for (int at = 0; at < length; at++) {
      array[at] = new WorkCompletion();
    }
    return array;
  }
}
