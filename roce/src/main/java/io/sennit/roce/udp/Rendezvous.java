// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.LastResort;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.RendezvousException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Where peers say hello: a UDP socket on each local address, and a thread. A hello that shows an
 * open invitation is welcomed, every other one is refused; a reply is never longer than its hello.
 * Safe from any thread.
 */
final class Rendezvous implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rendezvous.class);

  private static final String THREAD = "sennit-roce-rendezvous";

  private volatile Selector selector;
  private boolean suspect;
  private final UdpPorts ports;

  /** One for each address; those that cannot be bound now are absent. */
  private final List<Optional<DatagramChannel>> channels;

  private final List<IpAddress> addresses = new ArrayList<>();

  private final Map<Token, RoceInvitation> expected = new ConcurrentHashMap<>();
  private final LastResort lastResort;
  private final ByteBuffer datagram = ByteBuffer.allocate(RendezvousWire.HELLO_BYTES + 1);
  private final Thread thread;

  private Rendezvous(Selector selector, UdpPorts ports, List<Optional<DatagramChannel>> channels) {
    this.selector = selector;
    this.ports = ports;
    this.channels = channels;
    lastResort = new LastResort(THREAD, () -> this.selector.wakeup());
    thread = Thread.ofPlatform().daemon().name(THREAD).unstarted(this::run);
  }

  /** @param ports to listen at */
  static Rendezvous open(List<LocalAddress> addresses, UdpPorts ports) throws RendezvousException {
    Rendezvous opened = new Rendezvous(openSelector(), ports, new ArrayList<>());
    boolean started = false;
    try {
      opened.start(addresses);
      started = true;
      return opened;
    } finally {
      if (!started) {
        opened.close();
      }
    }
  }

  private void start(List<LocalAddress> addresses) throws RendezvousException {
    follow(addresses);
    if (channels.stream().allMatch(Optional::isEmpty)) {
      throw new RendezvousException("no UDP socket for the rendezvous on any of " + addresses);
    }
    lastResort.start(thread);
  }

  /**
   * Listens on these addresses, of which some may be others than before, and some further ones; on
   * those where it could not, once more: an IPv6 address cannot be bound to when it has just come.
   */
  synchronized void follow(List<LocalAddress> now) {
    for (int port = 0; port < now.size(); port++) {
      IpAddress address = now.get(port).address();
      if (port == addresses.size()) {
        addresses.add(address);
        channels.add(listen(now.get(port), Level.WARN));
      } else if (!addresses.set(port, address).equals(address)) {
        channels.set(port, listen(now.get(port), Level.WARN)).ifPresent(Rendezvous::closeQuietly);
      } else if (channels.get(port).isEmpty()) {
        channels.set(port, listen(now.get(port), Level.DEBUG));
      }
    }
  }

  /** @param failure how loudly to say that it cannot: it was said before, and peers cause it */
  private Optional<DatagramChannel> listen(LocalAddress local, Level failure) {
    IpAddress address = local.address();
    try {
      DatagramChannel channel = bind(address, ports);
      channel.register(selector, SelectionKey.OP_READ);
      selector.wakeup();
      LOG.debug(
          "port {} awaits hellos at UDP port {}", local.name(), channel.socket().getLocalPort());
      return Optional.of(channel);
    } catch (IOException | RuntimeException e) {
      LOG.atLevel(failure).log("nobody can say hello on {}: {}", address, e.getMessage());
      return Optional.empty();
    }
  }

  static Selector openSelector() throws RendezvousException {
    try {
      return Selector.open();
    } catch (IOException e) {
      throw new RendezvousException("no selector for the rendezvous: " + e.getMessage(), e);
    }
  }

  /** A socket that does not wait, on the first free one of some ports. */
  private static DatagramChannel bind(IpAddress address, UdpPorts ports) throws IOException {
    for (int port = ports.first(); ; port++) {
      try {
        return bind(address, port);
      } catch (BindException e) {
        if (ports.isOne() || !String.valueOf(e.getMessage()).contains("in use")) {
          throw e;
        }
        if (port == ports.last()) {
          throw new BindException(ports.allTried(address) + ": " + e.getMessage());
        }
      }
    }
  }

  /** A socket that does not wait, on any free port of an address. */
  static DatagramChannel bind(IpAddress address) throws IOException {
    return bind(address, 0);
  }

  private static DatagramChannel bind(IpAddress address, int port) throws IOException {
    DatagramChannel channel = DatagramChannel.open(
        address.isIpv4() ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
    try {
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(address.bytes()), port));
      channel.configureBlocking(false);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The UDP port of the socket on the address with this index; 0 if there is none. */
  synchronized int port(int index) throws RendezvousException {
    if (index >= channels.size() || channels.get(index).isEmpty()) {
      return 0;
    }
    try {
      DatagramChannel channel = channels.get(index).get();
      return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    } catch (IOException e) {
      throw new RendezvousException("the device is closed", e);
    }
  }

  /** From now on the invitation's peer is welcomed. */
  void expect(Token id, RoceInvitation invitation) throws RendezvousException {
    if (expected.size() >= RoceConfig.MOST_INVITATIONS) {
      throw new RendezvousException(
          "more than " + RoceConfig.MOST_INVITATIONS + " peers are invited at the same time");
    }
    expected.put(id, invitation);
  }

  void forget(Token id) {
    expected.remove(id);
  }

  private void run() {
    lastResort.live(this::serve);
  }

  /** What fails, for want of memory perhaps, is done again: a datagram that is lost is repeated. */
  private void serve() throws IOException {
    while (selector.isOpen()) {
      lastResort.turned(LastResort.nanoTime());
      try {
        turn();
      } catch (ClosedSelectorException e) {
        return;
      }
    }
  }

  private void turn() throws IOException {
    if (suspect) {
      renew();
    }
    suspect = true;
    selector.select(key -> serve((DatagramChannel) key.channel(), datagram));
    suspect = false;
  }

  /** A selector that has thrown may have lost a socket that was on its way in. */
  private synchronized void renew() throws IOException {
    Selector old = selector;
    if (!old.isOpen()) {
      return;
    }
    Selector fresh = Selector.open();
    boolean moved = false;
    try {
      for (Optional<DatagramChannel> channel : channels) {
        if (channel.isPresent() && channel.get().isOpen()) {
          channel.get().register(fresh, SelectionKey.OP_READ);
        }
      }
      moved = true;
    } finally {
      (moved ? old : fresh).close();
    }
    selector = fresh;
  }

  /** Answers only so many at a time, so that nobody keeps the other sockets from their turn. */
  private void serve(DatagramChannel channel, ByteBuffer datagram) {
    try {
      for (int taken = 0; taken < RoceConfig.RENDEZVOUS_DATAGRAMS; taken++) {
        SocketAddress from = receive(channel, datagram);
        if (from == null) {
          return;
        }
        if (RendezvousWire.is(RendezvousWire.Kind.HELLO, datagram)
            && from instanceof InetSocketAddress internet) {
          channel.send(ByteBuffer.wrap(reply(datagram, internet)), from);
        }
      }
    } catch (IOException e) {
      LOG.debug("a hello without a reply", e);
    }
  }

  private static @Nullable SocketAddress receive(DatagramChannel channel, ByteBuffer into)
      throws IOException {
    into.clear();
    SocketAddress from = channel.isOpen() ? channel.receive(into) : null;
    into.flip();
    return from;
  }

  private byte[] reply(ByteBuffer hello, InetSocketAddress from) {
    Token id = RendezvousWire.invitation(hello);
    Token token = RendezvousWire.token(hello);
    RoceInvitation invitation = expected.get(id);
    IpAddress source = IpAddress.of(from.getAddress().getAddress());
    boolean welcome = invitation != null && invitation.welcome(token, source);
    return RendezvousWire.datagram(
        welcome ? RendezvousWire.Kind.WELCOME : RendezvousWire.Kind.REFUSED, id, token);
  }

  @Override
  public synchronized void close() {
    lastResort.close();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.debug("closing the rendezvous", e);
    }
    channels.forEach(each -> each.ifPresent(Rendezvous::closeQuietly));
  }

  static void closeQuietly(DatagramChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing a socket of the rendezvous", e);
    }
  }
}
