// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.Ecn;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An engine with a shell that hands every packet to a network of the test's. */
final class Node implements Shell, PacketSink {
  private static final int BUFFER_BYTES = 8192;
  private static final int LONGEST_BYTES = 16_384;

  final Engine engine;
  final List<LocalPort> ports;
  private final Consumer<Copy> network;
  private final Runnable driver;
  private final PacketMemory buffer = PacketMemory.of(Arena.ofAuto().allocate(LONGEST_BYTES));
  private final Datagram datagram = new Datagram(buffer);
  boolean numbers = true;

  /** Sees every burst that leaves. */
  Consumer<Burst> watcher = burst -> {};

  /** Whether what it receives was marked on its way. */
  boolean congested;

  /** How many bursts may still be sent; then the sink refuses. */
  int room = Integer.MAX_VALUE;

  /** The port whose bursts the sink refuses; none if negative. */
  int fullPort = -1;

  /**
   * Makes one.
   *
   * @param driver what the user's polling leads to
   */
  Node(
      List<LocalPort> ports,
      EngineConfig config,
      Randomness randomness,
      Consumer<Copy> network,
      Runnable driver) {
    this.ports = ports;
    this.network = network;
    this.driver = driver;
    engine = new Engine(ports, this, randomness, config);
  }

  static List<LocalPort> ports(int node, int count, int mtuBytes) {
    List<LocalPort> ports = new ArrayList<>();
    for (int at = 1; at <= count; at++) {
      IpAddress address = IpAddress.ofIpv4(0x0a00_0000 | (node << 8) | at);
      ports.add(new LocalPort(address, 20_000 + node, mtuBytes));
    }
    return ports;
  }

  List<RemotePort> asRemote(long receiveBudgetBytes) {
    return ports.stream()
        .map(port ->
            new RemotePort(port.address(), port.receivePort(), port.mtuBytes(), receiveBudgetBytes))
        .toList();
  }

  @Override
  public void drive() {
    driver.run();
  }

  @Override
  public int sourcePort(int localPort, int routeLabel) {
    return 0xc000 + (routeLabel & 0x3fff);
  }

  @Override
  public String portName(int localPort) {
    return "port" + localPort;
  }

  @Override
  public long receiveBudgetBytes(int localPort) {
    return BUFFER_BYTES;
  }

  @Override
  public boolean numbersSegments(int localPort) {
    return numbers;
  }

  @Override
  public int send(Burst[] bursts, int count) {
    int taken = 0;
    while (taken < Math.min(count, room) && bursts[taken].localPort() != fullPort) {
      taken++;
    }
    room -= taken;
    for (int at = 0; at < taken; at++) {
      watcher.accept(bursts[at]);
      for (int packet = 0; packet < bursts[at].packetCount(); packet++) {
        network.accept(copy(bursts[at], packet));
      }
    }
    return taken;
  }

  private Copy copy(Burst burst, int packet) {
    byte[] bytes = new byte[burst.packetBytes(packet)];
    MemorySegment to = MemorySegment.ofArray(bytes);
    int headers = burst.headerLength(packet);
    int payload = burst.payloadLength(packet);
    MemorySegment.copy(burst.scratch(), burst.headerOffset(packet), to, 0, headers);
    if (payload > 0) {
      MemorySegment.copy(burst.payload(packet), burst.payloadOffset(packet), to, headers, payload);
    }
    MemorySegment.copy(
        burst.scratch(),
        burst.trailerOffset(packet),
        to,
        headers + payload,
        burst.trailerLength(packet));
    IpAddress source = ports.get(burst.localPort()).address();
    return new Copy(
        bytes,
        packet,
        new Copy.Ends(source, burst.sourcePort(), burst.destination(), burst.destinationPort()));
  }

  /** Whether a packet is for this node. */
  boolean owns(Copy copy) {
    return portOf(copy) >= 0;
  }

  private int portOf(Copy copy) {
    Copy.Ends ends = copy.ends();
    for (int at = 0; at < ports.size(); at++) {
      if (ports.get(at).address().equals(ends.destination())
          && ports.get(at).receivePort() == ends.destinationPort()) {
        return at;
      }
    }
    return -1;
  }

  /** Gives a packet to the engine, with a hint about its number or without. */
  void receive(Copy copy, boolean hint, long nowNanos) {
    byte[] bytes = copy.bytes();
    MemorySegment.copy(bytes, 0, buffer.segment(), ValueLayout.JAVA_BYTE, 4, bytes.length);
    datagram.packet(4, bytes.length, hint ? copy.segmentIndex() : 0);
    Copy.Ends ends = copy.ends();
    datagram.from(portOf(copy), ends.source().high(), ends.source().low(), ends.sourcePort());
    datagram.ecn(congested ? Ecn.CONGESTED : Ecn.CAPABLE);
    engine.receive(datagram, nowNanos);
  }
}
