// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same seed is the same world in every process. */
final class SameTraceTest {
  private static final List<String> SEEDS = List.of("1", "2", "3");

  @TempDir
  Path directory;

  /** Identity hashes are random by default, all 1 with 2, and a sequence with 3. */
  @Test
  @Timeout(120)
  void identityHashesDoNotShow() throws IOException, InterruptedException {
    List<String> constant = hashes(2);
    assertEquals(SEEDS.size(), constant.size(), constant::toString);
    assertEquals(constant, hashes(3));
  }

  private List<String> hashes(int way) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:hashCode=" + way,
        "--enable-native-access=ALL-UNNAMED",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
        "-cp",
        System.getProperty("java.class.path"),
        HashPrinter.class.getName()));
    line.addAll(SEEDS);
    Path output = directory.resolve("hashes-" + way);
    Process process = new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertTrue(ended && process.exitValue() == 0, () -> "ended: " + ended + ", " + text);
    return text.lines().toList();
  }
}
