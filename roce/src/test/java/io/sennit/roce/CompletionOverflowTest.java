// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** A completion queue without room ends its queue pairs, each time anew. */
final class CompletionOverflowTest {
  private static final int DEPTH = 2;
  private static final long PATIENCE_NANOS = 1_000_000_000L;

  private final Pair pair = new Pair(1, 1024);
  private final CompletionQueue small = pair.near.domain.createCompletionQueue(DEPTH);
  private final WorkCompletion[] polled = {
    new WorkCompletion(), new WorkCompletion(), new WorkCompletion(), new WorkCompletion()
  };

  /** Overflows the queue by requests of a new queue pair. */
  private void overflow() {
    pair.near.queuePair.destroy();
    pair.far.queuePair.destroy();
    pair.near.queuePair = pair.near.queuePair(small);
    pair.far.queuePair = pair.far.anotherQueuePair();
    pair.connect();
    for (int id = 0; id <= DEPTH; id++) {
      assertEquals(
          PostStatus.POSTED,
          pair.near.queuePair.post(pair.near.request(Opcode.WRITE, id, 0, 8, pair.far)));
    }
    RoceQueuePair queuePair = pair.near.queuePair;
    pair.run(() -> queuePair.state() == QueuePairState.ERROR, PATIENCE_NANOS);
    assertEquals(QueuePairState.ERROR, queuePair.state());
    assertEquals(DEPTH + 1, small.poll(polled), "completions");
  }

  /** What is answered behind WRITEs whose own answers were lost, and completes them. */
  private void overflowByAnAnswer(Opcode opcode) {
    pair.near.queuePair.destroy();
    pair.far.queuePair.destroy();
    pair.near.queuePair = pair.near.queuePair(small);
    pair.far.queuePair = pair.far.anotherQueuePair();
    pair.connect();
    RoceQueuePair queuePair = pair.near.queuePair;
    queuePair.post(pair.near.request(Opcode.WRITE, 0, 0, 8, pair.far));
    assertTrue(pair.run(() -> small.poll(polled) == 1, PATIENCE_NANOS), "no round trip");
    pair.far.fill(0, Long.BYTES, pair.random());
    byte[] before = pair.near.bytes(0, Long.BYTES);
    long received = pair.far.count(EngineCounters.Kind.RECEIVED);
    for (int id = 0; id <= DEPTH; id++) {
      queuePair.post(pair.near.request(Opcode.WRITE, id, 8, 8, pair.far));
    }
    queuePair.post(pair.near.request(opcode, DEPTH + 1, 0, 8, pair.far));
    assertTrue(pair.run(() -> true, PATIENCE_NANOS), "one turn");
    pair.faults = Faults.loss(1000);
    long writes = received + DEPTH + 1;
    pair.run(() -> pair.far.count(EngineCounters.Kind.RECEIVED) == writes, PATIENCE_NANOS);
    pair.faults = Faults.NONE;
    pair.run(() -> queuePair.state() == QueuePairState.ERROR, PATIENCE_NANOS);
    assertEquals(QueuePairState.ERROR, queuePair.state());
    assertEquals(0, pair.near.count(EngineCounters.Kind.TIMEOUT), "time-outs");
    assertEquals(DEPTH + 2, small.poll(polled), "completions");
    assertArrayEquals(before, pair.near.bytes(0, Long.BYTES), "placed, though it has ended");
    assertEquals(0, BurstWriter.EMPTY.segment().get(ValueLayout.JAVA_LONG, 0), "what all share");
  }

  @Test
  void readThatOverflowsTheQueueIsNotPlaced() {
    overflowByAnAnswer(Opcode.READ);
  }

  @Test
  void atomicThatOverflowsTheQueueIsNotPlaced() {
    overflowByAnAnswer(Opcode.FETCH_AND_ADD);
  }

  @Test
  void queueThatWasEmptiedOverflowsAnew() {
    overflow();
    assertTrue(small.arm(), "the queue is empty");
    overflow();
  }
}
