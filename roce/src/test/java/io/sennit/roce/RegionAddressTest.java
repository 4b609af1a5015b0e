// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a peer is told of where memory lies. */
final class RegionAddressTest {
  private static MemoryRegion region(long seed) {
    return new Pair(seed, 1024).near.domain.allocate(10_000, Set.of(Access.REMOTE_READ));
  }

  @Test
  void addressesSayNothingOfThisProcess() {
    MemoryRegion region = region(1);
    assertNotEquals(region.segment().address(), region.address());
    assertEquals(0, region.address() & 4095, "start of a page");
    assertTrue(region.address() >= 0 && region.address() < 1L << 62, "no sum wraps");
  }

  @Test
  void sameRandomnessGivesTheSameAddresses() {
    assertEquals(region(7).address(), region(7).address());
    assertNotEquals(region(7).address(), region(8).address());
  }
}
