// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.sennit.benchmarks.fabric.Means;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A benchmark as a user runs it. No figure is judged here: that is no matter of a unit test. The
 * case is one whose ends sleep, so that it comes to an end where many tests run side by side.
 */
@Timeout(240)
final class BenchTest {
  private static final String CASE = "sleeping$";
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final List<String> KEYS = List.of(
      "case",
      "metric",
      "unit",
      "sennit",
      "peer",
      "peerValue",
      "ratio",
      "target",
      "met",
      "rounds",
      "spread");

  @TempDir
  Path directory;

  @Test
  void itPrintsOneObjectOfRowsAndWritesAPage() throws IOException {
    try (Running bench =
        start(List.of(), "--json", "--quick", "--case", CASE, "--report", "page.html")) {
      Ended ended = bench.await().assertSuccess();
      JsonObject report = JsonParser.parseString(ended.out()).getAsJsonObject();
      assertTrue(report.getAsJsonObject("machine").has("processors"), ended::toString);
      assertEquals(2, report.getAsJsonArray("rows").size(), ended::toString);
      for (JsonElement row : report.getAsJsonArray("rows")) {
        assertRow(row.getAsJsonObject());
      }
    }
    assertTrue(
        Files.readString(directory.resolve("page.html")).contains("ping-pong 64 B, sleeping"));
  }

  @Test
  void itMakesLinksOfItsOwnForMultipath() {
    boolean means = Means.missing().isEmpty() && Means.has("mptcpize") && Means.has("iperf3");
    Assumptions.assumeTrue(means, "needs the means");
    try (Running bench = Launch.in(directory)
        .start("bench", "multipath", "--json", "--quick", "--case", "4 equal links$")) {
      Ended ended = bench.await().assertSuccess();
      JsonObject report = JsonParser.parseString(ended.out()).getAsJsonObject();
      List<JsonObject> warm = report.getAsJsonArray("rows").asList().stream()
          .map(JsonElement::getAsJsonObject)
          .filter(row -> !row.get("metric").getAsString().endsWith(", cold"))
          .toList();
      assertEquals(15, warm.size(), ended::toString);
      warm.forEach(BenchTest::assertRow);
    }
  }

  /** An overloaded server of ours refuses, and answers more in time than one that does not. */
  @Test
  void itOverloadsServers() {
    try (Running bench = Launch.in(directory).start("bench", "overload", "--json", "--quick")) {
      Ended ended = bench.await().assertSuccess();
      List<JsonObject> rows =
          JsonParser.parseString(ended.out())
              .getAsJsonObject()
              .getAsJsonArray("rows")
              .asList()
              .stream()
              .map(JsonElement::getAsJsonObject)
              .toList();
      assertTrue(
          row(rows, "refused", "under gRPC").get("sennit").getAsDouble() > 0, ended::toString);
      assertTrue(
          row(rows, "answered in time", "grpc-netty").get("ratio").getAsDouble() > 1,
          ended::toString);
    }
  }

  private static JsonObject row(List<JsonObject> rows, String metric, String peer) {
    return rows.stream()
        .filter(row -> row.get("metric").getAsString().equals(metric))
        .filter(row -> row.get("peer").getAsString().equals(peer))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + metric + " beside " + peer + ": " + rows));
  }

  @Test
  void multipathSaysThatItNeedsRoot() {
    Assumptions.assumeTrue(Means.missing().isEmpty(), "only root can become somebody else");
    // Somebody else by name, who can still read the class path in root's home directory.
    List<String> nobody = List.of("unshare", "--user");
    Launch.in(directory)
        .under(nobody)
        .run("bench", "multipath")
        .assertSentence("needs root, for network namespaces");
  }

  private static void assertRow(JsonObject row) {
    assertEquals(List.of(), KEYS.stream().filter(key -> !row.has(key)).toList(), row::toString);
    double sennit = row.get("sennit").getAsDouble();
    double peer = row.get("peerValue").getAsDouble();
    assertTrue(sennit > 0 && peer > 0, row::toString);
    assertEquals(sennit / peer, row.get("ratio").getAsDouble(), 1e-9, row::toString);
  }

  @Test
  void aCaseThatDoesNotExistIsAnsweredWithThoseThatDo() {
    try (Running bench = start(List.of(), "--case", "SENT")) {
      Ended ended = bench.await();
      assertEquals(2, ended.status(), ended::toString);
      for (String word : List.of("No case has 'SENT'", "'SEND 64 B'", "'READ 1 MiB'", "--help")) {
        assertTrue(ended.err().contains(word), () -> "without " + word + ": " + ended);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--report", "--profile"})
  void aPlaceThatCannotBeWrittenIsRefusedBeforeTheFirstRound(String option) throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Ended ended = start(List.of(), option, "file/there").await();
    assertEquals("", ended.out(), ended::toString);
    ended.assertSentence("Cannot write to", "file/there", "name another place with " + option);
  }

  @Test
  void ctrlCEndsAllProcesses() {
    try (Running bench = start(Shell.inGroupOfItsOwn(), "--case", CASE)) {
      List<ProcessHandle> workers = workers(bench);
      long startNanos = System.nanoTime();
      bench.interruptGroup();
      Ended ended = bench.await();
      assertBound(startNanos, ended);
      assertEquals(130, ended.status(), ended::toString);
      assertEquals("", ended.err(), ended::toString);
      assertGone(workers);
    }
  }

  @Test
  void aKilledEndEndsTheBenchmarkWithASentence() {
    try (Running bench = start(Shell.inGroupOfItsOwn(), "--case", CASE)) {
      List<ProcessHandle> workers = workers(bench);
      long startNanos = System.nanoTime();
      workers.getLast().destroyForcibly();
      Ended ended = bench.await();
      assertBound(startNanos, ended);
      ended.assertSentence("ended in the middle", "137", "run the benchmark again");
      assertGone(workers);
    }
  }

  @Test
  void aKilledBenchmarkTakesItsWorkersAlong() {
    try (Running bench = start(Shell.inGroupOfItsOwn(), "--case", CASE)) {
      List<ProcessHandle> workers = workers(bench);
      bench.kill();
      assertGone(workers);
    }
  }

  /** What it prints may be on its way when Ctrl-C ends the benchmark. */
  @Test
  void aWorkerThatNobodyListensToAnyMoreEndsWithoutASentence() {
    List<String> oneOrder = List.of("sh", "-c", "echo '{\"verb\":\"KEEP\"}' | \"$@\"", "sh");
    Ended ended = Launch.in(directory)
        .under(oneOrder)
        .into(Path.of("/dev/full"))
        .run("bench-worker", "--bench=roce", "--program=bare-udp", "--end=NEAR");
    assertEquals(1, ended.status(), ended::toString);
    assertEquals("", ended.err(), ended::toString);
  }

  /** Both ends of the first contender, and maybe more, once they are there. */
  private static List<ProcessHandle> workers(Running bench) {
    bench.awaitUntil("two workers run", () -> running(bench).size() >= 2);
    return running(bench);
  }

  private static List<ProcessHandle> running(Running bench) {
    return bench.descendants().stream().filter(BenchTest::isWorker).toList();
  }

  /**
   * Not what is on its way to becoming one: the JDK's launcher, a copy of the process that started
   * it, a shell. From the system itself, since Java cuts long command lines.
   */
  private static boolean isWorker(ProcessHandle process) {
    try {
      String line = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
      String program = line.split("\0", 2)[0];
      return program.endsWith("/java") && line.contains("\0bench-worker\0");
    } catch (IOException gone) {
      return false;
    }
  }

  private Running start(List<String> before, String... arguments) {
    String[] line = new String[arguments.length + 2];
    line[0] = "bench";
    line[1] = "roce";
    System.arraycopy(arguments, 0, line, 2, arguments.length);
    return Launch.in(directory).under(before).start(line);
  }

  private static void assertBound(long startNanos, Ended ended) {
    long nanos = System.nanoTime() - startNanos;
    assertTrue(nanos < BOUND_NANOS, () -> "ended after " + nanos + " ns: " + ended);
  }

  /** One that has just been started sees the end of its input when its JVM runs. */
  private static void assertGone(List<ProcessHandle> processes) {
    processes.forEach(
        process -> process.onExit().orTimeout(60, TimeUnit.SECONDS).join());
  }
}
