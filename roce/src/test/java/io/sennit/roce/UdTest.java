// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.Grh;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.PostStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Datagrams between two engines, and what is dropped without a word. */
final class UdTest {
  private static final int KEY = 0x1234_5678;
  private static final int MTU = 1024;

  private final Randomness random = Randomness.seeded(9);
  private final ArrayDeque<Copy> network = new ArrayDeque<>();
  private final Node near = node(1, MTU);
  private final Node far = node(2, MTU);
  private final List<String> arrived = new ArrayList<>();
  private final List<byte[]> landed = new ArrayList<>();
  private final UdQueuePair from = open(near, KEY, 4);
  private final UdQueuePair to = open(far, KEY, 4);
  private final MemorySegment payload = Arena.ofAuto().allocate(4096);

  private Node node(int number, int mtuBytes) {
    return new Node(
        Node.ports(number, 1, mtuBytes), EngineConfig.STANDARD, random, network::add, () -> {});
  }

  private UdQueuePair open(Node node, int key, int depth) {
    return node.engine.createUdQueuePair(new UdConfig(0, 7, key, depth, false), this::land);
  }

  private void land(UdMessage message, long nowNanos) {
    byte[] whole = new byte[Grh.BYTES + message.payloadBytes()];
    int bytes = message.copyTo(MemorySegment.ofArray(whole), 0);
    landed.add(whole);
    arrived.add(message.source() + " " + message.sourceQueuePair() + " " + message.hasImmediate()
        + " " + Integer.toHexString(message.immediate()) + " " + bytes);
  }

  private AddressHandle handle(UdQueuePair peer, Node peerNode, int key) {
    int udpPort = peerNode.ports.get(0).receivePort();
    return from.addressHandle(peer.address(), udpPort, peer.number(), key);
  }

  private Copy sent(AddressHandle handle, int length) {
    assertEquals(PostStatus.POSTED, from.send(handle, payload, 0, length));
    assertTrue(near.engine.hasWork(), "something waits to be sent");
    assertTrue(near.engine.transmit(near, 0), "the sink takes all");
    return network.remove();
  }

  private void assertDropped(Copy copy, EngineCounters.Kind kind) {
    far.receive(copy, false, 0);
    assertEquals(List.of(), arrived);
    assertEquals(1, far.engine.counters().count(kind), kind.name());
  }

  @Test
  void datagramArrivesBehindItsRouteHeader() {
    for (int length : new int[] {0, 1, 2, 3, 4, 255, 1023, 1024}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      MemorySegment.copy(bytes, 0, payload, ValueLayout.JAVA_BYTE, 0, length);
      far.receive(sent(handle(to, far, KEY), length), false, 0);
      assertEquals("10.0.1.1 " + from.number() + " false 0 " + (40 + length), arrived.removeLast());
      byte[] whole = landed.removeLast();
      assertEquals(0x45, whole[20], "IPv4 in the second half of the 40 bytes");
      assertArrayEquals(bytes, Arrays.copyOfRange(whole, 40, whole.length), length + " bytes");
    }
  }

  @Test
  void immediateArrives() {
    AddressHandle handle = handle(to, far, KEY);
    MemorySegment five = payload.asSlice(0, 5);
    assertEquals(PostStatus.POSTED, from.sendWithImmediate(handle, five, 0xcafe_f00d));
    assertTrue(near.engine.transmit(near, 0));
    far.receive(network.remove(), false, 0);
    assertEquals(List.of("10.0.1.1 " + from.number() + " true cafef00d 45"), arrived);
  }

  @Test
  void packetsAreNumbered() {
    AddressHandle handle = handle(to, far, KEY);
    int first = psn(sent(handle, 4));
    assertEquals((first + 1) & 0xff_ffff, psn(sent(handle, 4)));
  }

  private static int psn(Copy copy) {
    byte[] bytes = copy.bytes();
    return ((bytes[9] & 0xff) << 16) | ((bytes[10] & 0xff) << 8) | (bytes[11] & 0xff);
  }

  @Test
  void datagramWithAnotherQueueKeyIsDropped() {
    assertDropped(sent(handle(to, far, KEY ^ 1), 8), EngineCounters.Kind.WRONG_QUEUE_KEY);
  }

  @Test
  void datagramForNobodyIsDropped() {
    AddressHandle nobody =
        from.addressHandle(to.address(), far.ports.get(0).receivePort(), to.number() ^ 2, KEY);
    assertDropped(sent(nobody, 8), EngineCounters.Kind.NO_QUEUE_PAIR);
  }

  @Test
  void datagramForAConnectionIsDropped() {
    Pair pair = new Pair(3, MTU);
    UdQueuePair near =
        pair.near.node.engine.createUdQueuePair(new UdConfig(0, 7, KEY, 4, false), this::land);
    Side far = pair.far;
    AddressHandle handle = near.addressHandle(
        far.node.ports.get(0).address(),
        far.node.ports.get(0).receivePort(),
        far.queuePair.number(),
        KEY);
    near.send(handle, payload, 0, 8);
    pair.run(() -> false, 1_000_000_000L);
    assertEquals(1, far.count(EngineCounters.Kind.NO_QUEUE_PAIR));
    assertEquals(List.of(), arrived);
  }

  @Test
  void requestOfAConnectionNeverReachesDatagrams() {
    Copy.Ends ends =
        new Copy.Ends(from.address(), 50_000, to.address(), far.ports.get(0).receivePort());
    Copy request = new Forgery(PacketOpcode.SEND_ONLY, to.number(), 1, 8).sent(ends);
    assertDropped(request, EngineCounters.Kind.NO_QUEUE_PAIR);
  }

  @Test
  void datagramLongerThanTheMtuIsDropped() {
    Node large = node(3, 4096);
    UdQueuePair shouter = open(large, KEY, 4);
    AddressHandle handle =
        shouter.addressHandle(to.address(), far.ports.get(0).receivePort(), to.number(), KEY);
    assertEquals(PostStatus.POSTED, shouter.send(handle, payload, 0, MTU + 1));
    assertTrue(large.engine.transmit(large, 0));
    assertDropped(network.remove(), EngineCounters.Kind.MALFORMED);
  }

  @Test
  void datagramLongerThanTheOwnMtuIsRefused() {
    assertEquals(PostStatus.INVALID, from.send(handle(to, far, KEY), payload, 0, MTU + 1));
    assertFalse(near.engine.hasWork(), "nothing waits");
  }

  @Test
  void everyBrokenBitIsNoticed() {
    Copy good = sent(handle(to, far, KEY), 9);
    for (int bit = 0; bit < 8 * good.bytes().length; bit++) {
      byte[] bytes = good.bytes().clone();
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
      far.receive(good.with(bytes), false, 0);
      int expected = bit / 8 == 4 ? 1 : 0; // Marks of congestion change on the way.
      assertEquals(expected, arrived.size(), "bit " + bit);
      arrived.clear();
    }
  }

  @Test
  void datagramOfAnotherSourceFailsItsCrc() {
    Copy good = sent(handle(to, far, KEY), 8);
    Copy.Ends other = good.ends().from(IpAddress.ofIpv4(0x0a00_0902), 50_000);
    assertDropped(good.with(other), EngineCounters.Kind.BAD_CRC);
  }

  @Test
  void sourcesMayAlternate() {
    Node third = node(3, MTU);
    UdQueuePair other = open(third, KEY, 4);
    AddressHandle handle =
        other.addressHandle(to.address(), far.ports.get(0).receivePort(), to.number(), KEY);
    for (int round = 0; round < 3; round++) {
      far.receive(sent(handle(to, far, KEY), 8), false, 0);
      other.send(handle, payload, 0, 8);
      assertTrue(third.engine.transmit(third, 0));
      far.receive(network.remove(), false, 0);
    }
    assertEquals(6, arrived.size(), arrived.toString());
  }

  private Copy forged(IpAddress source, int sourcePort, UdQueuePair at, int receivePort) {
    Copy.Ends ends = new Copy.Ends(source, sourcePort, at.address(), receivePort);
    return new Forgery(PacketOpcode.UD_SEND_ONLY, at.number(), 0, 8)
        .deth(KEY, 9)
        .sent(ends);
  }

  @Test
  void sourcePortsMayAlternate() {
    for (int port : new int[] {50_000, 50_001, 50_000}) {
      far.receive(forged(from.address(), port, to, far.ports.get(0).receivePort()), false, 0);
    }
    assertEquals(3, arrived.size(), arrived.toString());
  }

  @Test
  void localPortsMayAlternateAndEachHasItsOwnQueuePairs() {
    Node two =
        new Node(Node.ports(4, 2, MTU), EngineConfig.STANDARD, random, network::add, () -> {});
    UdQueuePair first = open(two, KEY, 4);
    UdQueuePair second =
        two.engine.createUdQueuePair(new UdConfig(1, 7, KEY, 4, false), this::land);
    for (UdQueuePair each : List.of(first, second, first)) {
      two.receive(forged(from.address(), 50_000, each, 20_004), false, 0);
    }
    assertEquals(3, arrived.size(), arrived.toString());
    Copy.Ends toSecond = new Copy.Ends(from.address(), 50_000, second.address(), 20_004);
    Forgery toFirst = new Forgery(PacketOpcode.UD_SEND_ONLY, first.number(), 0, 8).deth(KEY, 9);
    two.receive(toFirst.sent(toSecond), false, 0);
    assertEquals(1, two.engine.counters().count(EngineCounters.Kind.NO_QUEUE_PAIR));
    assertEquals(3, arrived.size(), arrived.toString());
  }

  @Test
  void datagramOfAnotherIpVersionIsDropped() {
    Copy good = sent(handle(to, far, KEY), 8);
    Copy.Ends other = good.ends().from(new IpAddress(1L << 61, 1), 50_000);
    assertDropped(good.with(other), EngineCounters.Kind.WRONG_SOURCE);
  }

  /** IPv6 has no identification that could explain a wrong CRC. */
  @Test
  void overIpv6EveryBitOfTheCrcCounts() {
    IpAddress own = new IpAddress(1L << 61, 1);
    Node six = new Node(
        List.of(new LocalPort(own, 20_006, MTU)),
        EngineConfig.STANDARD,
        random,
        network::add,
        () -> {});
    UdQueuePair there = open(six, KEY, 4);
    for (int high : new int[] {1, 2, 1}) {
      six.receive(forged(new IpAddress((1L << 61) + high, 5), 50_000, there, 20_006), false, 0);
    }
    assertEquals(3, arrived.size(), arrived.toString());
    byte[] bytes = forged(new IpAddress(1L << 61, 5), 50_000, there, 20_006).bytes();
    byte[] plain = forged(from.address(), 50_000, to, 20_002).bytes();
    byte[] numbered = Sealing.sealed(plain.clone(), ipv4Ends(), 0x718c).bytes();
    for (int at = bytes.length - 4; at < bytes.length; at++) {
      bytes[at] ^= (byte) (plain[at] ^ numbered[at]);
    }
    Copy.Ends ends = new Copy.Ends(new IpAddress(1L << 61, 5), 50_000, own, 20_006);
    six.receive(new Copy(bytes, 0, ends), false, 0);
    assertEquals(1, six.engine.counters().count(EngineCounters.Kind.BAD_CRC));
    assertEquals(3, arrived.size(), arrived.toString());
  }

  private Copy.Ends ipv4Ends() {
    return new Copy.Ends(from.address(), 50_000, to.address(), 20_002);
  }

  @Test
  void fullQueueRefusesAndAFullSocketKeeps() {
    near.room = 2;
    AddressHandle handle = handle(to, far, KEY);
    for (int at = 0; at < 4; at++) {
      assertEquals(PostStatus.POSTED, from.send(handle, payload, 0, at));
    }
    assertEquals(PostStatus.QUEUE_FULL, from.send(handle, payload, 0, 5));
    assertFalse(near.engine.transmit(near, 0), "the sink refuses the third");
    assertEquals(2, from.waiting());
    near.room = 9;
    assertTrue(near.engine.transmit(near, 0));
    assertFalse(near.engine.hasWork());
    network.forEach(copy -> far.receive(copy, false, 0));
    assertEquals(4, arrived.size(), arrived.toString());
  }

  @Test
  void queuePairOneIsThePortsOnlyOne() {
    UdQueuePair management = far.engine.createUdQueuePair(UdConfig.management(0, 7), this::land);
    assertEquals(1, management.number());
    assertThrows(
        IllegalStateException.class,
        () -> far.engine.createUdQueuePair(UdConfig.management(0, 7), this::land));
    far.receive(sent(handle(management, far, 0x8001_0000), 256), false, 0);
    assertEquals(1, arrived.size(), arrived.toString());
    Copy late = sent(handle(management, far, 0x8001_0000), 256);
    management.destroy();
    arrived.clear();
    assertDropped(late, EngineCounters.Kind.NO_QUEUE_PAIR);
    assertEquals(PostStatus.NOT_READY, management.send(handle(to, far, KEY), payload, 0, 1));
  }

  @Test
  void tooManyQueuePairsAreRefused() {
    for (int at = 1; at < EngineConfig.STANDARD.tables().maxDatagramQueuePairs(); at++) {
      open(near, KEY, 1);
    }
    assertThrows(IllegalStateException.class, () -> open(near, KEY, 1));
    assertEquals(1, near.engine.counters().count(EngineCounters.Kind.QUEUE_PAIR_REFUSED));
    from.destroy();
    open(near, KEY, 1);
  }

  @Test
  void keyAndDepthOfQueuePairOneAreFixed() {
    int key = UdConfig.MANAGEMENT_QUEUE_KEY;
    int depth = UdConfig.MANAGEMENT_SEND_DEPTH;
    assertEquals(new UdConfig(0, 7, key, depth, true), UdConfig.management(0, 7));
    assertThrows(IllegalArgumentException.class, () -> new UdConfig(0, 7, key + 1, depth, true));
    assertThrows(IllegalArgumentException.class, () -> new UdConfig(0, 7, key, depth + 1, true));
  }
}
