// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.roce.Burst;
import io.sennit.roce.Bursts;
import io.sennit.roce.Datagram;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketMemory;
import io.sennit.roce.PacketSink;
import io.sennit.roce.spi.BlackHoles;
import io.sennit.roce.spi.PacketDevice;
import io.sennit.roce.spi.PacketReceiver;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A network of one wire, in time that the test makes. */
final class FaultDeviceTest {
  private static final int PACKETS = 10_000;
  private static final List<LocalPort> PORTS = List.of(
      new LocalPort(IpAddress.ofIpv4(0x7f000001), 1001, 1024),
      new LocalPort(IpAddress.ofIpv4(0x7f000002), 1002, 1024));

  private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);
  private final Datagram datagram = new Datagram(PacketMemory.of(memory));
  private final List<Long> arrived = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private int sentOn;
  private long now = 1_000_000_000;

  @AfterEach
  void restore() throws UnknownHostException {
    BlackHoles.restore(second());
  }

  private static InetAddress second() throws UnknownHostException {
    return InetAddress.getByAddress(PORTS.get(1).address().bytes());
  }

  private final PacketSink wire = new PacketSink() {
    @Override
    public boolean numbersSegments(int localPort) {
      return localPort == 0;
    }

    @Override
    public int send(Burst[] bursts, int count) {
      sentOn += count;
      return count;
    }
  };

  private void take(Datagram packet, long nowNanos) {
    arrived.add(packet.memory().segment().get(ValueLayout.JAVA_LONG_UNALIGNED, packet.offset()));
    times.add(nowNanos);
  }

  private static PacketDevice device(String specification) {
    return new FaultDeviceProvider().open(specification, PORTS);
  }

  /** Offers packets 0, 1, 2… a microsecond apart to one port. */
  private void offer(PacketDevice device, PacketReceiver in, int port, int count) {
    for (long at = 0; at < count; at++) {
      memory.set(ValueLayout.JAVA_LONG, 8, at);
      in.receive(datagram.packet(8, 32, 0).from(port, 0, 7, 9), now);
      now += 1_000;
      device.timers(now);
    }
  }

  private void run(String specification, int port) {
    PacketDevice device = device(specification);
    offer(device, device.inbound(this::take), port, PACKETS);
    while (device.nextTimerNanos() != PacketDevice.NO_TIMER) {
      now = device.nextTimerNanos();
      device.timers(now);
    }
  }

  @Test
  void nothingSaidPassesEverythingInOrder() {
    run("", 0);
    assertEquals(PACKETS, arrived.size());
    assertEquals(arrived.stream().sorted().toList(), arrived);
  }

  @Test
  void lossLosesItsShareAndTheSameOnesWithTheSameSeed() {
    run("loss=0.1;seed=5", 0);
    assertTrue(arrived.size() > 8_700 && arrived.size() < 9_300, arrived.size() + " arrived");
    List<Long> first = List.copyOf(arrived);
    arrived.clear();
    run("loss=0.1;seed=5", 0);
    assertEquals(first, arrived);
    arrived.clear();
    run("loss=0.1;seed=6", 0);
    assertTrue(!first.equals(arrived), "another seed loses the same packets");
  }

  @Test
  void duplicateComesOnceMoreAfterItsTime() {
    run("duplicate=1;duplicateMicros=5000000", 0);
    assertEquals(PACKETS + HeldPackets.MOST_PACKETS, arrived.size(), "bounded by what is held");
    List<Long> again = arrived.subList(PACKETS, arrived.size());
    assertEquals(arrived.subList(0, HeldPackets.MOST_PACKETS), again);
    assertEquals(5_000_000_000L, times.get(PACKETS) - times.get(0));
  }

  @Test
  void reorderedPacketsComeLateAndNoneIsLost() {
    run("reorder=0.2;reorderMicros=50", 0);
    assertEquals(PACKETS, arrived.stream().distinct().count());
    assertTrue(!arrived.equals(arrived.stream().sorted().toList()), "all came in order");
  }

  @Test
  void delayKeepsTheOrder() {
    run("delayMicros=100", 0);
    assertEquals(PACKETS, arrived.size());
    assertEquals(arrived.stream().sorted().toList(), arrived);
    assertEquals(1_000_000_000L + 100_000, times.get(0));
  }

  @Test
  void corruptionFlipsOneBitOfACopy() {
    PacketDevice device = device("corrupt=1");
    int[] flipped = {0};
    PacketReceiver in = device.inbound((packet, _) -> {
      MemorySegment bytes = packet.memory().segment().asSlice(packet.offset(), packet.length());
      for (long at = 0; at < bytes.byteSize(); at++) {
        int difference =
            bytes.get(ValueLayout.JAVA_BYTE, at) ^ memory.get(ValueLayout.JAVA_BYTE, 8 + at);
        flipped[0] += Integer.bitCount(difference & 0xff);
      }
    });
    offer(device, in, 0, 100);
    assertEquals(100, flipped[0]);
  }

  @Test
  void otherAddressesAreLeftAlone() {
    run("loss=1;address=127.0.0.2", 0);
    assertEquals(PACKETS, arrived.size());
    arrived.clear();
    run("loss=1;address=127.0.0.2", 1);
    assertEquals(List.of(), arrived);
  }

  @Test
  void blackHoleSwallowsBothDirectionsOfItsAddressUntilItIsRestored() throws UnknownHostException {
    PacketDevice device = device("");
    PacketReceiver in = device.inbound(this::take);
    PacketSink out = device.outbound(wire);
    BlackHoles.cut(second());
    offer(device, in, 1, 10);
    send(out, 1);
    assertEquals("0 0", arrived.size() + " " + sentOn);
    offer(device, in, 0, 10);
    send(out, 0);
    assertEquals("10 1", arrived.size() + " " + sentOn);
    BlackHoles.restore(second());
    offer(device, in, 1, 10);
    send(out, 1);
    assertEquals("20 2", arrived.size() + " " + sentOn);
  }

  private void send(PacketSink out, int port) {
    Burst burst = Bursts.from(port, 40);
    assertEquals(1, out.send(new Burst[] {burst}, 1), "a black hole takes everything");
  }

  @Test
  void periodicCutLetsTheRestOfThePeriodThrough() {
    now = 3_000_000_000L;
    PacketDevice device = device("cutMillis=100;everyMillis=300");
    PacketReceiver in = device.inbound(this::take);
    for (int milli = 0; milli < 600; milli++) {
      offer(device, in, 0, 1);
      now += 999_000;
    }
    assertEquals(400, arrived.size());
    assertEquals(3_100_000_000L, times.get(0));
  }
}
