// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.Icrc;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Access;
import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.Feature;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one peer can reach: its queue pairs, and this side's memory by its own keys. */
final class RoceDomain implements ProtectionDomain {
  /** Of a request of the peer's: IBTA's limit, which is 2^23 packets of 256 bytes. */
  static final long MOST_MESSAGE_BYTES = 1L << 31;

  /** Of one of this side's, whose length is an int, of which the highest says "too long". */
  private static final int MOST_OWN_BYTES = Integer.MAX_VALUE - 1;

  /** Local ranges of a request or a receive: more than headers and trailers of a message need. */
  static final int MOST_RANGES = 16;

  private static final int MOST_REMOTE_PORTS = 16;

  static final Capabilities CAPABILITIES = new Capabilities(
          MOST_OWN_BYTES,
          256,
          16_384,
          32_768,
          65_536,
          EngineConfig.STANDARD.maxReadAtomic(),
          true,
          true)
      .withRanges(MOST_RANGES, MOST_RANGES)
      .with(EnumSet.allOf(Feature.class));

  private static final Logger LOG = LoggerFactory.getLogger(RoceDomain.class);

  private final Engine engine;
  private final DomainSpec spec;
  private final Regions regions;
  private final ArrayList<RoceQueuePair> queuePairs = new ArrayList<>();
  private final ArrayList<UcQueuePair> unreliable = new ArrayList<>();
  private final List<RoceSharedReceiveQueue> receiveQueues = new ArrayList<>();
  private final AsyncEvents events;
  private final ArrayList<RemotePort> remotePorts;
  private final ArrayList<Budget> sendBudgets = new ArrayList<>();
  private final List<Budget> readBudgets = new ArrayList<>();
  private final Map<Path, PathMtu> pathMtus = new LinkedHashMap<>();
  private final PacketShare heldMemory;
  private boolean closed;

  RoceDomain(Engine engine, DomainSpec spec) {
    this.engine = engine;
    this.spec = spec;
    events = new AsyncEvents(engine);
    heldMemory = new PacketShare(engine.heldMemory(), engine.config().heldPacketsOfADomain());
    regions = new Regions(this, spec.config().memoryBytes());
    remotePorts = new ArrayList<>(spec.remotePorts());
    remotePorts.forEach(port -> sendBudgets.add(new Budget(port.receiveBudgetBytes())));
  }

  Engine engine() {
    return engine;
  }

  Budget sendBudget(int remotePort) {
    return sendBudgets.get(remotePort);
  }

  Budget readBudget(int localPort) {
    while (readBudgets.size() <= localPort) {
      readBudgets.add(new Budget(spec.readBudgetBytes()));
    }
    return readBudgets.get(localPort);
  }

  void drive() {
    if (!closed) {
      engine.shell().drive();
    }
  }

  /** What a key that the peer shows opens; null if nothing. */
  @Nullable
  Reach reach(int key) {
    return regions.reach(key);
  }

  /** Where packets of the peer are kept that came ahead of a missing one. */
  PacketShare heldMemory() {
    return heldMemory;
  }

  AsyncEvents events() {
    return events;
  }

  @Override
  public Optional<AsyncEvent> takeEvent() {
    return events.take();
  }

  Windows windows() {
    return regions.windows();
  }

  @Override
  public RoceMemoryWindow allocateWindow() {
    return regions.allocateWindow();
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public RoceMemoryRegion allocate(long bytes, Set<Access> access) {
    return regions.allocate(bytes, access);
  }

  Regions regions() {
    return regions;
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    checkDepth(depth, CAPABILITIES.maxCompletionDepth());
    return new RoceCompletionQueue(this, depth);
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    checkDepth(depth, CAPABILITIES.maxReceiveDepth());
    RoceSharedReceiveQueue made = new RoceSharedReceiveQueue(this, depth);
    receiveQueues.add(made);
    return made;
  }

  private void checkDepth(int depth, int most) {
    if (closed) {
      throw new IllegalStateException("the protection domain is closed");
    }
    if (depth < 1 || depth > most) {
      throw new IllegalArgumentException("a depth of " + depth + " is not in 1 to " + most);
    }
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    check(config);
    queuePairs.ensureCapacity(queuePairs.size() + 1); // One missing there would never be destroyed.
    RoceQueuePair made = engine.createQueuePair(this, config);
    queuePairs.add(made);
    return made;
  }

  UcQueuePair createUcQueuePair(QueuePairConfig config) {
    check(config);
    unreliable.ensureCapacity(unreliable.size() + 1);
    UcQueuePair made = engine.unreliable().create(this, config);
    unreliable.add(made);
    return made;
  }

  private void check(QueuePairConfig config) {
    checkDepth(config.sendDepth(), CAPABILITIES.maxSendDepth());
    if (!(config.sendCompletions() instanceof RoceCompletionQueue sends)
        || !(config.receiveCompletions() instanceof RoceCompletionQueue receipts)
        || !(config.receives() instanceof RoceSharedReceiveQueue receives)
        || sends.domain() != this
        || receipts.domain() != this
        || receives.domain() != this) {
      throw new IllegalArgumentException("queues of another protection domain");
    }
    checkPath(config.path());
    int used = queuePairs.size() + unreliable.size();
    if (used == spec.config().maxQueuePairs()) {
      throw new IllegalStateException("all " + used
          + " queue pairs of the protection domain are in use: maxQueuePairs is the limit");
    }
  }

  private void checkPath(Path path) {
    if (path.localPort() < 0
        || path.localPort() >= engine.ports().size()
        || path.remotePort() < 0
        || path.remotePort() >= remotePorts.size()) {
      throw new IllegalArgumentException("there is no such " + path + " between "
          + engine.ports().size() + " local and " + remotePorts.size() + " remote ports");
    }
  }

  @Override
  public byte[] portAddress(int localPort) {
    List<LocalPort> ports = engine.ports();
    if (localPort < 0 || localPort >= ports.size()) {
      throw new IllegalArgumentException("there is no port " + localPort + " of " + ports.size());
    }
    LocalPort port = ports.get(localPort);
    long budgetBytes = engine.shell().receiveBudgetBytes(localPort);
    return PortAddress.encode(
        new RemotePort(port.address(), port.receivePort(), port.mtuBytes(), budgetBytes));
  }

  @Override
  public boolean addRemotePort(int port, byte[] address) {
    RemotePort told = PortAddress.decode(address);
    check(port, told);
    Budget budget = new Budget(told.receiveBudgetBytes());
    if (port == remotePorts.size()) {
      sendBudgets.ensureCapacity(port + 1); // The two lists have the same length, come what may.
      remotePorts.add(told);
      sendBudgets.add(budget);
      return true;
    }
    RemotePort known = remotePorts.get(port);
    if (known.isAt(told)) {
      return false;
    }
    if (known.address().isIpv4() != told.address().isIpv4()) {
      throw new IllegalArgumentException("a port does not change its IP version");
    }
    remotePorts.set(port, told);
    sendBudgets.set(port, budget);
    pathMtus.keySet().removeIf(path -> path.remotePort() == port);
    return true;
  }

  private void check(int port, RemotePort told) {
    IpAddress address = told.address();
    if (port < 0 || port > remotePorts.size() || port >= MOST_REMOTE_PORTS) {
      throw new IllegalArgumentException(
          "not the next of " + remotePorts.size() + " ports, " + MOST_REMOTE_PORTS + " at most");
    }
    if (address.isLoopback()
        && engine.ports().stream().noneMatch(local -> local.address().isLoopback())) {
      throw new IllegalArgumentException("a peer elsewhere cannot have the address " + address);
    }
  }

  @Override
  public List<InetAddress> remoteAddresses() {
    return remotePorts.stream().map(port -> port.address().toInetAddress()).toList();
  }

  /** A local port has another address: what its paths carry is not known any more. */
  void portMoved(int localPort) {
    pathMtus.keySet().removeIf(path -> path.localPort() == localPort);
  }

  /** Packets go between addresses of one IP version only. */
  @Override
  public boolean mayJoin(int localPort, int remotePort) {
    return engine.ports().get(localPort).address().isIpv4()
        == remotePorts.get(remotePort).address().isIpv4();
  }

  RemotePort remotePort(Path path) {
    return remotePorts.get(path.remotePort());
  }

  /** What a path carries. */
  PathMtu pathMtu(Path path) {
    return pathMtus.computeIfAbsent(path, each -> new PathMtu(this, each));
  }

  /** The link of a port takes more or less than it did. */
  void portChanged(int localPort) {
    pathMtus.forEach((path, mtu) -> {
      if (path.localPort() == localPort) {
        mtu.portChanged();
      }
    });
  }

  /** Where packets on a path go. */
  IpAddress peerAddress(Path path) {
    return remotePort(path).address();
  }

  /** What a queue pair has agreed on with its peer. */
  Connection connection(QueuePairConfig config, QueuePairAddress remote, QueuePairAddress own) {
    Path path = config.path();
    LocalPort local = engine.ports().get(path.localPort());
    RemotePort peer = remotePorts.get(path.remotePort());
    Flow flow = flow(config, own);
    int readAtomic = Math.min(own.maxReadAtomic(), remote.maxReadAtomic());
    return new Connection(
        flow,
        remote.number(),
        remote.firstPsn(),
        remote.sourcePort(),
        Math.min(own.mtuBytes(), remote.mtuBytes()),
        readAtomic,
        readAtomic,
        own.features() & remote.features(),
        engine.config(),
        Icrc.between(flow.source(), flow.sourcePort(), peer.address(), peer.receivePort()),
        Icrc.between(peer.address(), remote.sourcePort(), flow.source(), local.receivePort()));
  }

  private Flow flow(QueuePairConfig config, QueuePairAddress own) {
    Path path = config.path();
    RemotePort peer = remotePorts.get(path.remotePort());
    return new Flow(
        path.localPort(),
        engine.ports().get(path.localPort()).address(),
        path.routeLabel(),
        own.sourcePort(),
        peer.address(),
        peer.receivePort(),
        config.dscp());
  }

  /** The same with a peer that is not Sennit. */
  Connection connection(QueuePairConfig config, PeerAttributes remote, QueuePairAddress own) {
    Path path = config.path();
    LocalPort local = engine.ports().get(path.localPort());
    if (remote.mtuBytes() > local.mtuBytes()) {
      throw new IllegalArgumentException("a path MTU of " + remote.mtuBytes() + " bytes, but "
          + local.address() + " can have " + local.mtuBytes());
    }
    Flow flow = flow(config, own);
    IpAddress source = flow.source();
    IpAddress peer = flow.destination();
    return new Connection(
        flow,
        remote.queuePairNumber(),
        remote.firstPsn(),
        Connection.ANY_PORT,
        remote.mtuBytes(),
        Math.min(own.maxReadAtomic(), remote.initiatorDepth()),
        Math.min(own.maxReadAtomic(), remote.responderResources()),
        Features.of(remote.features()),
        engine.config().with(remote.retries()),
        Icrc.between(source, flow.sourcePort(), peer, flow.destinationPort()),
        Icrc.between(peer, Connection.ANY_PORT, source, local.receivePort()));
  }

  void remove(RoceQueuePair queuePair) {
    queuePairs.remove(queuePair);
    engine.remove(queuePair);
  }

  void remove(UcQueuePair queuePair) {
    unreliable.remove(queuePair);
    engine.unreliable().remove(queuePair);
  }

  void overflow(RoceCompletionQueue queue, int depth) {
    LOG.warn("A completion queue of {} overflowed; its queue pairs end", depth);
    for (RoceQueuePair queuePair : List.copyOf(queuePairs)) {
      if (queuePair.uses(queue)) {
        events.add(AsyncEvent.Kind.QUEUE_PAIR_FATAL, queuePair);
        queuePair.toError();
      }
    }
    for (UcQueuePair queuePair : List.copyOf(unreliable)) {
      if (queuePair.uses(queue)) {
        events.add(AsyncEvent.Kind.QUEUE_PAIR_FATAL, queuePair);
        queuePair.toError();
      }
    }
  }

  /** Nothing on a network proves a death; the session's silence limit decides. */
  @Override
  public boolean peerGone() {
    return false;
  }

  @Override
  public boolean close() {
    if (closed) {
      return true;
    }
    List.copyOf(queuePairs).forEach(RoceQueuePair::destroy);
    List.copyOf(unreliable).forEach(UcQueuePair::destroy);
    receiveQueues.forEach(RoceSharedReceiveQueue::drop);
    if (regions.close()) {
      closed = true;
      engine.remove(this);
      spec.closed().run();
    }
    return closed;
  }
}
