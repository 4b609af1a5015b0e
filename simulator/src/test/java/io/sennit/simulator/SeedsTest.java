// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SeedsTest {
  @Test
  void partsHaveSequencesOfTheirOwn() {
    Set<Long> first = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      for (String part : new String[] {"a", "b", "ab", "ba", ""}) {
        first.add(new Seeds(seed).randomness(part).nextLong());
      }
    }
    assertEquals(500, first.size(), "different first numbers");
  }

  @Test
  void sameSeedAndNameGiveTheSameNumbersOnEveryMachine() {
    assertEquals(-5_412_955_197_860_082_377L, new Seeds(1).child("link 3").seed());
    assertEquals(
        new Seeds(5).randomness("x").nextLong(), new Seeds(5).randomness("x").nextLong());
  }

  @Test
  void traceHashDependsOnEveryNumberAndOnTime() {
    TraceEvent event = TraceEvent.of("lost", "link", "bytes", "cause");
    Set<Long> hashes = new HashSet<>();
    for (int changed = 0; changed < 5; changed++) {
      World world = World.of(1);
      world.scheduler().runUntil(changed == 4 ? 1 : 0);
      world.trace().add(event, changed == 1 ? 1 : 0, changed == 2 ? 1 : 0, changed == 3 ? 1 : 0);
      hashes.add(world.trace().hash());
    }
    assertEquals(5, hashes.size(), "different hashes");
  }

  @Test
  void readingTheTraceDoesNotChangeIt() {
    World silent = World.of(1);
    World read = World.of(1);
    StringBuilder text = new StringBuilder();
    read.trace().readBy(line -> text.append(line).append('\n'));
    TraceEvent event = TraceEvent.of("lost", "link", "bytes", "cause");
    for (World world : new World[] {silent, read}) {
      world.scheduler().runUntil(1_500_000_000);
      world.trace().add(event, 1, 2, 3);
    }
    assertEquals("1.500000000 lost link=1 bytes=2 cause=3\n", text.toString());
    assertEquals(silent.trace().hash(), read.trace().hash());
    assertNotEquals(0, silent.trace().hash());
  }
}
