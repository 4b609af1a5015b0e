// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.shm.os.OsException;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * The inviting side. Life: open; one peer's process is welcomed (on the rendezvous thread); over,
 * by the answer or by {@link #close}. An answer that does not fit changes nothing: it is not the
 * peer's.
 */
final class ShmInvitation implements Invitation {
  private final Rendezvous rendezvous;
  private final byte[] id;
  private final byte[] offer;
  private final DomainAssembly assembly;
  private @Nullable Greeting greeting;
  private boolean over;

  ShmInvitation(Rendezvous rendezvous, byte[] id, DomainAssembly assembly) {
    this.rendezvous = rendezvous;
    this.id = id.clone();
    this.assembly = assembly;
    offer = RendezvousWire.encode(RendezvousWire.Kind.OFFER, id, rendezvous.name());
  }

  @Override
  public byte[] offer() {
    return offer.clone();
  }

  /** Takes over the greeting of the one peer that is awaited, and sends it this side's memory. */
  synchronized boolean welcome(Greeting candidate) throws OsException {
    if (over || greeting != null) {
      return false;
    }
    candidate.socket().send(RendezvousWire.welcome(), assembly.own().shared());
    greeting = candidate;
    return true;
  }

  @Override
  public ProtectionDomain complete(byte[] answer, long timeoutNanos) throws RendezvousException {
    Greeting welcomed;
    byte[] peerNonce;
    synchronized (this) {
      checkOpen();
      peerNonce = check(answer);
      welcomed = greeting;
      if (welcomed == null) {
        throw new RendezvousException("the peer answered but never came to the local socket");
      }
      end();
    }
    return assembly.finish(welcomed, peerNonce);
  }

  private byte[] check(byte[] answer) throws RendezvousException {
    int both = 2 * Layout.NONCE_BYTES;
    ByteBuffer body = RendezvousWire.decode(RendezvousWire.Kind.ANSWER, answer, both, both);
    byte[] seen = RendezvousWire.take(body, Layout.NONCE_BYTES);
    if (!MessageDigest.isEqual(seen, assembly.own().nonce())) {
      throw new RendezvousException("the peer has not seen this process's memory");
    }
    return RendezvousWire.take(body, Layout.NONCE_BYTES);
  }

  private void checkOpen() {
    if (over) {
      throw new IllegalStateException("the invitation is over");
    }
  }

  /** From now on nobody is welcomed. */
  private void end() {
    over = true;
    rendezvous.forget(id);
  }

  @Override
  public synchronized void close() {
    if (!over) {
      end();
      if (greeting != null) {
        greeting.close();
      }
      assembly.close();
    }
  }
}
