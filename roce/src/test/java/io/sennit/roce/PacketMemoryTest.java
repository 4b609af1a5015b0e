// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PacketMemoryTest {
  @TempDir
  private Path directory;

  /** A buffer of the JDK is shorter than 2 GiB by 9 bytes. The file is all hole. */
  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) - 9, (1L << 31) - 8, (1L << 31) - 1, 1L << 31, 5L << 30})
  void viewsAreMadeOfRegionsOfAnyLength(long bytes) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel file = FileChannel.open(
            directory.resolve("sparse"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment untouched = file.map(MapMode.READ_WRITE, 0, bytes, arena);
      assertEquals(bytes, PacketMemory.of(untouched).segment().byteSize());
    }
  }
}
