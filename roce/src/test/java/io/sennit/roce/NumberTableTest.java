// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Numbers that peers name things by: none can be guessed, none comes back soon. */
final class NumberTableTest {
  private static final int BITS = 12;
  private static final int HIGHEST = (1 << BITS) - 1;

  /** Something with a number. */
  private record Thing(int number) implements Numbered {}

  /** So few numbers that the next ones would otherwise often be old ones. */
  @Test
  void numberThatWasGivenBackIsNotDrawnForAThousandRounds() {
    NumberTable<Thing> table = new NumberTable<>(Randomness.seeded(1), 4, BITS);
    Deque<Integer> order = new ArrayDeque<>();
    Set<Integer> recent = new HashSet<>();
    for (int round = 0; round < 20_000; round++) {
      int number = table.draw();
      assertFalse(recent.contains(number), number + " came back in round " + round);
      assertTrue(number > 1 && number < HIGHEST, "drew " + number);
      Thing thing = new Thing(number);
      table.add(thing);
      assertSame(thing, table.find(number));
      table.remove(thing);
      assertNull(table.find(number), "found what was removed");
      order.add(number);
      recent.add(number);
      if (order.size() > 1000) {
        recent.remove(order.remove());
      }
    }
  }

  @Test
  void numberThatMeansSomethingElseIsNotDrawn() {
    NumberTable<Thing> table = new NumberTable<>(Randomness.seeded(3), 4, BITS);
    for (int round = 0; round < 1_000; round++) {
      int number = table.draw(each -> each % 8 != 5);
      assertEquals(5, number % 8, "drew " + number);
    }
  }

  @Test
  void onlyTheWholeNumberFindsIt() {
    NumberTable<Thing> table = new NumberTable<>(Randomness.seeded(2), 10_000, 24);
    List<Thing> all = new ArrayList<>();
    for (int count = 0; count < 10_000; count++) {
      Thing thing = new Thing(table.draw());
      table.add(thing);
      all.add(thing);
    }
    assertTrue(table.isFull(), "10,000 of 10,000");
    for (Thing thing : all) {
      assertSame(thing, table.find(thing.number()));
      for (int bit = 0; bit < 24; bit++) {
        Thing other = table.find(thing.number() ^ 1 << bit);
        assertNotSame(thing, other, "found " + thing + " with another bit " + bit);
      }
    }
    assertEquals(10_000, Set.copyOf(all).size(), "distinct numbers");
  }

  /** Two things' numbers say nothing of a third's. */
  @Test
  void numbersHaveNoStep() {
    NumberTable<Thing> table = new NumberTable<>(Randomness.secure(), 1000, 24);
    Set<Integer> steps = new HashSet<>();
    int before = 0;
    for (int count = 0; count < 1000; count++) {
      Thing thing = new Thing(table.draw());
      table.add(thing);
      steps.add(thing.number() - before);
      before = thing.number();
    }
    assertTrue(steps.size() > 990, steps.size() + " different steps of 1,000");
  }
}
