// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
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

  @Test
  void queueThatWasEmptiedOverflowsAnew() {
    overflow();
    assertTrue(small.arm(), "the queue is empty");
    overflow();
  }
}
