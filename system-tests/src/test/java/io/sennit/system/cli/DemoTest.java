// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a user runs it, though with fewer calls and a smaller file. */
@Timeout(240)
final class DemoTest {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final List<String> KEYS = List.of(
      "provider",
      "calls",
      "failedCalls",
      "serverExecutions",
      "bytes",
      "bytesBy.send",
      "bytesBy.read",
      "bytesBy.write",
      "sha256Equal",
      "throughputBytesPerSecond",
      "smallCallMicros.p50",
      "smallCallMicros.p99",
      "paths");

  @TempDir
  Path directory;

  @Test
  void twoAtOnceSucceedAndEachPrintsOneObjectWithEveryKey() throws IOException {
    String file = file(24 << 20);
    try (Running one = start("--json", "--calls", "200", "--file", file);
        Running other = start("--json", "--calls", "300", "--file", file)) {
      assertReport(one.await().assertSuccess(), 200, 24 << 20);
      assertReport(other.await().assertSuccess(), 300, 24 << 20);
    }
    assertEquals(List.of(), leftovers());
  }

  @Test
  void ctrlCInTheMiddleOfTheFileEndsBothProcessesAndLeavesNothing() throws IOException {
    try (Running demo = start("--calls", "5", "--file", file(1L << 34))) {
      demo.awaitUntil("the file is on its way", this::hasBegun);
      List<ProcessHandle> servers = demo.descendants();
      assertFalse(servers.isEmpty(), demo::toString);
      long startNanos = System.nanoTime();
      demo.interruptGroup();
      Ended ended = demo.await();
      assertBound(startNanos, ended);
      assertEquals(130, ended.status(), ended::toString);
      assertEquals("", ended.err(), ended::toString);
      assertGone(servers);
      assertEquals(List.of(), leftovers());
    }
  }

  @Test
  void aKilledServerEndsTheDemoWithASentence() throws IOException {
    try (Running demo = start("--calls", "5", "--file", file(1L << 34))) {
      demo.awaitUntil("the file is on its way", this::hasBegun);
      List<ProcessHandle> servers = demo.descendants();
      long startNanos = System.nanoTime();
      servers.forEach(ProcessHandle::destroyForcibly);
      Ended ended = demo.await();
      assertBound(startNanos, ended);
      assertEquals(1, ended.status(), ended::toString);
      ended.assertSentence("server process ended in the middle", "137", "run the demo again");
      assertEquals(List.of(), leftovers());
    }
  }

  @Test
  void aKilledClientTakesItsServersAlong() throws IOException {
    try (Running demo = start("--calls", "5", "--file", file(1L << 34))) {
      demo.awaitUntil("the file is on its way", this::hasBegun);
      List<ProcessHandle> servers = demo.descendants();
      demo.kill();
      assertGone(servers);
    }
  }

  private static void assertReport(Ended ended, long calls, long fileBytes) {
    JsonObject report = JsonParser.parseString(ended.out()).getAsJsonObject();
    assertRun(report, calls, fileBytes);
    assertRun(report.getAsJsonObject("shm"), calls, fileBytes);
    assertRun(report.getAsJsonObject("grpcNetty"), calls, fileBytes);
    assertEquals(4, report.getAsJsonArray("paths").size(), ended::toString);
    for (JsonElement path : report.getAsJsonArray("paths")) {
      JsonObject seen = path.getAsJsonObject();
      assertTrue(seen.has("label") && seen.get("share").getAsDouble() >= 0.05, ended::toString);
    }
    assertTrue(report.get("cutStallMillis").getAsDouble() > 0, ended::toString);
    assertTrue(report.get("rebuiltPathBytes").getAsLong() > 0, ended::toString);
  }

  private static void assertRun(JsonObject run, long smallCalls, long fileBytes) {
    List<String> missing = KEYS.stream().filter(key -> find(run, key).isEmpty()).toList();
    assertEquals(List.of(), missing, run::toString);
    long calls = smallCalls + 2; // One for each direction of the file.
    assertEquals(calls, run.get("calls").getAsLong(), run::toString);
    assertEquals(calls, run.get("serverExecutions").getAsLong(), run::toString);
    assertEquals(0, run.get("failedCalls").getAsLong(), run::toString);
    assertEquals(2 * fileBytes, run.get("bytes").getAsLong(), run::toString);
    assertTrue(run.get("sha256Equal").getAsBoolean(), run::toString);
  }

  private static Optional<JsonElement> find(JsonElement report, String key) {
    Optional<JsonElement> found = Optional.of(report);
    for (String name : key.split("\\.", -1)) {
      found = found.map(JsonElement::getAsJsonObject).map(object -> object.get(name));
    }
    return found;
  }

  private Running start(String... arguments) {
    String[] line = Stream.concat(Stream.of("demo"), Stream.of(arguments)).toArray(String[]::new);
    return Launch.whereAServerIs(directory).under(Shell.inGroupOfItsOwn()).start(line);
  }

  private String file(long bytes) throws IOException {
    Path file = directory.resolve("file");
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(bytes); // Takes no room on the disk.
    }
    return file.toString();
  }

  /** Whether some server has a part of the file. */
  private boolean hasBegun() {
    try (Stream<Path> files = Files.find(directory, 5, (_, seen) -> seen.isRegularFile())) {
      return files
          .filter(file -> file.toString().endsWith("-part"))
          .map(Path::toFile)
          .anyMatch(file -> file.length() > 0);
    } catch (IOException | UncheckedIOException e) {
      return false; // The demo is just making its directories.
    }
  }

  private List<String> leftovers() {
    return Shell.run("ls -A " + directory)
        .lines()
        .filter(name -> !name.equals("file"))
        .toList();
  }

  private static void assertBound(long startNanos, Ended ended) {
    long nanos = System.nanoTime() - startNanos;
    assertTrue(nanos < BOUND_NANOS, () -> "ended after " + nanos + " ns: " + ended);
  }

  private static void assertGone(List<ProcessHandle> processes) {
    processes.forEach(
        process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
  }
}
