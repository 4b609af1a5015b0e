// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.rping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.system.rping.RpingClient.Pings;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our client and our server, over sockets, with nothing in common but an address and a port. */
final class RpingTest {
  private static final int PORT = 7174;
  private static final AtomicInteger ADDRESSES = new AtomicInteger();

  @TempDir
  private Path directory;

  /** A loopback address that no other test, and no other run of the tests, has. */
  private static InetAddress fresh() {
    long process = ProcessHandle.current().pid();
    return InetAddress.ofLiteral("127." + (1 + (process >> 8) % 254) + "." + process % 256 + "."
        + (200 + ADDRESSES.getAndIncrement() % 54));
  }

  private static CompletableFuture<Integer> serve(InetAddress own) {
    RpingServer server = new RpingServer(own, PORT, Map.of());
    return CompletableFuture.supplyAsync(
        () -> {
          try (server) {
            return server.serve();
          }
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64, 4097, 100_000})
  void pingsComeBack(int bytes) throws Exception {
    InetAddress own = fresh();
    CompletableFuture<Integer> server = serve(own);
    RpingClient.run(fresh(), own, PORT, new Pings(10, bytes), Map.of());
    assertEquals(10, server.get(60, TimeUnit.SECONDS), "pings that the server has answered");
  }

  @Test
  void nobodyListensAtThePort() throws Exception {
    InetAddress own = fresh();
    CompletableFuture<Integer> server = serve(own);
    IllegalStateException e = assertThrows(
        IllegalStateException.class,
        () -> RpingClient.run(fresh(), own, PORT + 1, new Pings(1, 64), Map.of()));
    String said = String.valueOf(e.getMessage());
    assertTrue(said.contains("nobody listens at that port of the peer"), said);
    RpingClient.run(fresh(), own, PORT, new Pings(1, 64), Map.of());
    assertEquals(1, server.get(60, TimeUnit.SECONDS));
  }

  @Test
  void clientThatFailsTellsTheServer() throws Exception {
    InetAddress own = fresh();
    CompletableFuture<Integer> server = serve(own);
    Pings tooLong = new Pings(1, PingEnd.MOST_PING_BYTES + 1);
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> RpingClient.run(fresh(), own, PORT, tooLong, Map.of()));
    assertEquals(0, server.get(30, TimeUnit.SECONDS), "the server has seen the end");
  }

  @Test
  void wiresharkNamesEveryMessageAndObjectsToNone() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/tshark")), "needs tshark (Debian package tshark)");
    Path file = directory.resolve("rping.pcap");
    InetAddress own = fresh();
    CompletableFuture<Integer> server = serve(own);
    RpingClient.run(fresh(), own, PORT, new Pings(3, 64), Map.of("pcap", file.toString()));
    assertEquals(3, server.get(60, TimeUnit.SECONDS));
    assertEquals(
        List.of(),
        tshark(file, "_ws.malformed or _ws.expert.severity >= 0x00600000", "_ws.col.Info"),
        "packets that tshark objects to");
    List<String> names = tshark(file, "infiniband.mad", "_ws.col.Info");
    List<String> expected = List.of(
        "ConnectRequest", "ConnectReply", "ReadyToUse", "DisconnectRequest", "DisconnectReply");
    assertEquals(expected.size(), names.size(), names.toString());
    for (int at = 0; at < expected.size(); at++) {
      assertTrue(names.get(at).contains("CM: " + expected.get(at)), names.get(at));
    }
    assertEquals(
        List.of("0x0000000001061c06\t0x1c06\t" + own.getHostAddress() + "\t0x9c40"),
        tshark(
            file,
            "infiniband.cm.req.serviceid",
            "infiniband.cm.req.serviceid",
            "infiniband.cm.req.serviceid.dport",
            "infiniband.cm.req.ip_cm.dip4",
            "infiniband.cm.req.ip_cm.sport"));
  }

  private List<String> tshark(Path file, String filter, String... fields) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("tshark", "-r", file.toString(), "-Y", filter, "-T", "fields"));
    for (String field : fields) {
      command.addAll(List.of("-e", field));
    }
    Path errors = directory.resolve("tshark.err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
    assertEquals(0, process.waitFor(), () -> command + " failed, see " + errors);
    return lines;
  }
}
