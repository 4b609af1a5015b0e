// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a server should be there is none, or another, or one too many. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class NoServerTest {
  private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);

  @TempDir
  Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"get", "stat", "ls"})
  void nobodyListens(String command) throws IOException {
    String server = "localhost:" + freePort();
    Ended ended = command.equals("ls")
        ? Launch.in(directory).run("blobs", command, server)
        : Launch.in(directory).run("blobs", command, server, "file");
    ended.assertFailure(server, "nobody listens", "start the server", "UNAVAILABLE");
    assertNothingIn(directory);
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.1 400 Bad Request, HTTP", "SSH-2.0-OpenSSH_9.2p1, SSH"})
  void anotherServiceListens(String greeting, String named) {
    try (Impostor impostor = new Impostor(greeting + "\r\n\r\n")) {
      Ended ended = Launch.in(directory).run("blobs", "get", impostor.hostAndPort(), "file");
      ended.assertFailure(
          impostor.hostAndPort(), "is not a Sennit server", named, "check the port", "UNAVAILABLE");
      assertNothingIn(directory);
    }
  }

  @Test
  void whoListensSaysNothing() throws Exception {
    try (Impostor impostor = new Impostor("")) {
      Ended ended = Launch.in(directory).run("blobs", "get", impostor.hostAndPort(), "file");
      ended.assertFailure(
          impostor.hostAndPort(), "said nothing within", "check both", "UNAVAILABLE");
      long nanos = impostor.patienceNanos();
      assertTrue(nanos < BOUND_NANOS, () -> "waited " + nanos + " ns");
      assertNothingIn(directory);
    }
  }

  @Test
  void theHostIsUnknown() {
    Launch.in(directory)
        .run("blobs", "get", "nowhere.invalid:7470", "file")
        .assertFailure("unknown host nowhere.invalid", "check the name", "UNAVAILABLE");
    assertNothingIn(directory);
  }

  @Test
  void theNameServerSaysNothing() throws IOException {
    assumeTrue(Shell.mayMount(), "needs root, for another /etc/resolv.conf");
    InetAddress address = InetAddress.getByName("127.47.11.53");
    Path file = Files.writeString(
        directory.resolve("resolv.conf"), "nameserver " + address.getHostAddress() + "\n");
    try (DatagramSocket silent = new DatagramSocket(new InetSocketAddress(address, 53))) {
      Launch.in(directory)
          .under(Shell.withNameServers(file))
          .run("blobs", "get", "nowhere.example:7470", "file")
          .assertFailure(
              "look-up of host nowhere.example did not end in time", "check the name service");
      assertTrue(silent.isBound(), silent::toString);
    }
  }

  @Test
  void aSecondServerOnThePortIsRefusedAndTheFirstGoesOn() throws IOException {
    Files.writeString(directory.resolve("file"), "12345");
    try (Running first =
        Launch.whereAServerIs(directory).start("blobs", "serve", ".", "--port", "0")) {
      String port = String.valueOf(first.port());
      Launch.whereAServerIs(directory)
          .run("blobs", "serve", ".", "--port", port)
          .assertFailure("port " + port + " is in use", "choose another port");
      Ended stat = Launch.whereAServerIs(directory)
          .run("blobs", "stat", "localhost:" + port, "file")
          .assertSuccess();
      assertTrue(stat.out().startsWith("5 bytes"), stat::toString);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void assertNothingIn(Path directory) {
    assertEquals("", Shell.run("ls -A " + directory));
  }
}
