// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not there, may not be touched, or cannot be made. One server for all. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class FilesTest {
  private static final int BYTES = 3_000_001;

  @TempDir
  static Path root;

  private static Path served;
  private static Running running;
  private static String server;

  @TempDir
  Path local;

  private byte[] content = new byte[0];

  @BeforeAll
  @Timeout(240)
  static void serve() throws IOException {
    served = Files.createDirectory(root.resolve("served"));
    Files.writeString(root.resolve("outside"), "not yours");
    Files.writeString(served.resolve("file"), "12345");
    Path secret = Files.writeString(served.resolve("secret"), "not yours");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
    running = Launch.whereAServerIs(root)
        .under(Shell.boundByModes())
        .start("blobs", "serve", "served", "--port", "0");
    server = "localhost:" + running.port();
  }

  @AfterAll
  static void end() {
    running.close();
  }

  @BeforeEach
  void makeAFile() throws IOException {
    content = new byte[BYTES];
    Randomness.seeded(BYTES).nextBytes(content);
    Files.write(local.resolve("source"), content);
  }

  @Test
  void aFileGoesThereAndComesBack() throws IOException {
    run("put", "source", "new/there").assertSuccess();
    run("get", "new/there", "back").assertSuccess();
    assertArrayEquals(content, Files.readAllBytes(local.resolve("back")), "what was put is got");
    assertEquals(
        "3,000,001 new/there", oneSpaced(run("ls", "new").assertSuccess().out()));
  }

  @Test
  void aDirectoryTakesTheFileUnderItsName() throws IOException {
    run("put", "source", "far/name").assertSuccess();
    Files.createDirectory(local.resolve("here"));
    run("get", "far/name", "here/").assertSuccess();
    assertArrayEquals(content, Files.readAllBytes(local.resolve("here/name")));
    run("get", "far/name", ".").assertSuccess();
    assertArrayEquals(content, Files.readAllBytes(local.resolve("name")));
  }

  @Test
  void aDirectoryThatIsNotThereIsNotMade() {
    run("get", "file", "new/").assertFailure("there is no directory 'new/'", "make it");
    assertOnlyTheSourceIsHere();
  }

  @Test
  void anOptionThatIsWrongIsASentence() {
    Ended ended = Launch.whereAServerIs(local)
        .with(List.of("-Dsennit.strands=99"))
        .run("blobs", "ls", server);
    ended.assertFailure("Option 'sennit.strands' cannot be '99': allowed is auto, 1 to 16");
  }

  @Test
  void thereIsNoSuchFile() {
    run("get", "nothing").assertFailure("there is no file 'nothing'", server, "NOT_FOUND");
    run("put", "nothing").assertFailure("there is no file 'nothing'", "check the name");
    assertOnlyTheSourceIsHere();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "/etc/passwd"})
  void aNameThatLeavesTheDirectoryIsRefused(String name) {
    run("get", name, "here").assertFailure("'" + name + "' is refused", "INVALID_ARGUMENT");
    run("put", "source", name).assertFailure("'" + name + "' is refused", "INVALID_ARGUMENT");
    assertOnlyTheSourceIsHere();
  }

  @Test
  void aFileThatTheServerMayNotRead() {
    run("get", "secret").assertFailure("'secret': permission denied", "PERMISSION_DENIED");
    assertOnlyTheSourceIsHere();
  }

  @Test
  void aFileThatTheUserMayNotRead() throws IOException {
    Path secret = Files.writeString(local.resolve("hidden"), "not yours");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
    run("put", "hidden").assertFailure("'hidden': permission denied", "check owner and mode");
    run("stat", "hidden").assertFailure("NOT_FOUND");
  }

  @Test
  void aDirectoryThatTheUserMayNotWrite() throws IOException {
    Path closed = Files.createDirectory(local.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    run("get", "file", "closed/file").assertFailure("closed", "permission denied");
    assertEquals("", Shell.run("ls -A " + closed));
  }

  @Test
  void somethingElseIsInTheWay() {
    run("get", "file", "source/file").assertFailure("no file can be made", "choose another name");
    run("put", "source", "file/x").assertFailure("no file can be made", "FAILED_PRECONDITION");
    run("put", ".").assertFailure("is a directory", "name a file");
    run("put", "/proc/version").assertFailure("no size of its own", "copy it");
    run("put", "/dev/zero").assertFailure("not a regular file", "copy it");
    assertOnlyTheSourceIsHere();
  }

  private Ended run(String command, String... arguments) {
    String[] line = new String[arguments.length + 3];
    line[0] = "blobs";
    line[1] = command;
    line[2] = server;
    System.arraycopy(arguments, 0, line, 3, arguments.length);
    return Launch.whereAServerIs(local).under(Shell.boundByModes()).run(line);
  }

  private void assertOnlyTheSourceIsHere() {
    assertEquals("source\n", Shell.run("ls -A " + local));
  }

  private static String oneSpaced(String text) {
    return text.strip().replaceAll(" +", " ");
  }
}
