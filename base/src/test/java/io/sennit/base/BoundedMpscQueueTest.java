// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BoundedMpscQueueTest {
  @Test
  void refusesWhenFullAndTakesAgainAfterAPoll() {
    BoundedMpscQueue<Integer> queue = new BoundedMpscQueue<>(3);
    assertEquals(4, queue.capacity(), "rounded up");
    for (int i = 0; i < 4; i++) {
      assertTrue(queue.offer(i), "offer " + i);
    }
    assertFalse(queue.offer(4), "full");
    assertEquals(0, queue.poll());
    assertTrue(queue.offer(4), "room again");
    for (int i = 1; i <= 4; i++) {
      assertEquals(i, queue.poll());
    }
    assertNull(queue.poll(), "empty");
    assertTrue(queue.isEmpty(), "size " + queue.size());
  }

  @Test
  void oneSlotIsEnough() {
    BoundedMpscQueue<Integer> queue = new BoundedMpscQueue<>(1);
    for (int i = 0; i < 10; i++) {
      assertTrue(queue.offer(i), "offer " + i);
      assertFalse(queue.offer(-1), "full at " + i);
      assertEquals(i, queue.poll());
    }
  }

  @Test
  void refusesNonsenseCapacities() {
    assertThrows(IllegalArgumentException.class, () -> new BoundedMpscQueue<>(0));
    assertThrows(IllegalArgumentException.class, () -> new BoundedMpscQueue<>((1 << 24) + 1));
  }

  @Test
  void losesNothingAndKeepsEachProducersOrder() throws InterruptedException {
    int producers = 4;
    int each = 50_000;
    BoundedMpscQueue<long[]> queue = new BoundedMpscQueue<>(64);
    List<Thread> threads = new ArrayList<>();
    for (int p = 0; p < producers; p++) {
      int producer = p;
      threads.add(Thread.ofPlatform().start(() -> produce(queue, producer, each)));
    }
    long[] next = new long[producers];
    for (int taken = 0; taken < producers * each; ) {
      long[] element = queue.poll();
      if (element == null) {
        Thread.onSpinWait();
        continue;
      }
      int producer = (int) element[0];
      assertEquals(next[producer]++, element[1], "order of producer " + producer);
      taken++;
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertTrue(queue.isEmpty(), "left over: " + queue.size());
  }

  private static void produce(BoundedMpscQueue<long[]> queue, int producer, int count) {
    for (int i = 0; i < count; i++) {
      long[] element = {producer, i};
      while (!queue.offer(element)) {
        Thread.onSpinWait();
      }
    }
  }
}
