// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.base.Randomness;
import io.sennit.roce.wire.AnyIds;
import io.sennit.roce.wire.Ecn;
import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.IpAddress;
import io.sennit.roce.wire.PacketCheck;
import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.ResidualIds;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one event loop: takes packets and time, gives packets, timers and completions.
 *
 * <p>Owned by the loop's thread, which calls {@link #receive} for what came, then {@link #timers},
 * then {@link #transmit}; only {@link #createDomain} may be called by any thread. All times are of
 * the same clock.
 */
public final class Engine {
  /** What {@link #nextTimerNanos} says if nothing is to be waited for. */
  public static final long NO_TIMER = Long.MAX_VALUE;

  /** Bursts of one {@link #transmit}, so that receiving has its turn. */
  private static final int TURN_FLUSHES = 8;

  static final int NUMBER_BITS = 24;

  private final EngineCounters counters = new EngineCounters();
  private volatile List<LocalPort> ports;
  private final List<RoceDomain> domains = new CopyOnWriteArrayList<>();
  private final Shell shell;
  private final Randomness randomness;
  private final EngineConfig config;
  private final NumberTable<RoceQueuePair> queuePairs;
  private final Timers timers = new Timers();
  /** Those of what is expedited, then the others; of each port one. */
  private Outlet[] outlets;

  private final Pool<PacketTables> packetTables = new Pool<>(PacketTables::new);
  private final Pool<HeldPackets.Places> heldPlaces = new Pool<>(HeldPackets.Places::new);
  private final PacketPool heldMemory;
  private final Inbound inbound = new Inbound();
  private final Inbound keptPacket = new Inbound();
  private final CRC32 crc = new CRC32();
  private final ResidualIds residualIds = new ResidualIds();
  private final AnyIds anyIds = new AnyIds();
  private final UdQueuePairs datagrams;
  private final UcQueuePairs unreliable;
  private boolean event;
  private long completions;

  /**
   * Makes one without queue pairs.
   *
   * @param ports this engine's addresses, in the order of the device's ports; at least one
   * @param shell the loop around it
   * @param randomness unpredictable in production: numbers and keys come from it
   * @param config its bounds
   */
  public Engine(List<LocalPort> ports, Shell shell, Randomness randomness, EngineConfig config) {
    if (ports.isEmpty()) {
      throw new IllegalArgumentException("an engine needs a port");
    }
    this.ports = List.copyOf(ports);
    this.shell = shell;
    this.randomness = randomness;
    this.config = config;
    queuePairs = new NumberTable<>(randomness, config.maxQueuePairs(), NUMBER_BITS);
    datagrams = new UdQueuePairs(this, inbound, randomness);
    unreliable = new UcQueuePairs(this);
    heldMemory = new PacketPool(config.maxHeldPackets());
    outlets = Stream.generate(Outlet::new).limit(2L * ports.size()).toArray(Outlet[]::new);
  }

  /** Another port, the next one; it has no queue pairs yet. */
  public void addPort(LocalPort port) {
    List<Outlet> grown = new ArrayList<>(Arrays.asList(outlets));
    grown.add(ports.size(), new Outlet());
    grown.add(new Outlet());
    outlets = grown.toArray(Outlet[]::new);
    List<LocalPort> more = new ArrayList<>(ports);
    more.add(port);
    ports = List.copyOf(more);
  }

  /**
   * Gives a port a new address of the same IP version. Its queue pairs no longer reach their peers,
   * which know the old address; their owner has to replace them.
   *
   * @param port index of the port
   */
  public void movePort(int port, LocalPort to) {
    List<LocalPort> changed = new ArrayList<>(ports);
    if (changed.set(port, to).address().isIpv4() != to.address().isIpv4()) {
      throw new IllegalArgumentException("a port does not change its IP version: " + to.address());
    }
    ports = List.copyOf(changed);
    domains.forEach(domain -> domain.portMoved(port));
  }

  /**
   * The link of a port takes longer packets than it did, or only shorter ones.
   *
   * @param port index of the port
   * @param mtuBytes as of {@link LocalPort}
   */
  public void portMtu(int port, int mtuBytes) {
    List<LocalPort> changed = new ArrayList<>(ports);
    LocalPort was = changed.get(port);
    if (was.mtuBytes() != mtuBytes) {
      changed.set(port, new LocalPort(was.address(), was.receivePort(), mtuBytes));
      ports = List.copyOf(changed);
      domains.forEach(domain -> domain.portChanged(port));
    }
  }

  /** What the device can do. */
  public static Capabilities capabilities() {
    return RoceDomain.CAPABILITIES;
  }

  /**
   * PSN of the first request of a queue pair of this engine, for a peer that is not Sennit.
   *
   * @throws IllegalArgumentException if it is another provider's
   */
  public int firstPsn(QueuePair queuePair) {
    return own(queuePair).firstPsn();
  }

  /**
   * Connects a queue pair of this engine to a peer that is not Sennit: its packets may come from
   * any UDP port of the address that the path names, and carry any IP identification.
   *
   * @throws IllegalArgumentException if it is another provider's, or the port does not allow the
   *     path MTU
   * @throws IllegalStateException if it is not in INIT
   */
  public void connect(QueuePair queuePair, PeerAttributes peer) {
    connect(queuePair, peer, firstPsn(queuePair));
  }

  /**
   * The same where the peer has said which PSN it expects first, as with RDMA CM.
   *
   * @param sendPsn of this side's first request, 24 bits
   */
  public void connect(QueuePair queuePair, PeerAttributes peer, int sendPsn) {
    Bounds.checkPsn(sendPsn);
    own(queuePair).connect(peer, sendPsn);
  }

  /**
   * Where the packets of a queue pair of this engine go.
   *
   * @throws IllegalArgumentException if it is another provider's
   */
  public IpAddress peerAddress(QueuePair queuePair) {
    RoceQueuePair own = own(queuePair);
    return own.domain().peerAddress(own.path());
  }

  private RoceQueuePair own(QueuePair queuePair) {
    if (queuePair instanceof RoceQueuePair own && own.domain().engine() == this) {
      return own;
    }
    throw new IllegalArgumentException("the queue pair of another engine");
  }

  /** Makes what one peer can reach; any thread, the domain is then the loop thread's. */
  public ProtectionDomain createDomain(DomainSpec spec) {
    RoceDomain made = new RoceDomain(this, spec);
    domains.add(made);
    return made;
  }

  void remove(RoceDomain domain) {
    domains.remove(domain);
  }

  /**
   * Makes a queue pair for datagrams; by the engine's thread.
   *
   * @param receiver what stands behind it
   * @throws IllegalArgumentException if there is no such port or route
   * @throws IllegalStateException if the port has a queue pair 1 already, or there are too many
   */
  public UdQueuePair createUdQueuePair(UdConfig udConfig, UdReceiver receiver) {
    return datagrams.create(udConfig, receiver);
  }

  /**
   * Makes an unreliable connection of a domain of this engine; by its thread.
   *
   * @throws IllegalArgumentException if the domain is another engine's, or there is no such route
   * @throws IllegalStateException if there are as many as there may be
   */
  public UcQueuePair createUcQueuePair(ProtectionDomain domain, QueuePairConfig queuePairConfig) {
    if (domain instanceof RoceDomain own && own.engine() == this) {
      return own.createUcQueuePair(queuePairConfig);
    }
    throw new IllegalArgumentException("the protection domain of another engine");
  }

  /**
   * Takes one packet. Nothing is answered or changed unless it is whole, for a living queue pair,
   * and from its peer.
   */
  public void receive(Datagram datagram, long nowNanos) {
    PacketOpcode opcode =
        PacketCheck.opcode(datagram.memory().segment(), datagram.offset(), datagram.length());
    if (opcode == null) {
      counters.add(EngineCounters.Kind.MALFORMED);
      return;
    }
    inbound.read(opcode, datagram);
    if (opcode.kind() == PacketOpcode.Kind.DATAGRAM) {
      datagrams.receive(inbound, datagram, nowNanos);
      return;
    }
    if (isForUnreliable(opcode)) {
      unreliable.receive(inbound, datagram, nowNanos);
      return;
    }
    RoceQueuePair queuePair = queuePairs.find(inbound.queuePair());
    if (queuePair == null) {
      counters.add(EngineCounters.Kind.NO_QUEUE_PAIR);
      return;
    }
    EngineCounters.Kind objection = objection(queuePair, datagram);
    if (objection != null) {
      counters.add(objection);
      return;
    }
    counters.add(EngineCounters.Kind.RECEIVED);
    if (opcode == PacketOpcode.CONGESTION_NOTIFICATION) {
      queuePair.marked(nowNanos);
    } else if (opcode.kind() == PacketOpcode.Kind.PATH_MTU) {
      queuePair.probed(inbound, nowNanos);
    } else {
      if (datagram.ecn() == Ecn.CONGESTED) {
        queuePair.metCongestion(inbound, nowNanos);
      }
      queuePair.receive(inbound, nowNanos);
    }
    timers.schedule(queuePair);
  }

  /** A notice says no more than the number of whom it is for. */
  private boolean isForUnreliable(PacketOpcode opcode) {
    return opcode.isUnreliable()
        || (opcode == PacketOpcode.CONGESTION_NOTIFICATION && unreliable.has(inbound.queuePair()));
  }

  private EngineCounters.@Nullable Kind objection(RoceQueuePair queuePair, Datagram datagram) {
    if (!queuePair.isReachable()) {
      return EngineCounters.Kind.NOT_READY;
    }
    if (!queuePair.isFromPeer(datagram)) {
      return EngineCounters.Kind.WRONG_SOURCE;
    }
    return objection(queuePair.connection(), datagram);
  }

  /** What is wrong with the packet that was read, of a connection's peer; null if nothing is. */
  EngineCounters.@Nullable Kind objection(Connection connection, Datagram datagram) {
    return isIntact(connection, datagram) ? null : EngineCounters.Kind.BAD_CRC;
  }

  private boolean isIntact(Connection connection, Datagram datagram) {
    if (connection.isForeign()) {
      connection.inbound().sourcePort(datagram.sourcePort());
    }
    return isIntact(connection.inbound(), datagram, connection.isForeign());
  }

  /**
   * Whether the invariant CRC of the packet that was read fits.
   *
   * @param foreign whether the sender may be none of Sennit, and count IPv4's identification
   */
  boolean isIntact(Icrc icrc, Datagram datagram, boolean foreign) {
    PacketMemory memory = datagram.memory();
    int length = datagram.length();
    int covered = length - PacketCheck.ICRC_BYTES;
    int taken = covered <= Icrc.MOST_BYTES ? covered : inbound.opcode.headerBytes();
    long bth = datagram.offset();
    icrc.packet(length, datagram.segmentIndex() & (ResidualIds.ACCEPTED - 1));
    icrc.take(0, memory.segment(), bth, taken);
    icrc.begin(crc, taken);
    if (taken < covered) {
      memory.crc(crc, bth + taken, covered - taken);
    }
    int difference = (int) crc.getValue() ^ PacketCheck.icrc(memory.segment(), bth, length);
    return difference == 0 || (icrc.isIpv4() && explains(difference, length, foreign));
  }

  private boolean explains(int difference, int length, boolean foreign) {
    return foreign ? anyIds.explain(difference, length) : residualIds.explain(difference, length);
  }

  /** Lets everything happen whose time has come. */
  public void timers(long nowNanos) {
    timers.run(nowNanos);
    datagrams.timers(nowNanos);
    unreliable.timers(nowNanos);
  }

  /** The time at which {@link #timers} has something to do, {@link #NO_TIMER} if never. */
  public long nextTimerNanos() {
    long others = Math.min(datagrams.nextTimerNanos(), unreliable.nextTimerNanos());
    return Math.min(timers.nextNanos(), others);
  }

  /** Whether {@link #transmit} has something to send now. */
  public boolean hasWork() {
    boolean work = datagrams.hasWork() || unreliable.hasWork();
    for (Outlet outlet : outlets) {
      work |= outlet.hasWork();
    }
    return work;
  }

  /**
   * Sends what may be sent, up to some bursts of each port: see {@link #hasWork} for whether there
   * is more.
   *
   * @return false if all that is left was refused by the sink; it is offered again by the next call
   */
  public boolean transmit(PacketSink sink, long nowNanos) {
    boolean taken = datagrams.transmit(sink);
    boolean unreliableTaken = unreliable.transmit(sink, nowNanos);
    for (Outlet outlet : outlets) {
      outlet.beginRound();
    }
    boolean open = true;
    for (int turn = 0; turn < TURN_FLUSHES && open; turn++) {
      open = false;
      for (Outlet outlet : outlets) {
        if (outlet.isOpen()) {
          outlet.transmit(this, sink, nowNanos);
          open |= outlet.isOpen();
        }
      }
    }
    open |= unreliableTaken && unreliable.hasWork();
    return open || (taken && !hasWork());
  }

  /** Whether an armed completion queue got something since the last call. */
  public boolean takeEvent() {
    boolean was = event;
    event = false;
    return was;
  }

  /** Completions made so far, whether they were polled or not. */
  public long completions() {
    return completions;
  }

  void countCompletion() {
    completions++;
  }

  void announceEvent() {
    event = true;
  }

  void makeReady(RoceQueuePair queuePair) {
    if (!queuePair.ready) {
      outlet(queuePair).add(queuePair); // First: there may be no memory for a longer list.
      queuePair.ready = true;
    }
  }

  /** A queue pair may have to be looked at earlier than it had to. */
  void schedule(RoceQueuePair queuePair) {
    timers.schedule(queuePair);
  }

  /** Forgets what was to be sent out of memory that goes. */
  void discard(MemorySegment memory) {
    for (Outlet outlet : outlets) {
      outlet.discard(memory);
    }
  }

  /** Forgets what one queue pair was to send out of memory that it may not send any more. */
  void discard(RoceQueuePair queuePair, MemorySegment memory) {
    outlet(queuePair).discard(queuePair, memory);
  }

  /** Forgets what a queue pair has not got rid of. */
  void discard(RoceQueuePair queuePair) {
    outlet(queuePair).discard(queuePair);
  }

  private Outlet outlet(RoceQueuePair queuePair) {
    int before = queuePair.isExpedited() ? 0 : ports.size();
    return outlets[before + queuePair.path().localPort()];
  }

  /** Whether a number is that of a queue pair of any kind: a notice says nothing but the number. */
  boolean hasQueuePair(int number) {
    return queuePairs.find(number) != null || datagrams.has(number) || unreliable.has(number);
  }

  RoceQueuePair createQueuePair(RoceDomain domain, QueuePairConfig queuePairConfig) {
    int label = queuePairConfig.path().routeLabel();
    int port = queuePairConfig.path().localPort();
    int sourcePort = shell.sourcePort(port, label);
    synchronized (queuePairs) {
      if (queuePairs.isFull()) {
        counters.add(EngineCounters.Kind.QUEUE_PAIR_REFUSED);
        throw new IllegalStateException(
            "all " + config.maxQueuePairs() + " queue pairs of the loop are in use: maxQueuePairs");
      }
      QueuePairAddress address = new QueuePairAddress(
          queuePairs.draw(this::hasQueuePair),
          randomness.nextInt(1 << NUMBER_BITS),
          domain.pathMtu(queuePairConfig.path()).outBytes(),
          sourcePort,
          config.maxReadAtomic(),
          Features.OWN);
      RoceQueuePair made = new RoceQueuePair(domain, queuePairConfig, address);
      queuePairs.add(made);
      return made;
    }
  }

  void remove(RoceQueuePair queuePair) {
    queuePairs.remove(queuePair);
    timers.remove(queuePair);
  }

  /** Counts of what it has seen. */
  public EngineCounters counters() {
    return counters;
  }

  UcQueuePairs unreliable() {
    return unreliable;
  }

  UdQueuePairs datagrams() {
    return datagrams;
  }

  Pool<PacketTables> packetTables() {
    return packetTables;
  }

  Pool<HeldPackets.Places> heldPlaces() {
    return heldPlaces;
  }

  PacketPool heldMemory() {
    return heldMemory;
  }

  /** The packet that was kept and is executed now; reused. */
  Inbound keptPacket() {
    return keptPacket;
  }

  List<LocalPort> ports() {
    return ports;
  }

  Shell shell() {
    return shell;
  }

  Randomness randomness() {
    return randomness;
  }

  EngineConfig config() {
    return config;
  }
}
