// SPDX-License-Identifier: Apache-2.0
package io.sennit.tools.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.tools.spi.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class DestinationTest {
  @TempDir
  Path place;

  @Test
  void whatCanBeWrittenIsLeftAsItWas() throws IOException {
    Path there = Files.writeString(place.resolve("there"), "old");
    Destination.requireFile(there, "--html");
    Destination.requireFile(place.resolve("new"), "--html");
    Destination.requireDirectory(place, "--profile");
    assertEquals("old", Files.readString(there));
    try (Stream<Path> left = Files.list(place)) {
      assertEquals(List.of(there), left.toList());
    }
  }

  @Test
  void aDirectoryIsMadeWithThoseAboveIt() {
    Path deep = place.resolve("a").resolve("b");
    Destination.requireDirectory(deep, "--profile");
    assertTrue(Files.isDirectory(deep), deep::toString);
  }

  @Test
  void whereNothingCanBeWrittenIsRefusedWithTheOptionsName() throws IOException {
    Path file = Files.writeString(place.resolve("file"), "");
    assertRefused("its directory is not there", place.resolve("no").resolve("page"));
    assertRefused("it is no regular file", place);
    assertRefused("it is no regular file", Path.of("/dev/null"));
    assertRefused("Not a directory", file.resolve("page"));
    String said = said(() -> Destination.requireDirectory(file, "--profile"));
    assertEquals(
        "Cannot write to " + file + ": something that is no directory is in the way;"
            + " name another place with --profile.",
        said);
  }

  /** Root, too, may not write there, whatever the modes say. */
  @Test
  void aPlaceThatTakesNoFilesIsRefused() {
    String said = said(() -> Destination.requireDirectory(Path.of("/proc/self"), "--profile"));
    assertTrue(said.startsWith("Cannot write to /proc/self: "), said);
  }

  private static void assertRefused(String why, Path file) {
    assertEquals(
        "Cannot write to " + file + ": " + why + "; name another place with --html.",
        said(() -> Destination.requireFile(file, "--html")));
  }

  private static String said(Executable refused) {
    return String.valueOf(assertThrows(CommandException.class, refused).getMessage());
  }
}
