// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The life of a queue pair, and destruction as the fence. */
public abstract class LifecycleContract extends VerbsContract {
  /** For subclasses. */
  protected LifecycleContract() {}

  @Test
  void newQueuePairWaitsToBeConnected() {
    QueuePair fresh = near.queuePair(path(1));
    assertEquals(QueuePairState.INIT, fresh.state());
    assertEquals(PostStatus.NOT_READY, fresh.post(near.write(1, 0, 8, far)));
    assertEquals(0, fresh.outstanding());
  }

  @Test
  void connectedQueuePairIsReadyAndConnectsOnlyOnce() {
    assertEquals(QueuePairState.READY_TO_SEND, nearQueue.state());
    byte[] address = far.queuePair(path(1)).address();
    assertThrows(IllegalStateException.class, () -> nearQueue.connect(address));
    succeed(near.write(1, 0, 8, far));
  }

  @Test
  void malformedAddressIsRefused() {
    QueuePair fresh = near.queuePair(path(1));
    Randomness random = Randomness.seeded(3);
    byte[] good = far.queuePair(path(1)).address();
    assertTrue(good.length <= 64, "address of " + good.length + " bytes");
    for (int length = 0; length <= 80; length++) {
      byte[] bad = new byte[length];
      random.nextBytes(bad);
      assertThrows(IllegalArgumentException.class, () -> fresh.connect(bad), "length " + length);
    }
    assertEquals(QueuePairState.INIT, fresh.state());
    fresh.connect(good);
  }

  @Test
  void numbersAreUniqueAndNotGuessable() {
    Set<Integer> numbers = new HashSet<>();
    Set<Integer> steps = new HashSet<>();
    int last = 0;
    for (int at = 1; at < 60; at++) {
      QueuePair fresh = near.queuePair(path(1));
      int number = fresh.number();
      assertEquals(0, number >>> 24, "more than 24 bits: " + number);
      assertTrue(numbers.add(number) && number != nearQueue.number(), "twice: " + number);
      steps.add(number - last);
      last = number;
      destroy(fresh);
    }
    assertTrue(steps.size() > 50, "differences between numbers repeat: " + steps);
  }

  @Test
  void halfInInitIsNotReached() {
    QueuePair early = near.queuePair(path(1));
    QueuePair late = far.queuePair(path(1));
    early.connect(late.address());
    byte[] before = far.fill(0, 64, 1);
    near.fill(0, 64, 2);
    post(early, near.write(1, 0, 64, far));
    succeed(near.write(2, 128, 8, far));
    assertArrayEquals(before, far.bytes(0, 64), "memory behind a half that is not connected");
  }

  @Test
  void toErrorIsAllowedInEveryState() {
    QueuePair fresh = near.queuePair(path(1));
    fresh.toError();
    assertEquals(QueuePairState.ERROR, fresh.state());
    nearQueue.toError();
    nearQueue.toError();
    assertEquals(QueuePairState.ERROR, nearQueue.state());
    destroy(nearQueue);
    nearQueue.toError();
    assertEquals(QueuePairState.DESTROYED, nearQueue.state());
  }

  @Test
  void destroyIsAllowedInEveryState() {
    destroy(near.queuePair(path(1)));
    QueuePair busy = anotherQueue(2);
    for (int at = 0; at < 32; at++) {
      post(busy, near.write(at, 0, 50_000, far));
    }
    destroy(busy);
    nearQueue.toError();
    destroy(nearQueue);
    assertTrue(nearQueue.destroy(), "destroying once more");
    assertEquals(PostStatus.NOT_READY, nearQueue.post(near.write(1, 0, 8, far)));
  }

  @Test
  void queuePairReceivesBeforeItMaySend() {
    QueuePair late = near.queuePair(path(1));
    QueuePair early = far.queuePair(path(1));
    late.prepareToReceive(early.address());
    assertEquals(QueuePairState.READY_TO_RECEIVE, late.state());
    assertEquals(PostStatus.NOT_READY, late.post(near.write(1, 0, 8, far)));
    early.connect(late.address());
    near.receive(2, 0, 8);
    post(early, far.send(3, 0, 8));
    expect(far, 3, SUCCESS);
    expect(near, 2, SUCCESS);
    late.readyToSend();
    assertEquals(QueuePairState.READY_TO_SEND, late.state());
    post(late, near.write(4, 0, 8, far));
    expect(near, 4, SUCCESS);
  }

  @Test
  void onlyAPreparedQueuePairIsMadeReadyToSend() {
    QueuePair fresh = near.queuePair(path(1));
    assertThrows(IllegalStateException.class, fresh::readyToSend);
    assertEquals(QueuePairState.INIT, fresh.state());
    assertThrows(IllegalStateException.class, nearQueue::readyToSend);
    assertThrows(IllegalStateException.class, () -> nearQueue.prepareToReceive(farQueue.address()));
  }

  @Test
  void completionsSurviveDestruction() {
    for (int at = 0; at < 20; at++) {
      post(nearQueue, near.write(at, 0, 8, far));
    }
    destroy(nearQueue);
    for (int at = 0; at < 20; at++) {
      assertEquals(at, next(near).id());
    }
    assertEquals(0, nearQueue.outstanding());
    assertNothingLeft();
  }

  @Test
  void destructionIsTheFence() {
    for (int round = 1; round <= 10; round++) {
      QueuePair attacker = near.queuePair(path(1));
      QueuePair victim = far.queuePair(path(1));
      link(attacker, victim);
      for (int at = 0; at < 16; at++) {
        post(attacker, near.write(at, 0, 100_000, far));
      }
      destroy(victim);
      byte[] reused = far.fill(0, 100_000, round);
      for (int at = 0; at < 8; at++) {
        post(attacker, near.write(16 + at, 0, 100_000, far));
      }
      for (int at = 0; at < 24; at++) {
        next(near);
      }
      assertArrayEquals(reused, far.bytes(0, 100_000), "round " + round);
      destroy(attacker);
    }
  }

  @Test
  void destroyedHalfConsumesNoReceive() {
    far.receive(1, 0, 64);
    destroy(farQueue);
    assertFalse(perform(near.send(2, 0, 8)).status() == SUCCESS, "a message to nobody succeeded");
    assertEquals(1, far.receives.posted());
  }

  @Test
  void strandCanBeRebuiltForEver() {
    for (int round = 0; round < 40; round++) {
      destroy(nearQueue);
      destroy(farQueue);
      nearQueue = assertDoesNotThrow(() -> near.queuePair(path(0)));
      farQueue = assertDoesNotThrow(() -> far.queuePair(path(0)));
      link(nearQueue, farQueue);
      far.receive(round, 0, 8);
      succeed(near.send(round, 0, 8));
      expect(far, round, SUCCESS);
    }
  }

  @Test
  void queuePairReachesOnlyTheOneItIsConnectedTo() {
    QueuePair thief = near.queuePair(path(1));
    thief.connect(farQueue.address());
    byte[] before = far.fill(0, 64, 1);
    near.fill(0, 64, 2);
    post(thief, near.write(1, 0, 64, far));
    thief.toError();
    expectNotSuccess(1);
    assertArrayEquals(before, far.bytes(0, 64));
    succeed(near.write(2, 0, 64, far));
  }

  @Test
  void malformedRequestsAreInvalidAndLeaveNothing() {
    int most = near.domain.capabilities().maxMessageBytes();
    int mostInline = near.domain.capabilities().maxInlineBytes();
    assertInvalid(near.write(1, 0, -1, far));
    assertInvalid(near.send(1, 0, 0).reset(Opcode.RECEIVE, 1));
    assertInvalid(near.send(1, 0, 0).reset(Opcode.RECEIVE_WITH_IMMEDIATE, 1));
    if (most < Integer.MAX_VALUE) {
      assertInvalid(near.write(1, 0, most + 1, far));
    }
    assertInvalid(near.write(1, 0, mostInline + 1, far).inline());
    assertInvalid(near.read(1, 0, 8, far).inline());
    assertInvalid(near.oneSided(Opcode.FETCH_AND_ADD, 1, 0, 4, far));
    assertInvalid(near.oneSided(Opcode.COMPARE_AND_SWAP, 1, 0, 16, far));
    assertEquals(0, nearQueue.outstanding());
    assertEquals(QueuePairState.READY_TO_SEND, nearQueue.state());
    succeed(near.write(2, 0, 8, far));
    assertNothingLeft();
  }

  @Test
  void requestIsNotKeptAfterThePost() {
    WorkRequest request = near.write(1, 0, 8, far);
    near.word(0, 42);
    post(nearQueue, request);
    request.reset(Opcode.READ, 99);
    expect(near, 1, SUCCESS);
    assertEquals(42, far.word(0));
  }

  @Test
  void livingPeerIsNotGone() {
    assertFalse(near.domain.peerGone(), "near says that far's process is dead");
    assertDoesNotThrow(() -> destroy(farQueue));
    assertFalse(near.domain.peerGone(), "near says that far's process is dead");
  }

  private void assertInvalid(WorkRequest request) {
    String what = request.opcode() + ", bytes " + request.length();
    assertEquals(PostStatus.INVALID, nearQueue.post(request), what);
  }

  private void expectNotSuccess(long id) {
    Completion completion = next(near);
    assertEquals(id, completion.id());
    assertFalse(completion.status() == SUCCESS, completion.toString());
  }
}
