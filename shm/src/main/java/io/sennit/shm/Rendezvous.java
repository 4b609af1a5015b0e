// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Clock;
import io.sennit.base.LastResort;
import io.sennit.base.Randomness;
import io.sennit.shm.os.LocalListener;
import io.sennit.shm.os.LocalSocket;
import io.sennit.shm.os.OsException;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the peers of a device's invitations introduce themselves: one abstract socket with a name
 * nobody can guess. One thread serves them all and waits for none: a peer is listened to when it
 * has said something, and one that is silent for too long, or stands in the way of newer ones, is
 * hung up on. Only processes of this user and root get that far.
 */
final class Rendezvous {
  private static final Logger LOG = LoggerFactory.getLogger(Rendezvous.class);

  private static final int NAME_RANDOM_BYTES = 16;
  private static final String THREAD = "sennit-shm-rendezvous";

  private final byte[] name;
  private final LocalListener listener;
  private final Map<ByteBuffer, ShmInvitation> invitations = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  private Rendezvous(byte[] name, LocalListener listener) {
    this.name = name;
    this.listener = listener;
  }

  static Rendezvous open(Clock clock, Randomness randomness, long helloNanos) throws OsException {
    byte[] random = new byte[NAME_RANDOM_BYTES];
    randomness.nextBytes(random);
    byte[] name =
        ("sennit-" + HexFormat.of().formatHex(random)).getBytes(StandardCharsets.US_ASCII);
    Rendezvous opened = new Rendezvous(name, LocalListener.open(name));
    Thread.ofPlatform().daemon().name(THREAD).start(() -> opened.live(clock, helloNanos));
    return opened;
  }

  byte[] name() {
    return name.clone();
  }

  void expect(byte[] id, ShmInvitation invitation) {
    invitations.put(ByteBuffer.wrap(id.clone()), invitation);
  }

  void forget(byte[] id) {
    invitations.remove(ByteBuffer.wrap(id));
  }

  private void live(Clock clock, long helloNanos) {
    try (LastResort lastResort = new LastResort(THREAD);
        listener;
        Doorstep doorstep = new Doorstep(listener, clock, helloNanos, this::greet)) {
      lastResort.live(() -> serve(lastResort, doorstep, clock));
    }
  }

  private void serve(LastResort lastResort, Doorstep doorstep, Clock clock) {
    while (!stopped) {
      lastResort.turned(clock.nanoTime());
      doorstep.turn();
    }
  }

  private void greet(LocalSocket socket) {
    try {
      meet(socket);
    } catch (Throwable thrown) {
      // Whoever took it over has closed it already, unless there was no memory.
      socket.close();
      throw thrown;
    }
  }

  private void meet(LocalSocket socket) {
    try {
      Hello hello = new Hello();
      Greeting greeting = Greeting.receive(socket, Doorstep.SAID_NANOS, hello);
      if (!hello.welcome(greeting)) {
        greeting.close();
      }
    } catch (OsException | RendezvousException e) {
      LOG.debug("A peer was turned away: {}", e.getMessage());
    }
  }

  /** Finds the invitation that a HELLO names. */
  private final class Hello implements Greeting.Check {
    private byte[] id = {};

    @Override
    public void accept(byte[] message) throws RendezvousException {
      int bytes = RendezvousWire.INVITATION_BYTES;
      ByteBuffer body = RendezvousWire.decode(RendezvousWire.Kind.HELLO, message, bytes, bytes);
      id = RendezvousWire.take(body, bytes);
      if (!invitations.containsKey(ByteBuffer.wrap(id))) {
        throw new RendezvousException("the invitation is unknown or over");
      }
    }

    /** Hands the peer over to its invitation, if that is still open. */
    boolean welcome(Greeting greeting) {
      ShmInvitation expected = invitations.get(ByteBuffer.wrap(id));
      try {
        return expected != null && expected.welcome(greeting);
      } catch (OsException e) {
        LOG.debug("A peer left while it was welcomed: {}", e.getMessage());
        return false;
      }
    }
  }

  void close() {
    stopped = true;
    listener.stop();
    invitations.values().forEach(ShmInvitation::close);
  }
}
