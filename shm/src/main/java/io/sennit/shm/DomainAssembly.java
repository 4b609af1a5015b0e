// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.shm.os.OsException;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.RendezvousException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** This side's half of a domain before the peer is known; either becomes a domain or is closed. */
final class DomainAssembly implements AutoCloseable {
  private final Workshop workshop;
  private final Own own;
  private final long memoryBytes;
  private final ShmChannel channel;

  private DomainAssembly(Workshop workshop, Own own, long memoryBytes, ShmChannel channel) {
    this.workshop = workshop;
    this.own = own;
    this.memoryBytes = memoryBytes;
    this.channel = channel;
  }

  /** What all domains of a device share. */
  record Workshop(Numbers numbers, Clock clock, Randomness randomness, ShmConfig config) {}

  static DomainAssembly begin(Workshop workshop, DomainConfig config, ShmChannel channel)
      throws RendezvousException {
    try {
      Own own = Own.create(config, workshop.config(), workshop.randomness());
      return new DomainAssembly(workshop, own, config.memoryBytes(), channel);
    } catch (OsException | IllegalArgumentException e) {
      throw new RendezvousException(
          "no shared memory for a session of %,d bytes: %s"
              .formatted(config.memoryBytes(), String.valueOf(e.getMessage())),
          e);
    }
  }

  Own own() {
    return own;
  }

  /**
   * Makes the domain, which takes over everything; on failure everything is closed.
   *
   * @param nonce what the peer's memory must hold, if this side was told
   */
  ShmDomain finish(Greeting greeting, byte @Nullable [] nonce) throws RendezvousException {
    Peer peer;
    try {
      peer = new Peer(greeting.file());
    } catch (OsException | MalformedPeerException e) {
      greeting.close();
      close();
      throw new RendezvousException(String.valueOf(e.getMessage()), e);
    }
    ShmConfig config = workshop.config();
    Link link = new Link(channel, greeting.socket(), greeting.process(), config.peerCheckNanos());
    try {
      checkNonce(peer, nonce);
      link.join();
      return new ShmDomain(parts(peer), link);
    } catch (OsException | IllegalStateException e) {
      throw abandon(link, peer, new RendezvousException(String.valueOf(e.getMessage()), e));
    } catch (RendezvousException e) {
      throw abandon(link, peer, e);
    }
  }

  private DomainParts parts(Peer peer) {
    return new DomainParts(own, peer, memoryBytes, workshop);
  }

  private RendezvousException abandon(Link link, Peer peer, RendezvousException cause) {
    link.close();
    peer.close();
    close();
    return cause;
  }

  private static void checkNonce(Peer peer, byte @Nullable [] nonce) throws RendezvousException {
    if (nonce != null && !MessageDigest.isEqual(nonce, Layout.readNonce(peer.file()))) {
      throw new RendezvousException("the peer's answer does not belong to the memory it sent");
    }
  }

  @Override
  public void close() {
    own.close();
  }
}
