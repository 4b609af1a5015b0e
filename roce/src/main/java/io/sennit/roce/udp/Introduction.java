// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.base.Clock;
import io.sennit.roce.udp.RendezvousWire.Announced;
import io.sennit.roce.udp.RendezvousWire.Kind;
import io.sennit.roce.udp.RendezvousWire.Meeting;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.RendezvousException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The accepting side says hello over UDP, from each of its addresses to each of the peer's, again
 * and again until one is answered: the proof that the invitation is open, and that UDP gets through
 * at all. One object for one acceptance; used by one thread, which it blocks.
 */
final class Introduction implements AutoCloseable {
  private final Meeting offer;
  private final Token token;
  private final Clock clock;
  private final Selector selector;
  private final List<DatagramChannel> channels = new ArrayList<>();
  private final ByteBuffer reply = ByteBuffer.allocate(RendezvousWire.HELLO_BYTES + 1);
  private String obstacle = "no address of this process is of the same kind as one of the peer's";

  Introduction(List<LocalAddress> own, Meeting offer, Token token, Clock clock)
      throws RendezvousException {
    this.offer = offer;
    this.token = token;
    this.clock = clock;
    selector = Rendezvous.openSelector();
    own.forEach(local -> bind(local.address()));
    if (channels.isEmpty()) {
      close();
      throw new RendezvousException("no UDP socket for the rendezvous: " + obstacle);
    }
  }

  /** An address that this machine has lost is left out. */
  private void bind(IpAddress address) {
    try {
      DatagramChannel channel = Rendezvous.bind(address);
      channels.add(channel);
      channel.register(selector, SelectionKey.OP_READ, address.isIpv4());
    } catch (IOException | RuntimeException e) {
      obstacle = "binding to " + address + ": " + e.getMessage();
    }
  }

  /** Returns when the peer has welcomed this process. */
  void perform(long timeoutNanos) throws RendezvousException {
    long startNanos = clock.nanoTime();
    long pauseNanos = RoceConfig.HELLO_NANOS;
    long helloNanos = 0;
    for (long nanos = 0; nanos < timeoutNanos; nanos = clock.nanoTime() - startNanos) {
      if (nanos >= helloNanos) {
        if (sendAll() == 0) {
          throw new RendezvousException("no hello can be sent to the peer: " + obstacle);
        }
        helloNanos = nanos + pauseNanos;
        pauseNanos = Math.min(2 * pauseNanos, 8 * RoceConfig.HELLO_NANOS);
      }
      if (answered(Math.min(helloNanos, timeoutNanos) - nanos)) {
        return;
      }
    }
    throw new RendezvousException("the peer did not answer over UDP within "
        + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms (" + obstacle
        + "); does a firewall drop UDP?");
  }

  /** Returns how many hellos left. */
  private int sendAll() {
    int sent = 0;
    byte[] hello = RendezvousWire.datagram(Kind.HELLO, offer.invitation(), token);
    for (SelectionKey key : selector.keys()) {
      for (Announced each : offer.ports()) {
        if (key.attachment().equals(each.port().address().isIpv4()) && each.helloPort() != 0) {
          sent += send((DatagramChannel) key.channel(), hello, each);
        }
      }
    }
    return sent;
  }

  private int send(DatagramChannel channel, byte[] hello, Announced to) {
    try {
      byte[] address = to.port().address().bytes();
      channel.send(
          ByteBuffer.wrap(hello),
          new InetSocketAddress(InetAddress.getByAddress(address), to.helloPort()));
      obstacle = "asked at " + to.port().address() + ", UDP port " + to.helloPort();
      return 1;
    } catch (IOException e) {
      obstacle = "sending to " + to.port().address() + ": " + e.getMessage();
      return 0;
    }
  }

  private boolean answered(long waitNanos) throws RendezvousException {
    try {
      selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNanos)));
      selector.selectedKeys().clear();
      for (DatagramChannel channel : channels) {
        if (isWelcomed(channel)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new RendezvousException("waiting for the peer's reply: " + e.getMessage(), e);
    }
  }

  /** Takes only so much at a time, since anybody can send to this socket. */
  private boolean isWelcomed(DatagramChannel channel) throws IOException, RendezvousException {
    for (int taken = 0; taken < RoceConfig.RENDEZVOUS_DATAGRAMS; taken++) {
      reply.clear();
      SocketAddress from = channel.receive(reply);
      if (from == null) {
        return false;
      }
      reply.flip();
      if (isAsked(from) && isWelcome()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a datagram comes from where a hello was sent to. */
  private boolean isAsked(SocketAddress from) {
    if (from instanceof InetSocketAddress internet) {
      IpAddress address = IpAddress.of(internet.getAddress().getAddress());
      for (Announced each : offer.ports()) {
        if (each.helloPort() == internet.getPort() && each.port().address().equals(address)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isWelcome() throws RendezvousException {
    boolean welcome = RendezvousWire.is(Kind.WELCOME, reply);
    if (!welcome && !RendezvousWire.is(Kind.REFUSED, reply)) {
      return false;
    }
    if (!isOurs()) {
      return false;
    }
    if (!welcome) {
      throw new RendezvousException("the peer does not expect this process (any more)");
    }
    return true;
  }

  private boolean isOurs() {
    return RendezvousWire.invitation(reply).equals(offer.invitation())
        && RendezvousWire.token(reply).equals(token);
  }

  @Override
  public void close() {
    channels.forEach(Rendezvous::closeQuietly);
    try {
      selector.close();
    } catch (IOException e) {
      throw new IllegalStateException("a selector does not close", e);
    }
  }
}
