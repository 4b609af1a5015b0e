// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.roce.Burst;
import io.sennit.roce.Bursts;
import io.sennit.roce.wire.IpAddress;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes into a socket comes out of the other one, whatever the kernel does in between. */
final class UdpSocketTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final IpAddress IPV4 = IpAddress.ofIpv4(0x7f000001);
  private static final IpAddress IPV6 = new IpAddress(0, 1);

  private final Clock clock = Clock.system();

  static Stream<Arguments> ways() {
    List<Arguments> ways = new ArrayList<>();
    for (IpAddress address : List.of(IPV4, IPV6)) {
      for (boolean cut : new boolean[] {false, true}) {
        for (boolean coalesce : new boolean[] {false, true}) {
          ways.add(Arguments.of(address, cut, coalesce));
        }
      }
    }
    return ways.stream();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void burstArrivesByteForByte(IpAddress address, boolean cut, boolean coalesce)
      throws OsException {
    for (int[] shape : new int[][] {{0, 1024}, {1, 1024}, {5000, 1024}, {65_000, 4096}, {64, 1}}) {
      exchange(address, cut, coalesce, shape);
    }
  }

  private void exchange(IpAddress address, boolean cut, boolean coalesce, int[] shape)
      throws OsException {
    try (Arena arena = Arena.ofConfined();
        UdpSocket from = UdpSocket.open(address, 0);
        UdpSocket to = UdpSocket.open(address, 0)) {
      to.tellReception();
      assertTrue(!coalesce || to.coalesce(), "this kernel has no UDP_GRO");
      assertTrue(!cut || from.canSegment(), "this kernel has no UDP_SEGMENT");
      to.growReceiveBuffer(1 << 20);
      MemorySegment payload = arena.allocate(shape[0]);
      byte[] random = new byte[shape[0]];
      Randomness.seeded(shape[0]).nextBytes(random);
      payload.copyFrom(MemorySegment.ofArray(random));
      Burst burst = Bursts.of(address, to.port(), 1, payload, shape[1]);
      BurstMessage message = new BurstMessage(arena);
      int sent = cut ? message.sendWhole(from, burst) : message.sendApart(from, burst, 0);
      assertEquals(cut ? 0 : burst.packetCount(), sent, () -> BurstMessage.words(sent));
      assertEquals(
          packets(burst), received(arena, to, burst.packetCount(), from), Arrays.toString(shape));
    }
  }

  private static List<String> packets(Burst burst) {
    List<String> packets = new ArrayList<>();
    for (int packet = 0; packet < burst.packetCount(); packet++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(
          slice(burst.scratch(), burst.headerOffset(packet), burst.headerLength(packet)));
      bytes.writeBytes(
          slice(burst.payload(packet), burst.payloadOffset(packet), burst.payloadLength(packet)));
      bytes.writeBytes(
          slice(burst.scratch(), burst.trailerOffset(packet), burst.trailerLength(packet)));
      packets.add(digest(bytes.toByteArray()));
    }
    return packets;
  }

  private static byte[] slice(MemorySegment segment, long offset, int length) {
    return segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  private static String digest(byte[] bytes) {
    int shown = Math.min(20, bytes.length);
    return bytes.length + ":" + HexFormat.of().formatHex(bytes, 0, shown) + ":"
        + Arrays.hashCode(bytes);
  }

  private List<String> received(Arena arena, UdpSocket socket, int count, UdpSocket from) {
    ReceiveBatch batch = new ReceiveBatch(arena, 8);
    ReceiveBatch.Source source = batch.source(socket);
    List<String> packets = new ArrayList<>();
    long startNanos = clock.nanoTime();
    while (packets.size() < count && clock.nanoTime() - startNanos < PATIENCE_NANOS) {
      int messages = batch.receive(source);
      for (int message = 0; message < messages; message++) {
        int step = batch.select(message).segmentBytes();
        int length = batch.length(message);
        assertEquals(from.port(), batch.sourcePort(message));
        assertEquals(
            from.address(), new IpAddress(batch.sourceHigh(message), batch.sourceLow(message)));
        for (int at = 0; at < length; at += step > 0 ? step : length) {
          int bytes = Math.min(step > 0 ? step : length, length - at);
          packets.add(digest(slice(batch.memory(), batch.offset(message) + at, bytes)));
        }
      }
    }
    return packets;
  }

  @Test
  void ecnBitsOfASocketAreOnAllThatItSends() throws Exception {
    for (IpAddress address : List.of(IPV4, IPV6)) {
      try (Arena arena = Arena.ofConfined();
          UdpSocket to = UdpSocket.open(address, 0);
          UdpSocket from = UdpSocket.open(address, 0)) {
        to.tellReception();
        from.mark(2);
        Gather gather = new Gather(arena, 1);
        gather.address(address, to.port());
        MemorySegment bytes = arena.allocate(8);
        for (int vector = 0; vector < Gather.VECTORS; vector++) {
          gather.vector(vector, bytes.address(), 1);
        }
        assertEquals(0, gather.sendWhole(from, 1, Gather.VECTORS));
        ReceiveBatch batch = new ReceiveBatch(arena, 1);
        assertEquals(1, batch.receive(batch.source(to)), "datagrams at " + address);
        assertEquals(2, batch.select(0).ecn(), "at " + address);
      }
    }
  }

  @Test
  void ecnBitsOfADatagramAreTold() throws Exception {
    for (IpAddress address : List.of(IPV4, IPV6)) {
      try (Arena arena = Arena.ofConfined();
          UdpSocket to = UdpSocket.open(address, 0);
          DatagramChannel from = DatagramChannel.open()) {
        to.tellReception();
        ReceiveBatch batch = new ReceiveBatch(arena, 1);
        ReceiveBatch.Source source = batch.source(to);
        InetAddress host = InetAddress.getByAddress(address.bytes());
        for (int ecn = 0; ecn <= 3; ecn++) {
          from.setOption(StandardSocketOptions.IP_TOS, ecn);
          from.send(ByteBuffer.wrap(new byte[] {1}), new InetSocketAddress(host, to.port()));
          long startNanos = clock.nanoTime();
          int came = batch.receive(source);
          while (came == 0 && clock.nanoTime() - startNanos < PATIENCE_NANOS) {
            came = batch.receive(source);
          }
          assertEquals(1, came, "datagrams from " + address);
          assertEquals(ecn, batch.select(0).ecn(), "at " + address);
        }
      }
    }
  }

  @Test
  void datagramsThatAFullSocketDropsAreTold() throws Exception {
    try (Arena arena = Arena.ofConfined();
        UdpSocket from = UdpSocket.open(IPV4, 0);
        UdpSocket to = UdpSocket.open(IPV4, 0)) {
      to.tellReception();
      to.growReceiveBuffer(4096);
      MemorySegment payload = arena.allocate(1000);
      Burst burst = Bursts.of(IPV4, to.port(), 1, payload, 1000);
      BurstMessage message = new BurstMessage(arena);
      for (int at = 0; at < 100; at++) {
        assertEquals(0, message.sendWhole(from, burst));
      }
      ReceiveBatch batch = new ReceiveBatch(arena, 64);
      ReceiveBatch.Source source = batch.source(to);
      int kept = batch.receive(source);
      assertTrue(kept > 0 && kept < 100, kept + " kept");
      assertEquals(0, message.sendWhole(from, burst));
      assertEquals(1, batch.receive(source));
      assertEquals(100 - kept, batch.select(0).lost());
    }
  }

  @Test
  void portThatIsTakenIsRefusedInASentence() throws OsException {
    try (UdpSocket first = UdpSocket.open(IPV4, 0)) {
      OsException refusal =
          assertThrows(OsException.class, () -> UdpSocket.open(IPV4, first.port()));
      assertEquals(
          "binding UDP port " + first.port() + " of 127.0.0.1: the port is taken by another socket",
          refusal.reason());
    }
  }

  @Test
  void addressOfAnotherMachineIsRefusedInASentence() {
    IpAddress documentation = IpAddress.ofIpv4(0xc0000201);
    OsException refusal = assertThrows(OsException.class, () -> UdpSocket.open(documentation, 0));
    assertEquals(
        "opening a UDP socket on 192.0.2.1: no interface of this machine has the address",
        refusal.reason());
  }
}
