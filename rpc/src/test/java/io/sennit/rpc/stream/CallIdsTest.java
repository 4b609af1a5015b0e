// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallIdsTest {
  @Test
  void remembersForEverWhatItSaw() {
    CallIds ids = new CallIds();
    Randomness random = Randomness.seeded(7);
    Set<Long> model = new HashSet<>();
    List<Long> missing = new ArrayList<>();
    long next = 1;
    for (int i = 0; i < 200_000; i++) {
      while (missing.size() < 100) {
        missing.add(next++);
      }
      long id = missing.remove(random.nextInt(missing.size()));
      assertTrue(ids.isPlausible(id), () -> id + " is near");
      assertFalse(ids.hasSeen(id), () -> id + " is new");
      ids.see(id);
      model.add(id);
      long probe = 1L + random.nextInt((int) next);
      assertEquals(model.contains(probe), ids.hasSeen(probe), () -> "id " + probe);
    }
    assertEquals(model.size(), ids.count());
  }

  @Test
  void refusesWhatNoCorrectClientSends() {
    CallIds ids = new CallIds();
    assertFalse(ids.isPlausible(0), "the session's");
    assertFalse(ids.isPlausible(-1), "negative");
    assertTrue(ids.isPlausible(CallIds.WINDOW), "the last of the window");
    assertFalse(ids.isPlausible(CallIds.WINDOW + 1L), "beyond the window");
    assertFalse(ids.isPlausible(Long.MAX_VALUE), "far beyond");
    ids.see(1);
    assertTrue(ids.isPlausible(CallIds.WINDOW + 1L), "the window has moved");
    assertThrows(IllegalStateException.class, () -> ids.see(1));
  }

  @Test
  void aHoleHoldsTheWindow() {
    CallIds ids = new CallIds();
    for (long id = 2; id <= CallIds.WINDOW; id++) {
      ids.see(id);
    }
    assertFalse(ids.isPlausible(CallIds.WINDOW + 1L), "1 is missing");
    ids.see(1);
    assertTrue(ids.hasSeen(CallIds.WINDOW), "kept");
    assertFalse(ids.hasSeen(CallIds.WINDOW + 1L), "a bit that was used before");
  }
}
