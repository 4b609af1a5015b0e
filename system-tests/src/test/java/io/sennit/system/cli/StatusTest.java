// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exit statuses: 0 done, 1 not done, 2 not understood; and how much is said about it. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class StatusTest {
  private static final String LOG_LINE = "(?m)^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} .*";

  @TempDir
  Path directory;

  @Test
  void helpIsASuccessOnStandardOutput() {
    Ended ended = run("blobs get --help").assertSuccess();
    assertTrue(ended.out().contains("HOST:PORT?OPTION=VALUE"), ended::toString);
    assertTrue(ended.out().contains("--verbose"), ended::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "blob",
        "blobs get",
        "blobs get localhost:7470 file --colour",
        "blobs get ::1:7470 file",
        "blobs get localhost:99999 file",
        "blobs get localhost:7470?strand=2 file",
        "blobs serve . --port 99999",
        "blobs serve . --port web",
        "blobs serve . --host nosuch.invalid",
        "doctor --help",
        "config provider=rocee",
        "config h:1?provider=rocee",
        "config h:1?congestion=no",
        "bench multipath --case (",
        "bench roce --case nosuch",
        "demo --calls -1",
        "demo --cals=10",
        "demo --loss=x",
        "demo --loss=0.5",
        "demo -Dsennit.strands=2",
        "examples Ecko",
        "simulate congestion --case nosuch",
        "simulate experiment nope",
        "simulate experiment link-cut --csv --json",
        "simulate experiment link-cut --seeds 0",
        "simulate swarm --seeds 0",
        "simulate swarm --jobs 0",
      })
  void whatIsNotUnderstoodPointsToTheHelp(String line) {
    Ended ended = run(line);
    assertEquals(2, ended.status(), ended::toString);
    assertEquals("", ended.out(), ended::toString);
    assertEquals(2, ended.err().lines().count(), ended::toString);
    assertTrue(ended.err().startsWith("sennit"), ended::toString);
    assertTrue(ended.err().contains("--help"), ended::toString);
    assertFalse(ended.err().contains("Unexpected"), ended::toString);
    assertFalse(ended.err().contains("java."), ended::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "blobs serve nowhere --port 0",
        "demo --file nothing",
        "demo --report nowhere/page.html",
        "simulate experiment link-cut --html nowhere/page.html",
        "simulate swarm --records /proc/nowhere"
      })
  void whatCannotBeDoneIsASentence(String line) {
    run(line).assertFailure("no");
  }

  @Test
  void moreIsLoggedInLinesOfOneShapeAndTheTraceIsShown() {
    Ended ended = run("blobs stat nowhere.invalid:7470 file -v");
    assertEquals(1, ended.status(), ended::toString);
    assertEquals("", ended.out(), ended::toString);
    assertTrue(ended.err().contains("\tat io.sennit."), ended::toString);
    String logged = ended.err().substring(0, ended.err().indexOf("sennit blobs stat: "));
    assertTrue(logged.matches("(" + LOG_LINE + "\\R)+"), () -> "log <" + logged + "> of " + ended);
  }

  @Test
  void yetMoreIsLoggedWithEachLetter() {
    long info = lines("blobs stat nowhere.invalid:7470 file -v");
    long trace = lines("blobs stat nowhere.invalid:7470 file -vvv");
    assertTrue(trace > info, () -> "-v " + info + " lines, -vvv " + trace);
  }

  @Test
  void sessionsAreLoggedWithTheirProviderAndTheirEnd() {
    try (Running server =
        Launch.whereAServerIs(directory).start("blobs", "serve", ".", "--port", "0", "-v")) {
      Ended ended =
          Launch.whereAServerIs(directory).run("blobs", "ls", "localhost:" + server.port(), "-v");
      assertEquals(0, ended.status(), ended::toString);
      assertTrue(ended.err().matches("(?s).* session .* is up over shm, .*"), ended::toString);
      assertTrue(ended.err().matches("(?s).* session .* ended: .*"), ended::toString);
      server.awaitUntil(
          "it says so too", () -> server.toString().matches("(?s).*listening on .*ended: .*"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sennit:///localhost:PORT",
        "[::1]:PORT",
        "localhost:PORT?provider=shm&strands=1",
        "localhost:1,localhost:PORT?connectTimeout=3s",
      })
  void aServerIsNamedByAnyTarget(String target) throws IOException {
    Files.writeString(directory.resolve("file"), "12345");
    try (Running server = Launch.whereAServerIs(directory)
        .start("blobs", "serve", ".", "--port", "0", "--host", "::")) {
      String port = String.valueOf(server.port());
      Ended ended = Launch.whereAServerIs(directory)
          .run("blobs", "ls", target.replace("PORT", port))
          .assertSuccess();
      assertTrue(ended.out().contains("5  file"), ended::toString);
    }
  }

  private long lines(String line) {
    return run(line).err().lines().filter(each -> each.matches(LOG_LINE)).count();
  }

  private Ended run(String line) {
    return Launch.in(directory).run(line.split(" ", -1));
  }
}
