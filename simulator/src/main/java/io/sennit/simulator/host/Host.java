// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.roce.Datagram;
import io.sennit.roce.DomainSpec;
import io.sennit.roce.Engine;
import io.sennit.roce.LocalPort;
import io.sennit.roce.RemotePort;
import io.sennit.roce.Shell;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Seeds;
import io.sennit.simulator.Task;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.PacketPool;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A host with one event loop: the production engine, its ports, and agents that the loop runs. It
 * turns when a packet has come, a timer is due or {@link #wake} was called. It may be killed and
 * start again, with another engine and nothing of what was. Confined to the world's thread.
 */
public final class Host implements Shell {
  /** Agents may give each other work; after so many rounds a turn ends and another one follows. */
  private static final int MOST_ROUNDS = 8;

  private static final TraceEvent PAUSED = TraceEvent.of("paused", "host", "millis", "waiting");
  private static final TraceEvent KILLED = TraceEvent.of("killed", "host", "life", "zero");
  private static final int FIRST_UDP_PORT = 20_000;
  private static final int FIRST_LABEL_PORT = 0xc000;
  private static final int LABEL_PORTS = 0x4000;
  /** From the UDP ports of one life to those of the next. */
  private static final int PORTS_OF_A_LIFE = 1_000;

  private static final int LEAST_MTU = 256;
  private static final int MOST_MTU = 4096;

  /** What RoCEv2 adds to a payload at most. */
  private static final int HEADER_BYTES = 64;

  private final int number;
  private final String name;
  private final HostConfig config;
  private final Scheduler scheduler;
  private final World world;
  private final PacketPool pool;
  private final List<HostPort> fabricPorts;
  private final List<HostPort> allPorts;
  private final Seeds seeds;
  private final PortSink sink;
  private final List<ProtectionDomain> domains = new ArrayList<>();
  private final DeviceFaults faults = new DeviceFaults(this);
  private List<LocalPort> ports = List.of();
  private int portCount;
  private Engine engine;
  private final Inbox inbox = new Inbox();
  private final int[] waitingBytes;
  private final int[] readdressings;
  private final List<Agent> agents = new ArrayList<>();
  private final Task turn = this::turn;
  private long wakeNanos = Scheduler.NEVER;
  private long wakes;
  private long awayUntilNanos;
  private long turns;
  private boolean killed;
  private int life;
  private boolean linksChanged;

  /** Thrown by the engine in this turn, and by nobody else yet. */
  private @Nullable NoMemoryError noMemory;

  /**
   * Puts a host onto a fabric.
   *
   * @param number of the host in the fabric's plan
   */
  public Host(World world, Fabric fabric, int number, HostConfig config) {
    this.world = world;
    this.number = number;
    this.config = config;
    name = fabric.topology().hosts().get(number).name();
    scheduler = world.scheduler();
    pool = fabric.pool();
    fabricPorts = fabric.portsOf(number);
    allPorts = fabric.ports();
    seeds = world.seeds().child("host " + number);
    waitingBytes = new int[fabricPorts.size()];
    readdressings = new int[fabricPorts.size()];
    for (int at = 0; at < fabricPorts.size(); at++) {
      int index = at;
      fabricPorts.get(at).listen(packet -> arrive(index, packet));
      fabricPorts.get(at).link().watch(this::lookAtLinks);
    }
    portCount = fabricPorts.size();
    sink = new PortSink(fabricPorts, pool, world.trace(), config.numbersSegments());
    engine = newEngine("engine");
  }

  /**
   * Hides all ports but the first ones until they are added; before anything is made on it.
   *
   * @param count at least 1
   */
  public void beginWithPorts(int count) {
    portCount = Math.clamp(count, 1, fabricPorts.size());
    engine = newEngine("engine");
  }

  /**
   * Has its device find the next port that was hidden.
   *
   * @return false if there is none
   */
  public boolean addPort() {
    if (portCount == fabricPorts.size()) {
      return false;
    }
    portCount++;
    if (!killed) {
      LocalPort added = localPort(fabricPorts.get(ports.size()));
      engine.addPort(added);
      ports = Stream.concat(ports.stream(), Stream.of(added)).toList();
      wake();
    }
    return true;
  }

  /**
   * Takes the address of a port away and gives it another one.
   *
   * @param port not hidden
   */
  public void readdress(int port) {
    fabricPorts.get(port).readdress();
    readdressings[port]++;
    if (!killed) {
      List<LocalPort> now = new ArrayList<>(ports);
      now.set(port, localPort(fabricPorts.get(port)));
      ports = List.copyOf(now);
      engine.movePort(port, ports.get(port));
      wake();
    }
  }

  /** How often that was done to a port. */
  int readdressings(int port) {
    return readdressings[port];
  }

  private void lookAtLinks() {
    linksChanged = true;
    wake();
  }

  /** As the kernel tells of the MTU of an interface. */
  private void followLinks() {
    List<LocalPort> now = new ArrayList<>();
    for (LocalPort port : ports) {
      int index = now.size();
      int mtuBytes = mtu(fabricPorts.get(index).mostBytes());
      now.add(new LocalPort(port.address(), port.receivePort(), mtuBytes));
      engine.portMtu(index, mtuBytes);
    }
    ports = List.copyOf(now);
    linksChanged = false;
  }

  /** What the link of a port takes, as payload. */
  int mtuBytes(int port) {
    return ports.get(port).mtuBytes();
  }

  /** Ports that are not hidden. */
  public int portCount() {
    return portCount;
  }

  private LocalPort localPort(HostPort port) {
    int receivePort = FIRST_UDP_PORT + number + life * PORTS_OF_A_LIFE;
    return new LocalPort(port.address(), receivePort, mtu(port.mostBytes()));
  }

  private Engine newEngine(String randomness) {
    ports = fabricPorts.stream().limit(portCount).map(this::localPort).toList();
    return new Engine(ports, this, seeds.randomness(randomness), config.engine());
  }

  /** Ends everything on it at once; what comes from now on is refused. */
  void kill() {
    killed = true;
    agents.clear();
    for (int port = 0; port < waitingBytes.length; port++) {
      waitingBytes[port] = 0;
    }
    while (!inbox.isEmpty()) {
      pool.release(inbox.take());
    }
    faults.clear();
    List.copyOf(domains).forEach(domain -> {
      if (domain.close()) {
        domains.remove(domain);
      }
    });
    if (!domains.isEmpty()) {
      throw new IllegalStateException("memory of a host that was killed is still in use");
    }
    world.trace().add(KILLED, number, life, 0);
  }

  /** Starts again, as another one. */
  void restart() {
    killed = false;
    life++;
    engine = newEngine("engine of life " + life);
    wake();
  }

  private static int mtu(int mostBytes) {
    int mtu = MOST_MTU;
    while (mtu > LEAST_MTU && mtu + HEADER_BYTES > mostBytes) {
      mtu /= 2;
    }
    return mtu;
  }

  public String name() {
    return name;
  }

  public int number() {
    return number;
  }

  public World world() {
    return world;
  }

  /** The engine, for its counters. */
  public Engine engine() {
    return engine;
  }

  /** Turns of the loop so far. */
  public long turns() {
    return turns;
  }

  public List<HostPort> ports() {
    return fabricPorts;
  }

  /** How this host's ports are announced to a peer. */
  public List<RemotePort> announced() {
    return ports.stream()
        .map(port -> new RemotePort(
            port.address(), port.receivePort(), port.mtuBytes(), config.budgetBytes()))
        .toList();
  }

  /** Makes what a peer can reach of this host. */
  public ProtectionDomain join(DomainConfig domain, Host peer) {
    return join(domain, peer.announced());
  }

  /**
   * Makes what a peer can reach of this host.
   *
   * @param peer how the peer's ports are announced
   */
  public ProtectionDomain join(DomainConfig domain, List<RemotePort> peer) {
    ProtectionDomain[] made = new ProtectionDomain[1];
    DomainSpec spec =
        new DomainSpec(domain, peer, config.budgetBytes(), () -> domains.remove(made[0]));
    made[0] = engine.createDomain(spec);
    domains.add(made[0]);
    return made[0];
  }

  /** Counts a domain of another provider among this host's. */
  public void own(ProtectionDomain domain) {
    domains.add(domain);
  }

  void forget(ProtectionDomain domain) {
    domains.remove(domain);
  }

  /** What goes wrong in its devices. */
  public DeviceFaults faults() {
    return faults;
  }

  /** Whether it was killed, and has not started again. */
  public boolean isKilled() {
    return killed;
  }

  /** Domains that are not closed. */
  public int openDomains() {
    return domains.size();
  }

  /** Has the loop run an agent from now on. */
  public void add(Agent agent) {
    agents.add(agent);
    wake();
  }

  /** Forgets an agent. */
  public void remove(Agent agent) {
    agents.remove(agent);
  }

  /** Has the loop turn soon. */
  public void wake() {
    wakeAt(scheduler.nanoTime() + config.turnNanos());
  }

  /**
   * Stops the loop for a while, as a long collection does: packets wait as far as there is room.
   */
  public void pause(long nanos) {
    awayUntilNanos = Math.max(awayUntilNanos, scheduler.nanoTime() + nanos);
    world.trace().add(PAUSED, number, nanos / 1_000_000, waitingBytes[0]);
  }

  /** When the loop is back; not in the future if it is not away. */
  long awayUntilNanos() {
    return awayUntilNanos;
  }

  private void wakeAt(long timeNanos) {
    if (timeNanos < wakeNanos) {
      wakeNanos = timeNanos;
      scheduler.at(timeNanos, turn, ++wakes);
    }
  }

  private void arrive(int port, int packet) {
    int bytes = pool.length(packet);
    boolean opened = !killed && port < ports.size();
    if (!opened || pool.destinationPort(packet) != ports.get(port).receivePort()) {
      fabricPorts.get(port).refuse(packet);
    } else if (waitingBytes[port] + bytes > config.receiveBufferBytes()) {
      fabricPorts.get(port).overflow(packet);
    } else {
      waitingBytes[port] += bytes;
      inbox.add(port, packet);
      wake();
    }
  }

  private void turn(long wakeNumber) {
    if (wakeNumber != wakes) {
      return;
    }
    wakeNanos = Scheduler.NEVER;
    if (killed) {
      return;
    }
    long nowNanos = scheduler.nanoTime();
    if (awayUntilNanos > nowNanos) {
      wakeAt(awayUntilNanos);
      return;
    }
    turns++;
    runEngine(nowNanos);
    boolean busy = pollAll(nowNanos);
    noMemory = null;
    if (busy || engine.hasWork() || !arm()) {
      wakeAt(nowNanos + config.turnNanos());
    } else {
      sleep(nowNanos);
    }
  }

  private void receive(long nowNanos) {
    while (!inbox.isEmpty()) {
      int port = inbox.port();
      int packet = inbox.take();
      waitingBytes[port] -= pool.length(packet);
      HostPort from = allPorts.get(pool.source(packet));
      Datagram datagram = pool.datagram(packet)
          .from(port, from.address().high(), from.address().low(), pool.sourcePort(packet));
      try {
        engine.receive(datagram, nowNanos);
      } finally {
        pool.release(packet);
      }
    }
    engine.timers(nowNanos);
    engine.transmit(sink, nowNanos);
  }

  private boolean pollAll(long nowNanos) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      int done = 0;
      for (int at = 0; at < agents.size(); at++) {
        done += agents.get(at).poll(nowNanos);
      }
      transmit(nowNanos);
      if (done == 0) {
        return false;
      }
    }
    return true;
  }

  private boolean arm() {
    boolean armed = true;
    for (int at = 0; at < agents.size(); at++) {
      armed &= agents.get(at).arm();
    }
    return armed;
  }

  private void sleep(long nowNanos) {
    long next = engine.nextTimerNanos();
    for (int at = 0; at < agents.size(); at++) {
      next = Math.min(next, agents.get(at).nextTimerNanos());
    }
    if (next != Scheduler.NEVER) {
      wakeAt(Math.max(next, nowNanos + 1));
    }
  }

  /** In production the poller runs the engine and gets its exceptions. */
  private void runEngine(long nowNanos) {
    try {
      if (linksChanged) {
        followLinks();
      }
      receive(nowNanos);
    } catch (NoMemoryError none) {
      noMemory = none;
    }
  }

  private void transmit(long nowNanos) {
    try {
      engine.transmit(sink, nowNanos);
    } catch (NoMemoryError none) {
      noMemory = none;
    }
  }

  /**
   * The turn has done it: time stands still while agents poll, so nothing can have come but what
   * there was no memory for.
   */
  @Override
  public void drive() {
    NoMemoryError none = noMemory;
    noMemory = null;
    if (none != null) {
      throw none;
    }
  }

  @Override
  public long receiveBudgetBytes(int localPort) {
    return config.budgetBytes();
  }

  @Override
  public String portName(int localPort) {
    return fabricPorts.get(localPort).name();
  }

  @Override
  public int sourcePort(int localPort, int routeLabel) {
    if (routeLabel < 1 || routeLabel >= LABEL_PORTS) {
      throw new IllegalArgumentException("there is no route " + routeLabel);
    }
    return FIRST_LABEL_PORT + (routeLabel * 61 + number * 17) % LABEL_PORTS;
  }

  @Override
  public String toString() {
    return name;
  }
}
