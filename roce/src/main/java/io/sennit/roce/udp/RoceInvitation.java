// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.udp.RendezvousWire.Kind;
import io.sennit.roce.udp.RendezvousWire.Meeting;
import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inviting side. Life: open; one peer is welcomed (on the rendezvous thread), known by its
 * token from then on; over, by the answer or by {@link #close}. An answer that does not fit changes
 * nothing: it is not the peer's.
 */
final class RoceInvitation implements Invitation {
  private final Rendezvous rendezvous;
  private final Meeting offer;
  private final DomainConfig config;
  private final UdpChannel channel;
  private final Set<IpAddress> sources = new HashSet<>();
  private @Nullable Token token;
  private boolean over;

  RoceInvitation(Rendezvous rendezvous, Meeting offer, DomainConfig config, UdpChannel channel) {
    this.rendezvous = rendezvous;
    this.offer = offer;
    this.config = config;
    this.channel = channel;
  }

  @Override
  public byte[] offer() {
    return RendezvousWire.encode(Kind.OFFER, offer);
  }

  /** Whether the peer that shows this token is the one that is expected. */
  synchronized boolean welcome(Token candidate, IpAddress source) {
    if (over) {
      return false;
    }
    if (token == null) {
      token = candidate;
    }
    boolean welcome = token.equals(candidate);
    if (welcome && sources.size() < RoceConfig.MOST_PORTS) {
      sources.add(source);
    }
    return welcome;
  }

  @Override
  public ProtectionDomain complete(byte[] answer, long timeoutNanos) throws RendezvousException {
    Meeting met = RendezvousWire.decode(Kind.ANSWER, answer);
    met.checkAddresses(
        offer.ports().stream().anyMatch(each -> each.port().address().isLoopback()));
    synchronized (this) {
      if (over) {
        throw new IllegalStateException("the invitation is over");
      }
      check(met);
      end();
    }
    return channel.join(config, met.remotePorts());
  }

  private void check(Meeting met) throws RendezvousException {
    if (!met.invitation().equals(offer.invitation())) {
      throw new RendezvousException("the peer answered another invitation");
    }
    if (token == null) {
      throw new RendezvousException("the peer answered but never said hello over UDP");
    }
    if (!met.token().equals(token)) {
      throw new RendezvousException("somebody else than the peer that said hello has answered");
    }
    if (met.ports().stream().map(each -> each.port().address()).noneMatch(sources::contains)) {
      throw new RendezvousException(
          "the peer said hello from " + sources + ", none of which it names in its answer");
    }
  }

  /** From now on nobody is welcomed. */
  private void end() {
    over = true;
    rendezvous.forget(offer.invitation());
  }

  @Override
  public synchronized void close() {
    if (!over) {
      end();
    }
  }
}
