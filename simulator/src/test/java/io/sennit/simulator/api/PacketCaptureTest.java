// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.rpc.Codec;
import io.sennit.rpc.Method;
import io.sennit.rpc.RpcClient;
import io.sennit.rpc.RpcServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packets of a fabric in a file, as others read it. */
final class PacketCaptureTest {
  private static final Method<byte[], byte[]> ECHO =
      Method.of("test/Echo", Codec.bytes(), Codec.bytes());

  private final Fabric fabric =
      Fabric.seed(1).join("a", "b", 2, LinkSpec.gigabits(10)).build();

  @TempDir
  Path directory;

  @AfterEach
  void close() {
    fabric.close();
  }

  private void echo(int bytes) {
    try (RpcServer _ = RpcServer.builder()
            .on(fabric.host("b"))
            .listen(7470)
            .handle(ECHO, call -> call.reply(call.request()))
            .start();
        RpcClient client =
            RpcClient.to(fabric.host("b").target(7470)).on(fabric.host("a")).connect()) {
      assertEquals(bytes, client.call(ECHO, new byte[bytes]).length);
    }
  }

  private long carried(int link) {
    return fabric.link(link).there().counters().packets()
        + fabric.link(link).back().counters().packets();
  }

  @Test
  void aCaptureHasThePacketsOfItsLinksAndOthersOfAllOfThem() throws Exception {
    long ofOne;
    long ofAll;
    try (PacketCapture one = fabric.capture(directory.resolve("one.pcapng"), fabric.link(1));
        PacketCapture all = fabric.capture(directory.resolve("all.pcapng"))) {
      echo(100_000);
      ofOne = one.packets();
      ofAll = all.packets();
    }
    assertEquals(carried(1), ofOne);
    assertEquals(carried(0) + carried(1), ofAll);
    assertTrue(ofOne > 0 && ofOne < ofAll, ofOne + " of " + ofAll);
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/tshark")), "needs tshark (Debian package tshark)");
    List<String> names = tshark("one.pcapng", "udp", "-e", "frame.interface_name");
    assertEquals(ofOne, names.size());
    assertEquals(
        List.of("a:1>b:1", "b:1>a:1"), names.stream().distinct().sorted().toList());
    assertEquals(
        ofAll, tshark("all.pcapng", "infiniband.bth", "-e", "frame.number").size());
    assertEquals(List.of(), tshark("all.pcapng", "_ws.malformed", "-e", "frame.number"));
  }

  @Test
  void timesAreThoseOfTheFabric() throws Exception {
    fabric.advance(Duration.ofSeconds(5));
    try (PacketCapture _ = fabric.capture(directory.resolve("late.pcapng"))) {
      echo(1);
    }
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/tshark")), "needs tshark (Debian package tshark)");
    List<String> times = tshark("late.pcapng", "udp", "-e", "frame.time_epoch");
    double first = Double.parseDouble(times.getFirst());
    assertTrue(first > 5 && first < 5.1, times::getFirst);
  }

  @Test
  void nothingIsWrittenAfterTheEnd() throws IOException {
    Path file = directory.resolve("ended.pcapng");
    PacketCapture capture = fabric.capture(file);
    echo(1);
    capture.close();
    capture.close();
    long bytes = Files.size(file);
    echo(1);
    assertEquals(bytes, Files.size(file));
  }

  @Test
  void aFileThatCannotBeIsRefused() {
    Path nowhere = directory.resolve("no/such/place");
    UncheckedIOException refused =
        assertThrows(UncheckedIOException.class, () -> fabric.capture(nowhere));
    assertTrue(String.valueOf(refused.getMessage()).contains(nowhere.toString()));
  }

  private List<String> tshark(String file, String filter, String... fields) throws Exception {
    List<String> command = new ArrayList<>(
        List.of("tshark", "-r", directory.resolve(file).toString(), "-Y", filter, "-T", "fields"));
    command.addAll(List.of("-d", "udp.port==20000-29999,infiniband"));
    command.addAll(Arrays.asList(fields));
    Path errors = directory.resolve("tshark.err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> command + " failed, see " + errors);
    return said.lines().toList();
  }
}
