// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AbandonedDirectoriesTest {
  @TempDir
  Path all;

  private Path directory(String name) throws IOException {
    Path inner = Files.createDirectories(all.resolve(name).resolve("inner"));
    Files.writeString(inner.resolve("file"), "text");
    return all.resolve(name);
  }

  @Test
  void whatNobodyHoldsIsRemovedAndAllElseStays() throws IOException {
    Path dead = directory("sennit-demo-dead");
    AbandonedDirectories.hold(dead).close();
    Path beginning = directory("sennit-demo-beginning");
    Path strange = directory("sennit-strange");
    AbandonedDirectories.hold(strange).close();
    Path own = directory("sennit-demo-own");
    try (FileChannel held = AbandonedDirectories.hold(own)) {
      AbandonedDirectories.removeBeside(own);
      assertTrue(held.isOpen());
    }
    assertFalse(Files.exists(dead), "nobody holds it");
    for (Path each : new Path[] {beginning, strange, own}) {
      assertTrue(Files.exists(each.resolve("inner").resolve("file")), each::toString);
    }
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path elsewhere = directory("elsewhere");
    AbandonedDirectories.hold(elsewhere).close();
    Files.createSymbolicLink(all.resolve("sennit-demo-link"), elsewhere);
    AbandonedDirectories.removeBeside(directory("sennit-demo-own"));
    assertTrue(Files.exists(elsewhere.resolve("inner").resolve("file")), "it was followed");
  }
}
