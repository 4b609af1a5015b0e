// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Datagram;
import io.sennit.roce.LocalPort;
import io.sennit.roce.PacketMemory;
import io.sennit.roce.PacketSink;
import io.sennit.roce.spi.PacketReceiver;
import io.sennit.roce.udp.os.BurstMessage;
import io.sennit.roce.udp.os.EventPoll;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.udp.os.ReceiveBatch;
import io.sennit.verbs.PortEvent;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * All sockets of one event loop, the memory that packets are received in, and where the loop
 * sleeps. Confined to the loop's thread, except {@link #wake}.
 */
final class Sockets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

  /** The token under which sockets report that they have room again. */
  static final long WRITABLE = -2;

  /** The token under which links report that they have changed. */
  static final long LINKS = -3;

  private final Arena arena = Arena.ofShared();
  private final EventPoll poll;
  private final List<ReceivePort> receivePorts = new ArrayList<>();
  private final List<SendPort> sendPorts = new ArrayList<>();
  private final List<LocalPort> localPorts = new ArrayList<>();
  private final RoceConfig config;
  private final Addresses addresses;
  private final PortWatch watch;
  private final ReceiveBatch batch = new ReceiveBatch(arena, RoceConfig.RECEIVE_MESSAGES);
  private final Datagram datagram = new Datagram(PacketMemory.of(batch.memory()));
  private final BurstMessage message = new BurstMessage(arena);
  private boolean linksChanged;
  private long lostBefore;

  private Sockets(
      EventPoll poll, RoceConfig config, Addresses addresses, List<LocalAddress> first) {
    this.poll = poll;
    this.config = config;
    this.addresses = addresses;
    watch = PortWatch.open(first, config.mtuBytes(), poll, LINKS);
  }

  static Sockets open(RoceConfig config, Addresses addresses) throws OsException {
    List<LocalAddress> first = addresses.all();
    Sockets opened = new Sockets(EventPoll.open(), config, addresses, first);
    try {
      for (LocalAddress local : first) {
        opened.add(local, Level.INFO);
      }
      return opened;
    } catch (OsException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** @param level of the log line; a later port is announced by its listener */
  private LocalPort add(LocalAddress found, Level level) throws OsException {
    LocalAddress local = config.isForeign() ? found.foreign() : found;
    ReceivePort port = receivePort(receivePorts.size(), local);
    receivePorts.add(port);
    sendPorts.add(sendPort(local, port));
    LocalPort made = made(local, port, level);
    localPorts.add(made);
    return made;
  }

  /** Moves a port to a new address, with new sockets. */
  private LocalPort move(int index, LocalAddress local) throws OsException {
    ReceivePort port = receivePort(index, local);
    try (ReceivePort before = receivePorts.set(index, port);
        SendPort sent = sendPorts.set(index, sendPort(local, port))) {
      lostBefore += before.lost() + sent.unsendable();
    }
    LocalPort made = made(local, port, Level.DEBUG);
    localPorts.set(index, made);
    return made;
  }

  private ReceivePort receivePort(int index, LocalAddress local) throws OsException {
    ReceivePort port = ReceivePort.open(index, local, config, batch, datagram);
    try {
      poll.watchReadable(port.socket(), index);
      return port;
    } catch (OsException e) {
      port.close();
      throw e;
    }
  }

  private SendPort sendPort(LocalAddress local, ReceivePort port) {
    boolean segments = config.segments() && port.socket().canSegment();
    return new SendPort(local.address(), poll, message, segments);
  }

  private static LocalPort made(LocalAddress local, ReceivePort port, Level level) {
    LocalPort made = new LocalPort(local.address(), port.socket().port(), local.mtuBytes());
    LOG.atLevel(level)
        .log("port {} receives packets at UDP port {}", local.name(), made.receivePort());
    return made;
  }

  /** The link of a port takes longer packets than it did, or only shorter ones. */
  void portMtu(int localPort, int mtuBytes) {
    LocalPort was = localPorts.get(localPort);
    localPorts.set(localPort, new LocalPort(was.address(), was.receivePort(), mtuBytes));
    addresses.mtu(was.address(), mtuBytes);
  }

  /** The ports, by their index; grows. */
  List<LocalPort> localPorts() {
    return Collections.unmodifiableList(localPorts);
  }

  /** Interface and address of a port. */
  String portName(int localPort) {
    return watch.name(localPort);
  }

  /** What one peer may have in flight towards a port. */
  long budgetBytes(int localPort) {
    return receivePorts.get(localPort).budgetBytes();
  }

  /** Where packets leave. */
  PacketSink sink() {
    return new SendPorts(sendPorts);
  }

  /** The UDP port that packets of a route leave by. */
  int sourcePort(int localPort, int routeLabel) {
    return sendPorts.get(localPort).sourcePort(routeLabel);
  }

  /** Datagrams that the kernel dropped since a receive socket was full, and those not sendable. */
  long lost() {
    long lost = lostBefore;
    for (int at = 0; at < receivePorts.size(); at++) {
      lost += receivePorts.get(at).lost() + sendPorts.get(at).unsendable();
    }
    return lost;
  }

  /** Hands over what has come, without waiting; returns whether that was all. */
  boolean receive(PacketReceiver receiver, long nowNanos) {
    return receivePorts.size() == 1
        ? receivePorts.get(0).receive(receiver, nowNanos)
        : deliver(poll.await(nowNanos, 0), receiver, nowNanos);
  }

  /**
   * Sleeps until a packet comes, a full socket has room, or {@link #wake}, but not beyond the
   * time-out; how many events. It may end early without any.
   */
  int await(long nowNanos, long timeoutNanos) {
    return poll.await(nowNanos, timeoutNanos);
  }

  /** Hands over what the events of the last {@link #await} are about; whether that was all. */
  boolean deliver(int events, PacketReceiver receiver, long nowNanos) {
    boolean all = true;
    for (int event = 0; event < events; event++) {
      long token = poll.token(event);
      if (token >= 0) {
        all &= receivePorts.get((int) token).receive(receiver, nowNanos);
      } else if (token == LINKS) {
        linksChanged = true;
      }
    }
    return all;
  }

  /** Whether some link has changed since the last call, as far as {@link #deliver} knows. */
  boolean takeLinksChanged() {
    boolean changed = linksChanged;
    linksChanged = false;
    return changed;
  }

  /** Hears of ports before anybody else. */
  interface Listener {
    /** It is the next one. */
    void added(LocalPort port);

    void moved(int index, LocalPort port);
  }

  /**
   * The oldest change of a port that was not taken.
   *
   * @param listener hears of further ports and other addresses
   */
  Optional<PortEvent> takePortEvent(Listener listener) {
    if (watch.look()) {
      addresses.follow(new Follower(listener));
    }
    return watch.take();
  }

  private final class Follower implements Addresses.Loop {
    private final Listener listener;

    private Follower(Listener listener) {
      this.listener = listener;
    }

    @Override
    public boolean has(int port, LocalAddress address) {
      return port < localPorts.size() && localPorts.get(port).address().equals(address.address());
    }

    @Override
    public boolean open(int port, LocalAddress address) {
      try {
        if (port == localPorts.size()) {
          listener.added(add(address, Level.DEBUG));
          watch.added(address);
        } else {
          listener.moved(port, move(port, address));
          watch.moved(port, address);
        }
        return true;
      } catch (OsException e) {
        LOG.warn("no port on {}, which has come: {}", address.name(), e.reason());
        return false;
      }
    }
  }

  /** Ends the current or the next {@link #await}; from any thread until {@link #close}. */
  void wake() {
    poll.wake();
  }

  @Override
  public void close() {
    receivePorts.forEach(ReceivePort::close);
    sendPorts.forEach(SendPort::close);
    watch.close();
    poll.close();
    arena.close();
  }
}
