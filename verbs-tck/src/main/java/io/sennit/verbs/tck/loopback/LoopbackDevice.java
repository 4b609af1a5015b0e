// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.RendezvousException;
import java.util.List;

/** One process's view of the fabric. Thread-safe. */
public final class LoopbackDevice implements Device {
  private final LoopbackFabric fabric;
  private volatile boolean closed;

  /** @param fabric devices of the same fabric reach each other */
  public LoopbackDevice(LoopbackFabric fabric) {
    this.fabric = fabric;
  }

  @Override
  public Capabilities capabilities() {
    return fabric.capabilities();
  }

  @Override
  public List<Port> ports() {
    return List.of(new Port(0, "loopback"));
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return new LoopbackChannel();
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel)
      throws RendezvousException {
    checkOpen();
    return new LoopbackInvitation(fabric, new LoopbackDomain(fabric, config, channel));
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    checkOpen();
    long secret = LoopbackInvitation.OFFER.decode(offer);
    LoopbackInvitation invitation = fabric.claim(secret);
    if (invitation == null) {
      throw new RendezvousException("Nobody waits for this offer any more.");
    }
    LoopbackDomain domain = new LoopbackDomain(fabric, config, channel);
    return new Acceptance(domain, invitation.accept(domain));
  }

  private void checkOpen() throws RendezvousException {
    if (closed) {
      throw new RendezvousException("The device is closed.");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
