// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One side ends in the middle of a file that would take minutes. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class BrokenOffTest {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Of a process that has died nothing tells over roce but its silence, which is 10 s else. */
  enum Carrier {
    SHM("process has ended", "-Dsennit.provider=shm"),
    ROCE(
        "no strand brought an answer",
        "-Dsennit.provider=roce -Dsennit.roce.addresses=127.0.0.1,127.0.0.2"
            + " -Dsennit.silence=2s -Dsennit.heartbeat=500ms");

    private final String end;
    private final String flags;

    Carrier(String end, String flags) {
      this.end = end;
      this.flags = flags;
    }

    List<String> flags() {
      return List.of(flags.split(" ", -1));
    }
  }

  @TempDir
  Path directory;

  private Path served;
  private Path local;

  @BeforeEach
  void makeFiles() throws IOException {
    served = Files.createDirectory(directory.resolve("served"));
    local = Files.createDirectory(directory.resolve("local"));
    makeEndless(served.resolve("there"));
    makeEndless(local.resolve("here"));
  }

  @ParameterizedTest
  @EnumSource
  void theServerIsKilledInTheMiddleOfAGet(Carrier over) {
    try (Running server = serve(over);
        Running get = start("get", over, server, "there")) {
      get.awaitUntil("bytes arrive", () -> hasBegun(local));
      assertEndsSoonAfter(server::kill, get)
          .assertSentence("'there'", over.end, "bytes; nothing", "try again");
      assertEquals(List.of("here"), namesIn(local));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theServerIsKilledInTheMiddleOfAPutAndTheNextOneCleansUp(Carrier over) {
    try (Running server = serve(over);
        Running put = start("put", over, server, "here")) {
      put.awaitUntil("bytes arrive", () -> hasBegun(served));
      assertEndsSoonAfter(server::kill, put)
          .assertSentence("here", over.end, "bytes; nothing", "try again");
    }
    assertEquals(2, namesIn(served).size(), () -> "an unfinished file: " + namesIn(served));
    try (Running next = serve(over)) {
      assertTrue(next.port() > 0, next::toString);
      assertEquals(List.of("there"), namesIn(served));
    }
  }

  @Test
  void aServerLeavesTheUnfinishedFilesOfAnotherAlone() {
    try (Running server = serve(Carrier.SHM);
        Running put = start("put", Carrier.SHM, server, "here")) {
      put.awaitUntil("bytes arrive", () -> hasBegun(served));
      try (Running other = serve(Carrier.SHM)) {
        assertTrue(other.port() > 0, other::toString);
        assertTrue(hasBegun(served), () -> "the unfinished file is there: " + namesIn(served));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theClientIsKilledInTheMiddleOfAPut(Carrier over) {
    try (Running server = serve(over)) {
      try (Running put = start("put", over, server, "here")) {
        put.awaitUntil("bytes arrive", () -> hasBegun(served));
        put.kill();
        server.awaitUntil("the server removes it", () -> namesIn(served).equals(List.of("there")));
      }
      Ended stat = Launch.whereAServerIs(directory)
          .with(over.flags())
          .run("blobs", "stat", "localhost:" + server.port(), "there");
      assertTrue(stat.assertSuccess().out().contains("bytes, modified"), stat::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  void ctrlCInTheMiddleOfAGetLeavesNothing(Carrier over) {
    try (Running server = serve(over);
        Running get = start("get", over, server, "there")) {
      get.awaitUntil("bytes arrive", () -> hasBegun(local));
      Ended ended = assertEndsSoonAfter(get::interruptGroup, get);
      assertEquals(130, ended.status(), ended::toString);
      assertEquals("", ended.err(), ended::toString);
      assertEquals(List.of("here"), namesIn(local));
    }
  }

  @ParameterizedTest
  @EnumSource
  void ctrlCOnTheServerInTheMiddleOfAPutLeavesNothing(Carrier over) {
    try (Running server = serve(over);
        Running put = start("put", over, server, "here")) {
      put.awaitUntil("bytes arrive", () -> hasBegun(served));
      Ended ended = assertEndsSoonAfter(server::interruptGroup, server);
      assertEquals(130, ended.status(), ended::toString);
      assertEquals("", ended.err(), ended::toString);
      assertEquals(List.of("there"), namesIn(served));
      put.await().assertSentence("UNAVAILABLE");
    }
  }

  private Running serve(Carrier over) {
    return Launch.whereAServerIs(directory)
        .with(over.flags())
        .under(Shell.inGroupOfItsOwn())
        .start("blobs", "serve", "served", "--port", "0");
  }

  private Running start(String command, Carrier over, Running server, String file) {
    return Launch.whereAServerIs(local)
        .with(over.flags())
        .under(Shell.inGroupOfItsOwn())
        .start("blobs", command, "localhost:" + server.port(), file);
  }

  private static Ended assertEndsSoonAfter(Runnable blow, Running running) {
    long startNanos = System.nanoTime();
    blow.run();
    Ended ended = running.await();
    long nanos = System.nanoTime() - startNanos;
    assertTrue(nanos < BOUND_NANOS, () -> "ended after " + nanos + " ns: " + ended);
    return ended;
  }

  /** Takes no room on the disk. */
  private static void makeEndless(Path file) throws IOException {
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(1L << 34);
    }
  }

  private static boolean hasBegun(Path directory) {
    return namesIn(directory).stream()
        .filter(name -> name.startsWith("."))
        .anyMatch(name -> directory.resolve(name).toFile().length() > 0);
  }

  private static List<String> namesIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
