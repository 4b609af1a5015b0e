// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Java of {@code java.base} alone is enough: Flight Recorder and JMX may be missing. */
final class SmallestJavaTest {
  private static final Path HOME = Path.of(System.getProperty("java.home"));

  @TempDir
  private Path directory;

  private String run(List<String> line, int seconds) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.redirectErrorStream(true).redirectOutput(out.toFile());
    Process process = builder.start();
    boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String said = Files.readString(out, StandardCharsets.UTF_8);
    assertTrue(ended, "still running: " + said);
    assertEquals(0, process.exitValue(), said);
    return said;
  }

  @Test
  void callsWorkWithoutFlightRecorderAndJmx() throws Exception {
    Path image = directory.resolve("java");
    List<String> link = List.of(
        HOME.resolve("bin/jlink").toString(),
        "--add-modules",
        "java.base",
        "--output",
        image.toString());
    String _ = run(link, 120);
    List<String> call = List.of(
        image.resolve("bin/java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-XX:TieredStopAtLevel=1",
        "-Dsennit.connectTimeout=60s",
        "-cp",
        System.getProperty("java.class.path"),
        OneCall.class.getName(),
        "shm",
        "roce");
    String said = run(call, 150);
    assertTrue(said.contains("over shm\n") && said.contains("over roce\n"), said);
  }
}
