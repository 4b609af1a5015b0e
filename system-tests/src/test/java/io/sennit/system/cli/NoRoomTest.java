// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Disks and memory that are too small. All but one need root, for small file systems. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class NoRoomTest {
  private static final String SMALL_DISK = "1m";
  private static final int MORE_THAN_SMALL_DISK_BYTES = 3 << 20;
  private static final int MORE_THAN_SMALL_DEV_SHM_BYTES = 70 << 20;

  @TempDir
  Path directory;

  private Path served;
  private Path local;

  @BeforeEach
  void makeFiles() throws IOException {
    served = Files.createDirectory(directory.resolve("served"));
    local = Files.createDirectory(directory.resolve("local"));
    make(served.resolve("there"), MORE_THAN_SMALL_DISK_BYTES);
    make(directory.resolve("here"), MORE_THAN_SMALL_DISK_BYTES);
  }

  private static void make(Path file, int bytes) throws IOException {
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(bytes);
    }
  }

  @Test
  void theReceiversDiskIsFull() {
    assumeTrue(Shell.mayMount(), "needs root, to mount a small disk");
    try (Running server = serve(List.of())) {
      run(Shell.withTmpfsListedAfterwards(local, SMALL_DISK), server, "get", "there", "local/x")
          .assertFailure("no space left", "local/x", "free some and try again");
    }
  }

  @Test
  void theServersDiskIsFull() throws IOException {
    assumeTrue(Shell.mayMount(), "needs root, to mount a small disk");
    Files.writeString(directory.resolve("small"), "small");
    try (Running server = serve(Shell.withTmpfs(served, SMALL_DISK))) {
      run(List.of(), server, "put", "here", "x")
          .assertFailure("no space left", "'x'", "free some", "RESOURCE_EXHAUSTED");
      assertEquals("", Shell.run("ls -A /proc/" + server.pid() + "/root" + served));
      run(List.of(), server, "put", "small").assertSuccess();
    }
  }

  @Test
  void aSmallDevShmDoesNotMatter() throws IOException {
    assumeTrue(Shell.mayMount(), "needs root, to mount a small /dev/shm");
    make(served.resolve("big"), MORE_THAN_SMALL_DEV_SHM_BYTES);
    Path devShm = Path.of("/dev/shm");
    try (Running server = serve(Shell.withTmpfs(devShm, "64m"))) {
      List<String> small = Shell.withTmpfsListedAfterwards(devShm, "64m");
      Ended get = run(small, server, "get", "big", "local/x").assertSuccess();
      assertEquals("", get.out(), get::toString);
      assertEquals(MORE_THAN_SMALL_DEV_SHM_BYTES, local.resolve("x").toFile().length());
      run(small, server, "put", "here", "x").assertSuccess();
      assertEquals(MORE_THAN_SMALL_DISK_BYTES, served.resolve("x").toFile().length());
      assertEquals("", Shell.run("ls -A /proc/" + server.pid() + "/root" + devShm));
    }
  }

  @Test
  void anAnswerThatCannotBeWrittenIsAFailure() {
    try (Running server = serve(List.of())) {
      Ended ended = Launch.whereAServerIs(directory)
          .into(Path.of("/dev/full"))
          .run("blobs", "ls", "localhost:" + server.port());
      ended.assertFailure("output could not be written");
    }
  }

  private Running serve(List<String> program) {
    Running server = Launch.whereAServerIs(directory)
        .under(program)
        .start("blobs", "serve", "served", "--port", "0");
    assertTrue(server.port() > 0, server::toString);
    return server;
  }

  private Ended run(List<String> program, Running server, String command, String... files) {
    List<String> line = new ArrayList<>(List.of("blobs", command, "localhost:" + server.port()));
    line.addAll(List.of(files));
    return Launch.whereAServerIs(directory).under(program).run(line.toArray(String[]::new));
  }
}
