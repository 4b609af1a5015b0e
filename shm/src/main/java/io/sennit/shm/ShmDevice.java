// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.shm.os.PeerProcess;
import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** This process as a place that shares memory with others. Its domains outlive its closing. */
final class ShmDevice implements Device {
  private static final List<Port> PORTS = List.of(new Port(0, "memory"));

  private final DomainAssembly.Workshop workshop;
  private @Nullable Rendezvous rendezvous;
  private boolean closed;

  ShmDevice(Clock clock, Randomness randomness, ShmConfig config) {
    workshop = new DomainAssembly.Workshop(new Numbers(randomness), clock, randomness, config);
  }

  @Override
  public Capabilities capabilities() {
    return ShmDomain.CAPABILITIES;
  }

  @Override
  public List<Port> ports() {
    return PORTS;
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    try {
      return new ShmChannel();
    } catch (OsException e) {
      throw new IllegalStateException("no completion channel: " + e.reason(), e);
    }
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel)
      throws RendezvousException {
    Rendezvous place = rendezvous();
    DomainAssembly assembly = DomainAssembly.begin(workshop, config, own(channel));
    byte[] id = new byte[RendezvousWire.INVITATION_BYTES];
    workshop.randomness().nextBytes(id);
    ShmInvitation invitation = new ShmInvitation(place, id, assembly);
    place.expect(id, invitation);
    return invitation;
  }

  private synchronized Rendezvous rendezvous() throws RendezvousException {
    if (closed) {
      throw new IllegalStateException("the device is closed");
    }
    Rendezvous open = rendezvous;
    if (open == null) {
      open = openRendezvous();
      rendezvous = open;
    }
    return open;
  }

  private Rendezvous openRendezvous() throws RendezvousException {
    try {
      return Rendezvous.open(
          workshop.clock(), workshop.randomness(), workshop.config().helloNanos());
    } catch (OsException e) {
      throw new RendezvousException(e.reason(), e);
    }
  }

  private static ShmChannel own(CompletionChannel channel) {
    if (channel instanceof ShmChannel own) {
      return own;
    }
    throw new IllegalArgumentException("the completion channel of another provider");
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    ShmChannel ownChannel = own(channel);
    int idBytes = RendezvousWire.INVITATION_BYTES;
    ByteBuffer body = RendezvousWire.decode(
        RendezvousWire.Kind.OFFER, offer, idBytes + 1, idBytes + RendezvousWire.MOST_NAME_BYTES);
    byte[] id = RendezvousWire.take(body, idBytes);
    byte[] name = RendezvousWire.take(body, body.remaining());
    DomainAssembly assembly = DomainAssembly.begin(workshop, config, ownChannel);
    Greeting greeting;
    try {
      greeting = dial(name, id, assembly.own(), timeoutNanos);
    } catch (RendezvousException e) {
      assembly.close();
      throw e;
    }
    ShmDomain domain = assembly.finish(greeting, null);
    byte[] seen = Layout.readNonce(domain.peer().file());
    byte[] answer =
        RendezvousWire.encode(RendezvousWire.Kind.ANSWER, seen, assembly.own().nonce());
    return new Acceptance(domain, answer);
  }

  private Greeting dial(byte[] name, byte[] id, Own own, long timeoutNanos)
      throws RendezvousException {
    long deadlineNanos = workshop.clock().nanoTime() + timeoutNanos;
    try {
      LocalSocket socket = LocalSocket.connect(name, timeoutNanos);
      return introduce(socket, id, own, deadlineNanos - workshop.clock().nanoTime());
    } catch (OsException e) {
      throw new RendezvousException(explain(e), e);
    }
  }

  private static Greeting introduce(LocalSocket socket, byte[] id, Own own, long timeoutNanos)
      throws OsException, RendezvousException {
    try {
      Greeting.requireSameUser(PeerProcess.ownUserId(), socket.peerUserId());
      socket.send(RendezvousWire.encode(RendezvousWire.Kind.HELLO, id, new byte[0]), own.shared());
    } catch (OsException | RendezvousException e) {
      socket.close();
      throw e;
    }
    int body = RendezvousWire.INVITATION_BYTES;
    return Greeting.receive(
        socket,
        timeoutNanos,
        message -> RendezvousWire.decode(RendezvousWire.Kind.WELCOME, message, body, body));
  }

  private static String explain(OsException e) {
    if (e.isRefused()) {
      return "the peer is on another host or in another network namespace:"
          + " its local socket is not there";
    }
    return e.isTimeout() ? "the peer did not welcome this process in time" : e.reason();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (rendezvous != null) {
      rendezvous.close();
      rendezvous = null;
    }
  }
}
