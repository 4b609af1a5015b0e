// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is registered comes from the kernel and goes back there at once. */
final class GivenBackTest {
  private static final int REGIONS = 16;
  private static final int PAGE_BYTES = 4096;

  /** The C library keeps such ones for itself. */
  private static final int BYTES = 100_000;

  @Test
  void registeredMemoryIsZeroedAndUnmappedWhenItsRegionEnds() throws Exception {
    try (Duo duo = Duo.open(Map.of())) {
      List<MemoryRegion> regions = new ArrayList<>();
      List<Long> addresses = new ArrayList<>();
      for (int i = 0; i < REGIONS; i++) {
        MemoryRegion made = duo.near.domain.allocate(BYTES, Set.of(Access.LOCAL_WRITE));
        for (long at = 0; at < BYTES; at += PAGE_BYTES) {
          assertEquals(0, made.segment().get(ValueLayout.JAVA_BYTE, at));
          made.segment().set(ValueLayout.JAVA_BYTE, at, (byte) 1);
        }
        regions.add(made);
        addresses.add(made.segment().address());
      }
      for (long address : addresses) {
        assertTrue(isMapped(address), Long.toHexString(address));
      }
      for (MemoryRegion region : regions) {
        assertTrue(region.deregister(), "nobody uses it");
      }
      List<String> kept = addresses.stream()
          .filter(GivenBackTest::isMapped)
          .map(Long::toHexString)
          .toList();
      assertEquals(List.of(), kept);
    }
  }

  private static boolean isMapped(long address) {
    try {
      return Files.readAllLines(Path.of("/proc/self/maps")).stream().anyMatch(line -> {
        String[] range = line.substring(0, line.indexOf(' ')).split("-", 2);
        return Long.compareUnsigned(address, Long.parseUnsignedLong(range[0], 16)) >= 0
            && Long.compareUnsigned(address, Long.parseUnsignedLong(range[1], 16)) < 0;
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
