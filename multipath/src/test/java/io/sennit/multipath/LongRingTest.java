// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

final class LongRingTest {
  @Test
  void holdsItsBoundAndNoMore() {
    LongRing ring = new LongRing(100);
    for (int i = 0; i < 100; i++) {
      assertTrue(ring.add(i), "item " + i);
    }
    assertFalse(ring.add(100), "one too many");
    for (int i = 0; i < 100; i++) {
      assertEquals(i, ring.poll());
    }
    assertTrue(ring.isEmpty(), "something is left");
  }

  @Test
  void keepsItsOrderHoweverItGrowsAndWraps() {
    for (int seed = 1; seed <= 100; seed++) {
      Randomness random = Randomness.seeded(seed);
      int capacity = 1 + random.nextInt(200);
      LongRing ring = new LongRing(capacity);
      ArrayDeque<Long> model = new ArrayDeque<>();
      for (long i = 0; i < 2_000; i++) {
        if (random.nextInt(5) < 3) {
          assertEquals(model.size() < capacity, ring.add(i), "seed " + seed + ", item " + i);
          if (model.size() < capacity) {
            model.add(i);
          }
        } else if (!model.isEmpty()) {
          assertEquals(model.remove(), ring.poll(), "seed " + seed + ", item " + i);
        }
        assertEquals(model.size(), ring.size(), "seed " + seed + ", item " + i);
      }
    }
  }
}
