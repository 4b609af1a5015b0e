// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this process holds of the kernel. */
final class Descriptors {
  private static final String MEMORY = "memfd:sennit";

  private Descriptors() {}

  /** Open files of the kinds that this room opens, by number and kind. */
  static Set<String> open() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files
          .map(Descriptors::describe)
          .filter(text -> text.matches(".*(" + MEMORY + "|socket|anon_inode).*"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** As {@link #open}, for conditions. */
  static Set<String> openNow() {
    try {
      return open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What has been opened since and is still open. */
  static Set<String> since(Set<String> before) {
    Set<String> now = openNow();
    now.removeAll(before);
    return now;
  }

  private static String describe(Path file) {
    try {
      return file.getFileName() + " " + Files.readSymbolicLink(file);
    } catch (IOException gone) {
      return "";
    }
  }

  /** Mappings of shared files. */
  static Set<String> mappings() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.contains(MEMORY))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
