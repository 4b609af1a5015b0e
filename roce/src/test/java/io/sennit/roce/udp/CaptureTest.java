// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sennit.roce.EngineCounters;
import io.sennit.roce.EngineCounters.Kind;
import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A capture shows what was on the wire, and others can read it. */
final class CaptureTest {
  private static final int LEAST_PACKETS = 1_000;
  private static final int READ_RESPONSE_MIDDLE = 0x0e;
  private static final int WRITE_MIDDLE = 0x07;
  private static final int SEND_ONLY_IMMEDIATE = 0x05;
  private static final int SEND_ONLY_INVALIDATE = 0x17;
  private static final List<Opcode> WORDS =
      List.of(Opcode.SEND_WITH_IMMEDIATE, Opcode.WRITE_WITH_IMMEDIATE, Opcode.SEND_WITH_INVALIDATE);

  @TempDir
  private Path directory;

  /** Moves a few megabytes each way with a capture of near's packets. */
  private Path capture(String address) throws Exception {
    Path file = directory.resolve(address.replace(':', '-') + ".pcap");
    Map<String, String> plain = Map.of("addresses", address);
    Map<String, String> captured = Map.of("addresses", address, "pcap", file.toString());
    try (Duo duo = new Duo(captured, plain)) {
      Duo.fill(duo.near, 1);
      duo.move(Opcode.WRITE, 4 << 20, 1 << 18);
      duo.move(Opcode.READ, 4 << 20, 1 << 18);
      for (int id = 0; id < 10; id++) {
        duo.far.receives.post(id, duo.far.memory, 0, 100);
        duo.near.post(duo.nearQueue, duo.near.oneSided(Opcode.SEND, id, 0, 99));
        assertEquals(id + " SUCCESS", summary(duo));
      }
      sendWords(duo);
    }
    return file;
  }

  /** Immediates, and keys to invalidate. */
  private static void sendWords(Duo duo) {
    MemoryWindow window = duo.far.domain.allocateWindow();
    WorkRequest bind = duo.far.oneSided(Opcode.BIND_WINDOW, 0, 4096, 4096);
    duo.far.post(duo.farQueue, bind.bind(window, 5, EnumSet.of(Access.REMOTE_WRITE)));
    duo.until("the window is bound", () -> duo.farQueue.outstanding() == 0);
    int key = window.remoteKey(5);
    for (Opcode opcode : WORDS) {
      duo.far.receives.post(0, duo.far.memory, 0, 100);
      long address = duo.far.memory.address() + 4096;
      WorkRequest request = duo.near.oneSided(opcode, 7, 0, 99).remote(address, key);
      duo.near.post(duo.nearQueue, request.immediate(77).invalidate(key));
      assertEquals("7 SUCCESS", summary(duo), opcode.name());
    }
  }

  private static String summary(Duo duo) {
    var completion = duo.next();
    return completion.id() + " " + completion.status();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void everyPacketHasTheInvariantCrcOfItsBytes(String address) throws Exception {
    List<CapturedPacket> packets = CapturedPacket.read(capture(address));
    assertTrue(packets.size() > LEAST_PACKETS, packets.size() + " packets");
    int wrong = 0;
    for (CapturedPacket packet : packets) {
      wrong += packet.shownIcrc() == packet.computedIcrc() ? 0 : 1;
    }
    assertEquals(0, wrong, "packets whose invariant CRC is wrong, of " + packets.size());
    Set<Integer> opcodes =
        packets.stream().map(CapturedPacket::opcode).collect(Collectors.toCollection(TreeSet::new));
    Set<Integer> seen =
        Set.of(WRITE_MIDDLE, READ_RESPONSE_MIDDLE, SEND_ONLY_IMMEDIATE, SEND_ONLY_INVALIDATE);
    assertTrue(opcodes.containsAll(seen), opcodes::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void tsharkFindsNoMalformedField(String address) throws Exception {
    assumeTrue(hasTshark(), "needs tshark (Debian package tshark)");
    Path file = capture(address);
    List<CapturedPacket> packets = CapturedPacket.read(file);
    Set<Integer> ports =
        packets.stream().map(CapturedPacket::destinationPort).collect(Collectors.toSet());
    List<String> all = tshark(file, ports, "infiniband.bth");
    assertEquals(packets.size(), all.size(), "packets that are RoCE");
    assertEquals(
        List.of(),
        tshark(file, ports, "_ws.malformed or _ws.expert.severity >= 0x00600000"),
        "packets that tshark objects to");
  }

  private static boolean hasTshark() {
    return Files.isExecutable(Path.of("/usr/bin/tshark"));
  }

  private List<String> tshark(Path file, Set<Integer> ports, String filter) throws Exception {
    List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString(), "-Y", filter));
    for (int port : ports) {
      command.addAll(List.of("-d", "udp.port==" + port + ",infiniband"));
    }
    command.addAll(List.of("-o", "ip.check_checksum:TRUE"));
    command.addAll(List.of("-T", "fields", "-e", "frame.number", "-e", "_ws.expert.message"));
    Path errors = directory.resolve("tshark.err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .toList();
    assertEquals(0, process.waitFor(), () -> command + " failed, see " + errors);
    return lines;
  }

  /** A packet of the connection, byte for byte, from an address that is not the peer's. */
  @Test
  void packetFromAnotherAddressOrPortChangesNothing() throws Exception {
    Path file = directory.resolve("spoof.pcap");
    Map<String, String> plain = Map.of("addresses", "127.0.0.1");
    Map<String, String> captured = Map.of("addresses", "127.0.0.1", "pcap", file.toString());
    try (Duo duo = new Duo(captured, plain)) {
      duo.move(Opcode.WRITE, 64, 64);
      duo.near.channel.close();
      CapturedPacket write = CapturedPacket.read(file).getFirst();
      duo.far.memory.segment().fill((byte) 0x77);
      EngineCounters counters = duo.far.channel.counters();
      for (String address : List.of("127.0.0.9", "127.0.0.1")) {
        long before = counters.count(Kind.WRONG_SOURCE);
        try (DatagramChannel spoofer = DatagramChannel.open()) {
          spoofer.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
          spoofer.send(
              ByteBuffer.wrap(write.payload()),
              new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), write.destinationPort()));
          duo.until("the spoofed packet", () -> counters.count(Kind.WRONG_SOURCE) == before + 1);
        }
      }
      assertEquals(0, counters.count(Kind.DUPLICATE), "packets that were taken for the peer's");
    }
  }
}
