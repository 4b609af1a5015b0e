// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.roce.udp.CapturedLink;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The invariant CRC covers the IPv4 identification and the DF bit, which no socket shows: what the
 * kernel really writes there is seen on a link, behind the place where it cuts.
 */
final class SegmentNumbersTest {
  private static final int PORT = 9999;

  @TempDir
  private Path directory;

  @Test
  void kernelNumbersTheSegmentsOfABurstFromZeroAndOtherPacketsAreZero() throws Exception {
    assumeTrue(CapturedLink.obstacle().isEmpty(), () -> CapturedLink.obstacle());
    try (CapturedLink link = CapturedLink.open(directory)) {
      String said = link.run(
          SegmentSender.class,
          CapturedLink.NEAR_ADDRESS,
          CapturedLink.FAR_ADDRESS,
          Integer.toString(PORT));
      assertEquals("whole 0 apart 8", said);
      List<String> seen = link.captured(PORT, 16);
      assertTrue(
          seen.stream().allMatch(line -> line.endsWith("\tTrue") || line.endsWith("\t1")),
          seen::toString);
      assertEquals(
          List.of(0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0),
          seen.stream().map(line -> Integer.decode(line.split("\t", -1)[0])).toList());
    }
  }
}
