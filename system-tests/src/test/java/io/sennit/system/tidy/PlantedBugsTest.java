// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bugs that {@code simulator/src/test/planted/find} plants can be planted: code moves on. */
final class PlantedBugsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PLANTED = ROOT.resolve("simulator/src/test/planted");

  @Test
  void everyPatchFitsTheSources() throws IOException, InterruptedException {
    List<Path> patches;
    try (Stream<Path> files = Files.list(PLANTED)) {
      patches =
          files.filter(file -> file.toString().endsWith(".patch")).sorted().toList();
    }
    List<String> misfits = new ArrayList<>();
    for (Path patch : patches) {
      String complaint = tryToApply(patch);
      if (!complaint.isEmpty()) {
        misfits.add(patch.getFileName() + ": " + complaint);
      }
    }
    assertTrue(patches.size() >= 10, () -> patches.size() + " patches in " + PLANTED);
    assertEquals(List.of(), misfits);
  }

  private static String tryToApply(Path patch) throws IOException, InterruptedException {
    Process git = new ProcessBuilder(
            "git", "apply", "--check", patch.toAbsolutePath().toString())
        .directory(ROOT.toFile())
        .redirectErrorStream(true)
        .start();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return git.waitFor() == 0 ? said : said + "exit status " + git.exitValue();
  }
}
