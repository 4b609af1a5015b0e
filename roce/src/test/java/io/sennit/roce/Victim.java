// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.Packet;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.verbs.Access;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine whose peer is the test: every packet that it gets is made by hand. */
final class Victim {
  static final int MTU = 256;
  static final int PEER_NUMBER = 0x1234;

  /** READs and atomics that the peer takes at the same time. */
  static final int PEER_RESOURCES = EngineConfig.STANDARD.maxReadAtomic();

  /** Little, since there is a victim for each row of a table. */
  static final int MEMORY_BYTES = 16 << 10;

  /** Of the peer's requests. */
  static final int FIRST_PSN = 1000;

  private static final int AETH_AT = 12;
  private static final int WINDOW_TAIL = 7;
  private static final int QUEUE_KEY = 0x1122_3344;
  private static final int PEER_PORT = 50_000;
  private static final IpAddress PEER = IpAddress.ofIpv4(0x0a00_0901);

  final Side side;
  int number;

  /** Of the victim's own requests. */
  int ownPsn;

  final Copy.Ends ends;
  long nowNanos = 1;
  /** The count of messages in the latest packet that the victim has sent. */
  int messageSequence;

  private final List<Packet> sent = new ArrayList<>();
  private @Nullable UdQueuePair datagrams;
  private @Nullable UcQueuePair unreliable;

  Victim() {
    this(Features.ATOMIC_WRITE | Features.FLUSH, EngineConfig.STANDARD);
  }

  /** One whose peer has some {@link Features}. */
  Victim(int features, EngineConfig config) {
    Node node =
        new Node(Node.ports(1, 2, MTU), config, Randomness.seeded(1), this::carry, () -> {});
    List<RemotePort> peers = List.of(new RemotePort(PEER, 4791, MTU, 1 << 20));
    side = new Side(node, peers, 1 << 20, MEMORY_BYTES);
    QueuePairAddress peer =
        new QueuePairAddress(PEER_NUMBER, FIRST_PSN - 1, MTU, PEER_PORT, PEER_RESOURCES, features);
    side.queuePair.connect(peer.encode());
    number = side.queuePair.number();
    ownPsn = QueuePairAddress.decode(side.queuePair.address()).firstPsn();
    LocalPort port = node.ports.get(0);
    ends = new Copy.Ends(PEER, PEER_PORT, port.address(), port.receivePort());
    hearPeer();
  }

  /** One whose peer is not Sennit. */
  static Victim ofForeigner() {
    Victim victim = new Victim();
    victim.side.queuePair = victim.side.anotherQueuePair();
    PeerAttributes peer = new PeerAttributes(
        PEER_NUMBER, FIRST_PSN - 1, MTU, PEER_RESOURCES, 4, PeerAttributes.Retries.USUAL);
    victim.side.node.engine.connect(victim.side.queuePair, peer);
    victim.ownPsn = victim.side.node.engine.firstPsn(victim.side.queuePair);
    victim.number = victim.side.queuePair.number();
    victim.hearPeer();
    return victim;
  }

  /** Until the peer was heard, only one packet at a time would be sent to it. */
  private void hearPeer() {
    take(request(PacketOpcode.WRITE_ONLY, -1, 0).reth(0, 0, 0));
    sent();
  }

  private void carry(Copy copy) {
    byte[] bytes = copy.bytes();
    Packet packet = Packet.read(MemorySegment.ofArray(bytes), 0, bytes.length);
    if (packet == null) {
      throw new AssertionError("the engine sends a malformed packet");
    }
    sent.add(packet);
    messageSequence = ByteBuffer.wrap(bytes).getInt(AETH_AT) & 0xff_ffff;
  }

  /** A packet to the victim, {@code ahead} of the first PSN. */
  Forgery request(PacketOpcode opcode, int ahead, int payloadBytes) {
    int to = opcode.isUnreliable() ? unreliable().number() : number;
    return new Forgery(opcode, to, FIRST_PSN + ahead, payloadBytes);
  }

  /** Its unreliable connection with the same peer. */
  UcQueuePair unreliable() {
    UcQueuePair open = unreliable;
    if (open == null) {
      open = anotherUnreliable();
      open.connect(PeerAttributes.unreliable(PEER_NUMBER, FIRST_PSN, MTU));
      unreliable = open;
    }
    return open;
  }

  private UcQueuePair anotherUnreliable() {
    return side.node.engine.createUcQueuePair(side.domain, side.config(side.completions, 0));
  }

  /** The number of a queue pair, of the kind that an opcode is for, that is not connected. */
  int unconnected(PacketOpcode opcode) {
    return opcode.isUnreliable()
        ? anotherUnreliable().number()
        : side.anotherQueuePair().number();
  }

  /** An answer to the victim's own request, {@code ahead} of its first PSN. */
  Forgery answer(PacketOpcode opcode, int ahead, int payloadBytes) {
    return new Forgery(opcode, number, (ownPsn + ahead) & 0xff_ffff, payloadBytes);
  }

  /** The key of a window that the peer may close. */
  int openWindow() {
    MemoryWindow window = side.domain.allocateWindow();
    WorkRequest bind = new WorkRequest()
        .reset(Opcode.BIND_WINDOW, 1)
        .local(side.memory, 0, MTU)
        .bind(window, WINDOW_TAIL, EnumSet.of(Access.REMOTE_WRITE));
    side.post(bind);
    sent();
    assertEquals("1 SUCCESS BIND_WINDOW", side.inbox.remove().substring(0, 21));
    return window.remoteKey(WINDOW_TAIL);
  }

  /** A datagram to a queue pair that takes them from anybody. */
  Forgery datagram(PacketOpcode opcode, int payloadBytes) {
    UdQueuePair open = datagrams;
    if (open == null) {
      open = side.node.engine.createUdQueuePair(
          new UdConfig(0, 7, QUEUE_KEY, 4, false), (message, now) -> {});
      datagrams = open;
    }
    return new Forgery(opcode, open.number(), 0, payloadBytes).deth(QUEUE_KEY, PEER_NUMBER);
  }

  /** Gives packets to the victim. */
  Victim take(Forgery... forgeries) {
    for (Forgery forgery : forgeries) {
      take(forgery.sent(ends));
    }
    return this;
  }

  Victim take(Copy copy) {
    side.node.receive(copy, false, nowNanos);
    return this;
  }

  /** What the victim has sent since the last call. */
  List<Packet> sent() {
    side.node.engine.timers(nowNanos);
    side.node.engine.transmit(side.node, nowNanos);
    side.drain();
    List<Packet> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }

  /** The answers since the last call, as {@code psn-ahead syndrome}. */
  String answers() {
    StringBuilder text = new StringBuilder();
    for (Packet packet : sent()) {
      text.append(packet.psn() - FIRST_PSN)
          .append(' ')
          .append(Integer.toHexString(packet.syndrome()))
          .append(';');
    }
    return text.toString();
  }

  void assertDropped(EngineCounters.Kind kind) {
    assertEquals(1, side.count(kind), () -> kind + " counted");
    assertEquals("", answers(), "answers");
    assertEquals(QueuePairState.READY_TO_SEND, side.queuePair.state());
  }

  /** What another peer of the same engine could reach. */
  RoceDomain anotherDomain() {
    return (RoceDomain) side.node.engine.createDomain(new DomainSpec(
        new DomainConfig(1 << 20, 1),
        List.of(new RemotePort(PEER, 4791, MTU, 1 << 20)),
        1 << 20,
        () -> {}));
  }

  /** Takes back the receives that were posted. */
  void dropReceives() {
    ((RoceSharedReceiveQueue) side.receives).drop();
  }

  /** There is one receive, of so many bytes. */
  void receiveOnly(int bytes) {
    dropReceives();
    side.receive(1, 0, bytes);
  }

  /** A packet is taken for what it says: nothing is refused, repeated, unexpected. */
  void assertTakes(Forgery forgery) {
    assertTakes(forgery.sent(ends));
  }

  void assertTakes(Copy copy) {
    long received = side.count(EngineCounters.Kind.RECEIVED);
    long strange = strange();
    take(copy);
    sent();
    assertEquals(received + 1, side.count(EngineCounters.Kind.RECEIVED), "received");
    assertEquals(strange, strange(), "refused, repeated, or unexpected");
    assertEquals(QueuePairState.READY_TO_SEND, side.queuePair.state());
  }

  private long strange() {
    return side.count(EngineCounters.Kind.DUPLICATE)
        + side.count(EngineCounters.Kind.OUT_OF_ORDER)
        + side.count(EngineCounters.Kind.UNEXPECTED_RESPONSE)
        + side.count(EngineCounters.Kind.MESSAGE_DROPPED)
        + side.count(EngineCounters.Kind.NAK_SENT)
        + side.count(EngineCounters.Kind.RNR_NAK_SENT);
  }

  /** What was expected next still is, and works. */
  void assertUnharmed() {
    take(request(PacketOpcode.WRITE_ONLY, 0, 8).reth(address(), key(), 8));
    assertEquals("0 1f;", answers(), "the answer to a good request");
    assertEquals(QueuePairState.READY_TO_SEND, side.queuePair.state());
  }

  long address() {
    return side.memory.address();
  }

  int key() {
    return side.memory.remoteKey();
  }
}
