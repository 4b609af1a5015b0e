// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.REMOTE_ACCESS_ERROR;
import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static io.sennit.verbs.CompletionStatus.WORK_REQUEST_FLUSHED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Feature;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a provider may leave out: immediates of SENDs, unsignalled requests, draining, events. Each
 * case asks for it to be refused where it is not announced.
 */
public abstract class FeatureContract extends VerbsContract {
  private static final int WRITES = 10;

  /** For subclasses. */
  protected FeatureContract() {}

  @Test
  void whatIsNotAnnouncedIsRefused() {
    for (Feature feature : Feature.values()) {
      if (!offers(near, feature)) {
        assertRefused(feature);
      }
    }
    assertEquals(0, nearQueue.outstanding());
    assertEquals(QueuePairState.READY_TO_SEND, nearQueue.state());
    succeed(near.write(2, 0, 8, far));
    assertNothingLeft();
  }

  private void assertRefused(Feature feature) {
    switch (feature) {
      case EVENTS -> assertThrows(UnsupportedOperationException.class, near.domain::takeEvent);
      case DRAIN -> assertThrows(UnsupportedOperationException.class, nearQueue::drain);
      case MEMORY_WINDOWS -> {
        assertThrows(UnsupportedOperationException.class, near.domain::allocateWindow);
        assertInvalid(near.send(1, 0, 8).as(Opcode.SEND_WITH_INVALIDATE, 1));
        assertInvalid(near.send(1, 0, 0).as(Opcode.LOCAL_INVALIDATE, 1));
      }
      case SEND_WITH_IMMEDIATE ->
        assertInvalid(near.send(1, 0, 8).as(Opcode.SEND_WITH_IMMEDIATE, 1));
      case ATOMIC_WRITE -> assertInvalid(near.oneSided(Opcode.ATOMIC_WRITE, 1, 0, 8, far));
      case FLUSH -> assertInvalid(new WorkRequest().reset(Opcode.FLUSH, 1));
      case UNSIGNALLED -> assertInvalid(near.write(1, 0, 8, far).unsignalled());
      case TRAFFIC_CLASSES -> {} // What has no packets has no class either.
    }
  }

  static boolean offers(Half half, Feature feature) {
    return half.domain.capabilities().offers(feature);
  }

  private void assertInvalid(WorkRequest request) {
    assertEquals(PostStatus.INVALID, nearQueue.post(request), request.opcode().name());
  }

  @Test
  void immediateArrivesWithItsMessage() {
    if (!offers(near, Feature.SEND_WITH_IMMEDIATE)) {
      return;
    }
    for (int length : new int[] {0, 100, 10_000}) {
      byte[] sent = near.fill(0, length, length);
      far.receive(1, 16_384, length);
      WorkRequest request = near.send(2, 0, length).as(Opcode.SEND_WITH_IMMEDIATE, 2);
      post(nearQueue, request.immediate(0x12345678 ^ length));
      Completion receive = expect(far, 1, SUCCESS);
      assertEquals("RECEIVE " + length, receive.opcode() + " " + receive.byteLength());
      assertTrue(receive.hasImmediate(), receive::toString);
      assertEquals(0x12345678 ^ length, receive.immediate());
      assertArrayEquals(sent, far.bytes(16_384, length));
      assertEquals(Opcode.SEND_WITH_IMMEDIATE, expect(near, 2, SUCCESS).opcode());
    }
    far.receive(1, 0, 8);
    succeed(near.send(2, 0, 8));
    Completion plain = expect(far, 1, SUCCESS);
    assertFalse(plain.hasImmediate(), plain::toString);
  }

  @Test
  void unsignalledRequestsAreOverWithALaterOne() {
    if (!offers(near, Feature.UNSIGNALLED)) {
      return;
    }
    for (int round = 0; round < 20; round++) {
      for (int at = 0; at < WRITES; at++) {
        near.word(at * 8L, 100 * round + at);
        WorkRequest request = near.write(at, at * 8L, 8, far);
        post(nearQueue, at == WRITES - 1 ? request : request.unsignalled());
      }
      expect(near, WRITES - 1, SUCCESS);
      for (int at = 0; at < WRITES; at++) {
        assertEquals(100 * round + at, far.word(at * 8L), "write " + at);
      }
    }
    assertNothingLeft();
  }

  @Test
  void unsignalledRequestsKeepTheirPlacesUntilALaterCompletion() {
    if (!offers(near, Feature.UNSIGNALLED)) {
      return;
    }
    for (int round = 0; round < 3; round++) {
      for (int at = 1; at < Half.SEND_DEPTH; at++) {
        post(nearQueue, near.write(at, 0, 8, far).unsignalled());
        assertEquals(at, nearQueue.outstanding());
      }
      post(nearQueue, near.write(99, 0, 8, far));
      assertEquals(PostStatus.QUEUE_FULL, nearQueue.post(near.write(1, 0, 8, far)));
      expect(near, 99, SUCCESS);
      assertEquals(0, nearQueue.outstanding());
    }
  }

  @Test
  void failureOfAnUnsignalledRequestIsCompleted() {
    if (!offers(near, Feature.UNSIGNALLED)) {
      return;
    }
    post(nearQueue, near.write(1, 0, 8, far).unsignalled());
    WorkRequest refused = near.write(2, 0, 8, far).remote(far.memory.address() - 1, 0);
    post(nearQueue, refused.unsignalled());
    post(nearQueue, near.write(3, 0, 8, far).unsignalled());
    expect(near, 2, REMOTE_ACCESS_ERROR);
    expect(near, 3, WORK_REQUEST_FLUSHED);
    post(nearQueue, near.write(4, 0, 8, far).unsignalled());
    expect(near, 4, WORK_REQUEST_FLUSHED);
    assertEquals(0, nearQueue.outstanding());
    assertNothingLeft();
  }

  @Test
  void drainedQueueBeginsNothingUntilItIsReadyAgain() {
    if (!offers(near, Feature.DRAIN)) {
      return;
    }
    nearQueue.drain();
    assertEquals(QueuePairState.SEND_QUEUE_DRAIN, nearQueue.state());
    assertTrue(nearQueue.isDrained(), "nothing was posted, and it is not drained");
    byte[] before = far.fill(0, 8, 1);
    near.fill(0, 8, 2);
    post(nearQueue, near.write(1, 0, 8, far));
    for (int round = 0; round < 3; round++) {
      post(farQueue, far.write(2, 64, 8, near));
      expect(far, 2, SUCCESS);
    }
    assertArrayEquals(before, far.bytes(0, 8));
    assertTrue(nearQueue.isDrained(), "what waits has begun");
    nearQueue.readyToSend();
    expect(near, 1, SUCCESS);
    assertArrayEquals(near.bytes(0, 8), far.bytes(0, 8));
    assertFalse(nearQueue.isDrained(), "drained in READY_TO_SEND");
  }

  @Test
  void drainingFinishesWhatHasBegun() {
    if (!offers(near, Feature.DRAIN)) {
      return;
    }
    for (int at = 0; at < 20; at++) {
      post(nearQueue, near.write(at, 0, 100_000, far));
    }
    nearQueue.drain();
    boolean drained = waited(() -> {
      near.drain();
      far.drain();
      return nearQueue.isDrained();
    });
    assertTrue(drained, "not drained in time");
    post(nearQueue, near.write(20, 0, 8, far));
    nearQueue.readyToSend();
    for (int at = 0; at <= 20; at++) {
      expect(near, at, SUCCESS);
    }
    assertNothingLeft();
  }

  @Test
  void onlyAReadyQueueDrains() {
    if (!offers(near, Feature.DRAIN)) {
      return;
    }
    QueuePair fresh = near.queuePair(path(1));
    assertThrows(IllegalStateException.class, fresh::drain);
    nearQueue.drain();
    assertThrows(IllegalStateException.class, nearQueue::drain);
    post(nearQueue, near.write(1, 0, 8, far));
    nearQueue.toError();
    expect(near, 1, WORK_REQUEST_FLUSHED);
    assertThrows(IllegalStateException.class, nearQueue::drain);
  }

  /** The next event of a half, waited for. */
  private String nextEvent(Half half) {
    List<AsyncEvent> taken = new ArrayList<>();
    boolean came = waited(() -> {
      near.drain();
      far.drain();
      half.domain.takeEvent().ifPresent(taken::add);
      return !taken.isEmpty();
    });
    return came ? taken.getFirst().kind() + " " + taken.getFirst().queuePairNumber() : "none";
  }

  @Test
  void drainingEndsWithOneEvent() {
    if (!offers(near, Feature.DRAIN) || !offers(near, Feature.EVENTS)) {
      return;
    }
    for (int round = 0; round < 3; round++) {
      for (int at = 0; at < 10; at++) {
        post(nearQueue, near.write(at, 0, 50_000, far));
      }
      nearQueue.drain();
      assertEquals("SEND_QUEUE_DRAINED " + nearQueue.number(), nextEvent(near));
      assertTrue(nearQueue.isDrained(), "told of, and not so");
      nearQueue.readyToSend();
      for (int at = 0; at < 10; at++) {
        expect(near, at, SUCCESS);
      }
    }
    assertTrue(near.domain.takeEvent().isEmpty(), "one event more");
  }

  @Test
  void refusalIsAnEventOfTheSideThatRefuses() {
    if (!offers(near, Feature.EVENTS)) {
      return;
    }
    perform(near.write(0, 0, 8, far).remote(far.memory.address() - 1, 0));
    assertEquals("QUEUE_PAIR_ACCESS_ERROR " + farQueue.number(), nextEvent(far));
    assertEquals("LAST_RECEIVE_REACHED " + farQueue.number(), nextEvent(far));
    assertTrue(far.domain.takeEvent().isEmpty(), "one event more");
    nearQueue = anotherQueue(1);
    post(nearQueue, near.oneSided(Opcode.FETCH_AND_ADD, 1, 4, 8, far));
    assertEquals("LAST_RECEIVE_REACHED", nextEvent(near).replaceAll(" .*", ""));
    assertEquals("QUEUE_PAIR_REQUEST_ERROR", nextEvent(far).replaceAll(" .*", ""));
  }

  @Test
  void overflowIsAnEvent() {
    if (!offers(near, Feature.EVENTS)) {
      return;
    }
    CompletionQueue shallow = near.domain.createCompletionQueue(1);
    QueuePair queuePair = near.domain.createQueuePair(
        new QueuePairConfig(path(1), shallow, shallow, near.receives, 4));
    link(queuePair, far.queuePair(path(1)));
    post(queuePair, near.write(1, 0, 8, far));
    post(queuePair, near.write(2, 0, 8, far));
    assertEquals("QUEUE_PAIR_FATAL " + queuePair.number(), nextEvent(near));
    assertEquals("LAST_RECEIVE_REACHED " + queuePair.number(), nextEvent(near));
  }
}
