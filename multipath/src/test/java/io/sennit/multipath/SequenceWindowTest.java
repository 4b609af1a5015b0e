// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each number once; never past a gap. */
final class SequenceWindowTest {
  @Test
  void neverSlidesPastAGap() {
    SequenceWindow window = new SequenceWindow(128);
    for (long sequence = 1; sequence < 128; sequence++) {
      assertTrue(window.accept(sequence), "sequence " + sequence);
    }
    assertEquals(0, window.base());
    assertFalse(window.accept(128));
    assertTrue(window.accept(0));
    assertEquals(128, window.base());
    assertTrue(window.accept(128));
  }

  @Test
  void whatIsBeyondLeavesNoTrace() {
    SequenceWindow window = new SequenceWindow(64);
    assertFalse(window.accept(64));
    assertFalse(window.accept(Long.MAX_VALUE));
    for (long sequence = 0; sequence < 64; sequence++) {
      assertTrue(window.accept(sequence), "sequence " + sequence);
    }
    assertTrue(window.accept(64));
  }

  @Test
  void everyNumberIsFreshOnceInAnyOrder() {
    Randomness randomness = Randomness.seeded(17);
    SequenceWindow window = new SequenceWindow(128);
    List<Long> waiting = new ArrayList<>();
    long next = 0;
    long fresh = 0;
    for (int i = 0; i < 200_000; i++) {
      while (next < window.end() && waiting.size() < 100) {
        waiting.add(next++);
      }
      long sequence = waiting.get(randomness.nextInt(waiting.size()));
      assertTrue(window.accept(sequence), "sequence " + sequence);
      assertFalse(window.accept(sequence), "sequence " + sequence);
      assertFalse(window.accept(randomness.nextInt((int) window.base() + 1) - 1L));
      waiting.remove(sequence);
      fresh++;
    }
    assertEquals(fresh + waiting.size(), next);
  }
}
