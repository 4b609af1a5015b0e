// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the peers of a device's invitations introduce themselves: one abstract socket with a name
 * nobody can guess. One thread accepts; each peer is greeted by a thread of its own, for a bounded
 * time, so that one who is slow or stopped holds up nobody; only processes of this user and root
 * get that far.
 */
final class Rendezvous {
  private static final Logger LOG = LoggerFactory.getLogger(Rendezvous.class);

  /** Peers that may be introducing themselves at the same time; the others wait in the backlog. */
  private static final int MOST_GREETERS = 16;

  /** Until another try to accept after one that failed for want of something. */
  private static final long ACCEPT_AGAIN_NANOS = 250_000_000;

  private static final int NAME_RANDOM_BYTES = 16;

  private final byte[] name;
  private final LocalListener listener;
  private final long helloNanos;
  private final Semaphore greeters = new Semaphore(MOST_GREETERS);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Map<ByteBuffer, ShmInvitation> invitations = new ConcurrentHashMap<>();

  private Rendezvous(byte[] name, LocalListener listener, long helloNanos) {
    this.name = name;
    this.listener = listener;
    this.helloNanos = helloNanos;
  }

  static Rendezvous open(Randomness randomness, long helloNanos) throws OsException {
    byte[] random = new byte[NAME_RANDOM_BYTES];
    randomness.nextBytes(random);
    byte[] name =
        ("sennit-" + HexFormat.of().formatHex(random)).getBytes(StandardCharsets.US_ASCII);
    Rendezvous opened = new Rendezvous(name, LocalListener.open(name), helloNanos);
    Thread.ofPlatform().daemon().name("sennit-shm-rendezvous").start(opened::serve);
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

  private void serve() {
    try {
      while (stopped.getCount() > 0) {
        serveNext();
      }
    } catch (InterruptedException e) {
      LOG.debug("Rendezvous interrupted");
    } finally {
      listener.close();
    }
  }

  private void serveNext() throws InterruptedException {
    try {
      LocalSocket socket = listener.accept();
      greeters.acquire();
      Thread.ofPlatform().daemon().name("sennit-shm-greeter").start(() -> greet(socket));
    } catch (OsException e) {
      LOG.debug("Not accepted: {}", e.getMessage());
      // Out of files, or over: in the first case there may be some again soon.
      boolean over = stopped.await(ACCEPT_AGAIN_NANOS, TimeUnit.NANOSECONDS);
      LOG.debug("Rendezvous over: {}", over);
    }
  }

  private void greet(LocalSocket socket) {
    try {
      Hello hello = new Hello();
      Greeting greeting = Greeting.receive(socket, helloNanos, hello);
      if (!hello.welcome(greeting)) {
        greeting.close();
      }
    } catch (OsException | RendezvousException e) {
      LOG.debug("A peer was turned away: {}", e.getMessage());
    } finally {
      greeters.release();
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
    stopped.countDown();
    listener.stop();
    invitations.values().forEach(ShmInvitation::close);
  }
}
