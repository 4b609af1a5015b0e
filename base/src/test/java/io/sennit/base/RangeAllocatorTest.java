// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RangeAllocatorTest {
  private static final int GRANULE = 64;

  @Test
  void wholeBlockCanBeTakenAndGivenBack() {
    RangeAllocator allocator = new RangeAllocator(1024, GRANULE);
    assertEquals(0, allocator.allocate(1024));
    assertEquals(RangeAllocator.NONE, allocator.allocate(1));
    allocator.free(0, 1024);
    assertEquals(0, allocator.allocate(1000));
  }

  @Test
  void tooLargeIsRefused() {
    assertEquals(RangeAllocator.NONE, new RangeAllocator(1024, GRANULE).allocate(1025));
  }

  @Test
  void aRangeIsFreedOnce() {
    RangeAllocator allocator = new RangeAllocator(1024, GRANULE);
    long offset = allocator.allocate(100);
    allocator.free(offset, 100);
    assertThrows(IllegalStateException.class, () -> allocator.free(offset, 100));
    assertThrows(IllegalStateException.class, () -> allocator.free(-64, 64));
    assertThrows(IllegalStateException.class, () -> allocator.free(4096, 64));
  }

  @Test
  void capacityMustBeAPowerOfTwoTimesTheGranule() {
    assertThrows(IllegalArgumentException.class, () -> new RangeAllocator(1000, GRANULE));
    assertThrows(IllegalArgumentException.class, () -> new RangeAllocator(192, GRANULE));
  }

  /** A model that marks every granule: no overlap, no leak, and merging really happens. */
  @Test
  void randomTakingAndGivingNeverOverlaps() {
    for (long seed = 0; seed < 50; seed++) {
      runAgainstModel(Randomness.seeded(seed), "seed " + seed);
    }
  }

  private static void runAgainstModel(Randomness random, String seed) {
    RangeAllocator allocator = new RangeAllocator(64 * GRANULE, GRANULE);
    Map<Long, Long> live = new HashMap<>();
    BitSet taken = new BitSet();
    for (int step = 0; step < 500; step++) {
      if (random.nextInt(3) > 0) {
        take(allocator, live, taken, 1 + random.nextInt(20 * GRANULE), seed);
      } else if (!live.isEmpty()) {
        give(allocator, live, taken, random);
      }
      assertEquals((long) taken.cardinality() * GRANULE, allocator.usedBytes(), seed);
    }
    while (!live.isEmpty()) {
      give(allocator, live, taken, random);
    }
    assertEquals(0, allocator.allocate(allocator.capacityBytes()), seed + ": everything merged");
  }

  private static void take(
      RangeAllocator allocator, Map<Long, Long> live, BitSet taken, long bytes, String seed) {
    long offset = allocator.allocate(bytes);
    if (offset == RangeAllocator.NONE) {
      return;
    }
    int from = (int) (offset / GRANULE);
    int to = from + (int) (allocator.roundedBytes(bytes) / GRANULE);
    int nextTaken = taken.nextSetBit(from);
    assertTrue(nextTaken < 0 || nextTaken >= to, seed + ": overlap at " + offset);
    assertEquals(0, offset % allocator.roundedBytes(bytes), seed + ": alignment");
    taken.set(from, to);
    live.put(offset, bytes);
  }

  private static void give(
      RangeAllocator allocator, Map<Long, Long> live, BitSet taken, Randomness random) {
    Long offset =
        live.keySet().stream().skip(random.nextInt(live.size())).findFirst().orElseThrow();
    long bytes = live.getOrDefault(offset, 0L);
    live.remove(offset);
    allocator.free(offset, bytes);
    int from = (int) (offset / GRANULE);
    taken.clear(from, from + (int) (allocator.roundedBytes(bytes) / GRANULE));
  }
}
