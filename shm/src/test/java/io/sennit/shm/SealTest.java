// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever holds the file cannot make a mapping fault by changing its size. */
final class SealTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 4096, 1L << 40})
  void theSizeOfASharedFileNeverChanges(long newBytes) throws Exception {
    try (Pair pair = Pair.connected()) {
      List<Path> files = sharedFiles();
      assertTrue(files.size() >= 2, "files " + files);
      for (Path file : files) {
        long before = Files.size(file);
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
          assertThrows(IOException.class, () -> opened.setLength(newBytes), file.toString());
        }
        assertEquals(before, Files.size(file));
      }
      pair.inviting.region.segment().set(ValueLayout.JAVA_LONG, 0, 1);
      assertEquals(1, pair.inviting.region.segment().get(ValueLayout.JAVA_LONG, 0));
    }
  }

  private static List<Path> sharedFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.filter(SealTest::isShared).toList();
    }
  }

  private static boolean isShared(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().contains("memfd:sennit");
    } catch (IOException gone) {
      return false;
    }
  }
}
