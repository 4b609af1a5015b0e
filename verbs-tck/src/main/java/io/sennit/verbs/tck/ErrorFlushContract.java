// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.LOCAL_LENGTH_ERROR;
import static io.sennit.verbs.CompletionStatus.RECEIVER_NOT_READY_EXCEEDED;
import static io.sennit.verbs.CompletionStatus.REMOTE_ACCESS_ERROR;
import static io.sennit.verbs.CompletionStatus.REMOTE_INVALID_REQUEST;
import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static io.sennit.verbs.CompletionStatus.WORK_REQUEST_FLUSHED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import org.junit.jupiter.api.Test;

/** Failures: which status, what is flushed behind them, and whom they leave alone. */
public abstract class ErrorFlushContract extends VerbsContract {
  /** For subclasses. */
  protected ErrorFlushContract() {}

  @Test
  void postsInErrorAreAcceptedAndFlushed() {
    nearQueue.toError();
    for (int at = 0; at < 10; at++) {
      post(nearQueue, near.oneSided(at % 2 == 0 ? Opcode.WRITE : Opcode.READ, at, 0, 8, far));
    }
    for (int at = 0; at < 10; at++) {
      assertEquals(nearQueue.number(), expect(near, at, WORK_REQUEST_FLUSHED).queuePair());
    }
    assertNothingLeft();
  }

  @Test
  void flushedPostIsNotExecuted() {
    byte[] before = far.fill(0, 64, 1);
    far.receive(1, 128, 64);
    near.fill(0, 64, 2);
    nearQueue.toError();
    post(nearQueue, near.write(1, 0, 64, far));
    post(nearQueue, near.send(2, 0, 64));
    expect(near, 1, WORK_REQUEST_FLUSHED);
    expect(near, 2, WORK_REQUEST_FLUSHED);
    assertArrayEquals(before, far.bytes(0, 64));
    assertEquals(1, far.receives.posted());
  }

  @Test
  void requestsOutstandingAtToErrorEndOnceEach() {
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      post(nearQueue, near.write(at, 0, 100_000, far));
    }
    nearQueue.toError();
    assertEquals(QueuePairState.ERROR, nearQueue.state());
    boolean flushed = false;
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      Completion completion = next(near);
      assertEquals(at, completion.id());
      assertEquals(flushed ? WORK_REQUEST_FLUSHED : completion.status(), completion.status());
      flushed = completion.status() == WORK_REQUEST_FLUSHED;
      assertTrue(flushed || completion.status() == SUCCESS, completion.toString());
    }
    assertEquals(0, nearQueue.outstanding());
    assertNothingLeft();
  }

  @Test
  void requestsBehindAFailureAreFlushedAndNotExecuted() {
    byte[] before = far.fill(0, 512, 1);
    near.fill(0, 512, 2);
    post(nearQueue, near.write(0, 0, 8, far).remote(far.memory.address() - 1, 0));
    for (int at = 1; at < 10; at++) {
      post(nearQueue, near.write(at, at * 8L, 8, far));
    }
    expect(near, 0, REMOTE_ACCESS_ERROR);
    for (int at = 1; at < 10; at++) {
      expect(near, at, WORK_REQUEST_FLUSHED);
    }
    assertArrayEquals(before, far.bytes(0, 512));
  }

  @Test
  void requestsBeforeAFailureKeepTheirSuccess() {
    for (int at = 0; at < 5; at++) {
      near.word(at * 8L, at + 1);
      post(nearQueue, near.write(at, at * 8L, 8, far));
    }
    post(nearQueue, near.write(5, 0, 8, far).remote(far.memory.address() - 1, 0));
    for (int at = 0; at < 5; at++) {
      expect(near, at, SUCCESS);
      assertEquals(at + 1, far.word(at * 8L));
    }
    expect(near, 5, REMOTE_ACCESS_ERROR);
  }

  @Test
  void failureMovesTheQueuePairToError() {
    WorkRequest refused = near.write(0, 0, 8, far).remote(far.memory.address() - 1, 0);
    assertEquals("0 " + REMOTE_ACCESS_ERROR, perform(refused).outcome());
    assertEquals(QueuePairState.ERROR, nearQueue.state());
  }

  @Test
  void otherQueuePairsLiveOn() {
    QueuePair other = anotherQueue(1);
    perform(near.write(0, 0, 8, far).remote(far.memory.address() - 1, 0));
    far.receive(1, 64, 8);
    post(other, near.send(2, 0, 8));
    expect(near, 2, SUCCESS);
    expect(far, 1, SUCCESS);
    assertEquals(QueuePairState.READY_TO_SEND, other.state());
  }

  @Test
  void halfInErrorRefusesWhatComes() {
    byte[] before = far.fill(0, 64, 1);
    near.fill(0, 64, 2);
    farQueue.toError();
    assertPathFailure(perform(near.write(1, 0, 64, far)));
    assertArrayEquals(before, far.bytes(0, 64));
  }

  @Test
  void halfInErrorConsumesNoReceive() {
    far.receive(1, 0, 64);
    farQueue.toError();
    assertPathFailure(perform(near.send(2, 0, 8)));
    assertEquals(1, far.receives.posted());
    QueuePair other = anotherQueue(1);
    post(other, near.send(3, 0, 8));
    expect(near, 3, SUCCESS);
    expect(far, 1, SUCCESS);
  }

  @Test
  void destroyedHalfDoesNotAnswer() {
    destroy(farQueue);
    assertPathFailure(perform(near.read(1, 0, 64, far)));
    awaitState(nearQueue, QueuePairState.ERROR);
  }

  @Test
  void sendWithoutAReceiveFails() {
    assertEquals("1 " + RECEIVER_NOT_READY_EXCEEDED, perform(near.send(1, 0, 8)).outcome());
    awaitState(nearQueue, QueuePairState.ERROR);
  }

  @Test
  void immediateWithoutAReceiveFails() {
    WorkRequest request = near.oneSided(Opcode.WRITE_WITH_IMMEDIATE, 1, 0, 8, far);
    assertEquals("1 " + RECEIVER_NOT_READY_EXCEEDED, perform(request).outcome());
    awaitState(nearQueue, QueuePairState.ERROR);
  }

  @Test
  void messageLongerThanItsReceiveFailsOnBothSides() {
    byte[] before = far.fill(0, 256, 1);
    near.fill(0, 256, 2);
    far.receive(1, 64, 63);
    assertEquals("2 " + REMOTE_INVALID_REQUEST, perform(near.send(2, 0, 64)).outcome());
    assertEquals(farQueue.number(), expect(far, 1, LOCAL_LENGTH_ERROR).queuePair());
    byte[] after = far.bytes(0, 256);
    System.arraycopy(before, 64, after, 64, 63);
    assertArrayEquals(before, after, "memory outside the receive");
    awaitState(nearQueue, QueuePairState.ERROR);
  }

  private static void assertPathFailure(Completion completion) {
    assertTrue(completion.status().isPathFailure(), completion.toString());
  }
}
