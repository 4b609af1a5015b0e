// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.Clock;
import io.sennit.roce.DomainSpec;
import io.sennit.roce.Engine;
import io.sennit.roce.EngineCounters;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketSink;
import io.sennit.roce.RemotePort;
import io.sennit.roce.Shell;
import io.sennit.roce.spi.PacketReceiver;
import io.sennit.roce.udp.os.AnonymousMemory;
import io.sennit.roce.udp.os.OsException;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.ProtectionDomain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event loop's engine with its sockets. Whoever polls, arms or waits drives it: packets from the
 * sockets to the engine, its timers, packets from the engine to the sockets. A thread that waits
 * goes on serving the peers' one-sided requests until something completes.
 */
final class UdpChannel implements CompletionChannel, Shell, Sockets.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(UdpChannel.class);

  private final Clock clock;
  private final Sockets sockets;
  private final DeviceChain devices;
  private final Engine engine;
  private volatile List<RemotePort> announced = List.of();
  private final PacketReceiver inbound;
  private final PacketSink outbound;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean wakeAsked = new AtomicBoolean();
  private volatile boolean sleeping;
  private volatile boolean closed;
  private long lastTurnNanos;
  private boolean sendsMore;
  private int busyTurns;
  private long shownCompletions;
  private boolean handsOver;
  private final Promptness user = new Promptness();

  private UdpChannel(Workshop workshop, Sockets sockets) {
    clock = workshop.clock();
    this.sockets = sockets;
    devices = DeviceChain.open(workshop.devices(), sockets.localPorts(), sockets.sink());
    engine = new Engine(
        sockets.localPorts(), this, workshop.randomness(), workshop.config().engine());
    sockets.localPorts().forEach(this::announce);
    inbound = devices.before(engine::receive);
    outbound = devices.sink();
    lastTurnNanos = clock.nanoTime() - RoceConfig.DRIVE_GAP_NANOS;
  }

  /** @throws IllegalStateException in a sentence if the sockets or a device cannot be had */
  static UdpChannel open(Workshop workshop) {
    Sockets sockets;
    try {
      sockets = Sockets.open(workshop.config(), workshop.addresses());
    } catch (OsException e) {
      throw new IllegalStateException("No sockets for an event loop: " + e.reason() + ".", e);
    }
    try {
      return new UdpChannel(workshop, sockets);
    } catch (RuntimeException e) {
      sockets.close();
      throw e;
    }
  }

  /** How this loop's ports are announced to a peer; safe from any thread. */
  List<RemotePort> announced() {
    return announced;
  }

  private void announce(LocalPort port) {
    List<RemotePort> more = new ArrayList<>(announced);
    long budget = sockets.budgetBytes(more.size());
    more.add(new RemotePort(port.address(), port.receivePort(), port.mtuBytes(), budget));
    announced = List.copyOf(more);
  }

  @Override
  public void added(LocalPort port) {
    engine.addPort(port);
    announce(port);
  }

  @Override
  public void moved(int index, LocalPort port) {
    engine.movePort(index, port);
    List<RemotePort> changed = new ArrayList<>(announced);
    long budget = sockets.budgetBytes(index);
    changed.set(index, new RemotePort(port.address(), port.receivePort(), port.mtuBytes(), budget));
    announced = List.copyOf(changed);
  }

  /** Makes the domain of a peer; safe from any thread. */
  ProtectionDomain join(DomainConfig config, List<RemotePort> peer) {
    long leastBytes =
        announced.stream().mapToLong(RemotePort::receiveBudgetBytes).min().orElseThrow();
    return engine.createDomain(new DomainSpec(config, peer, leastBytes, () -> {}));
  }

  Engine engine() {
    return engine;
  }

  /** What the engine has seen. */
  EngineCounters counters() {
    return engine.counters();
  }

  /** Packets and bursts that this process' own kernel dropped or would not send. */
  long lost() {
    return sockets.lost();
  }

  @Override
  public int sourcePort(int localPort, int routeLabel) {
    return sockets.sourcePort(localPort, routeLabel);
  }

  @Override
  public String portName(int localPort) {
    return sockets.portName(localPort);
  }

  @Override
  public long receiveBudgetBytes(int localPort) {
    return sockets.budgetBytes(localPort);
  }

  @Override
  public MemorySegment allocate(long bytes, long alignment, Arena arena) {
    try {
      return AnonymousMemory.map(bytes, arena);
    } catch (OsException e) {
      throw new OutOfRegisteredMemoryException("The machine gave no memory: " + e.reason()
          + "; give the container or the machine more, or lower the sessions' registered memory.");
    }
  }

  /**
   * What the user has posted leaves at once; how often the sockets are looked at is another matter.
   * The first time after a wait is only for the completions that ended it.
   */
  @Override
  public void drive() {
    if (closed || handsOver) {
      handsOver = false;
      return;
    }
    long nowNanos = clock.nanoTime();
    user.come(nowNanos);
    transmit(nowNanos);
    if (nowNanos - lastTurnNanos >= RoceConfig.DRIVE_GAP_NANOS) {
      finishTurn(sockets.receive(inbound, nowNanos), nowNanos);
    }
  }

  private void transmit(long nowNanos) {
    sendsMore = engine.hasWork() && engine.transmit(outbound, nowNanos) && engine.hasWork();
  }

  /**
   * Timers wait until the sockets are empty: an answer that is there must not be taken for lost
   * because this loop comes late to it. A flood of packets cannot hold them up for ever.
   */
  private void finishTurn(boolean received, long nowNanos) {
    lastTurnNanos = nowNanos;
    busyTurns = received ? 0 : busyTurns + 1;
    if (busyTurns % RoceConfig.BUSY_TURNS == 0) {
      devices.timers(nowNanos);
      engine.timers(nowNanos);
    }
    if (!waitsForUser(nowNanos)) {
      transmit(nowNanos);
    }
  }

  /** Whether there are completions to be seen by a user who will be back at once. */
  private boolean waitsForUser(long nowNanos) {
    boolean shows = engine.completions() != shownCompletions;
    shownCompletions = engine.completions();
    return shows && user.leave(nowNanos);
  }

  /** Does not look at the sockets before it sleeps, since a packet that is there wakes it. */
  @Override
  public boolean await(long timeoutNanos) {
    if (closed) {
      return false;
    }
    long startNanos = clock.nanoTime();
    user.come(startNanos);
    if (timeoutNanos <= 0) {
      finishTurn(sockets.receive(inbound, startNanos), startNanos);
    }
    long nowNanos = startNanos;
    while (!happened()) {
      long leftNanos = timeoutNanos - (nowNanos - startNanos);
      if (leftNanos <= 0) {
        return false;
      }
      if (engine.hasWork()) {
        transmit(nowNanos);
        nowNanos = clock.nanoTime();
      }
      nowNanos = sleep(nowNanos, leftNanos);
    }
    return true;
  }

  private boolean happened() {
    boolean completed = engine.takeEvent();
    handsOver = completed;
    boolean changed = sockets.takeLinksChanged();
    return wakeAsked.getAndSet(false) || changed || completed;
  }

  /** Returns the time after it. */
  private long sleep(long nowNanos, long mostNanos) {
    sleeping = true;
    long timerNanos = Math.min(engine.nextTimerNanos(), devices.nextTimerNanos());
    long untilTimerNanos = timerNanos == Engine.NO_TIMER ? mostNanos : timerNanos - nowNanos;
    boolean busy = sendsMore || wakeAsked.get();
    int events = sockets.await(nowNanos, busy ? 0 : Math.min(mostNanos, untilTimerNanos));
    sleeping = false;
    long awakeNanos = clock.nanoTime();
    finishTurn(sockets.deliver(events, inbound, awakeNanos), awakeNanos);
    return awakeNanos;
  }

  @Override
  public Optional<PortEvent> takePortEvent() {
    Optional<PortEvent> event = closed ? Optional.empty() : sockets.takePortEvent(this);
    event
        .filter(change -> change.kind() == PortEvent.Kind.PATH_MTU_CHANGED)
        .ifPresent(change -> portMtu(change.port(), change.mtuBytes()));
    return event;
  }

  /** What is new begins with it; queue pairs keep what they have, and are told that it is amiss. */
  private void portMtu(int localPort, int mtuBytes) {
    sockets.portMtu(localPort, mtuBytes);
    engine.portMtu(localPort, mtuBytes);
    List<RemotePort> changed = new ArrayList<>(announced);
    RemotePort was = changed.get(localPort);
    changed.set(
        localPort,
        new RemotePort(was.address(), was.receivePort(), mtuBytes, was.receiveBudgetBytes()));
    announced = List.copyOf(changed);
  }

  @Override
  public void wake() {
    if (!wakeAsked.getAndSet(true) && sleeping) {
      lock.lock();
      try {
        if (!closed) {
          sockets.wake();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        if (lost() > 0) {
          LOG.info("{} packets were lost in this process' own sockets", lost());
        }
        devices.close();
        sockets.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
