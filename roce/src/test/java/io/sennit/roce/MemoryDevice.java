// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Acceptance;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.Device;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.Port;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.RendezvousException;
import java.util.List;

/** The engine as a verbs device, without sockets. */
final class MemoryDevice implements Device {
  private final MemoryFabric fabric;

  MemoryDevice(MemoryFabric fabric) {
    this.fabric = fabric;
  }

  @Override
  public Capabilities capabilities() {
    return Engine.capabilities();
  }

  @Override
  public List<Port> ports() {
    return List.of(new Port(0, "memory"));
  }

  @Override
  public CompletionChannel createCompletionChannel() {
    return fabric.channel();
  }

  @Override
  public Invitation invite(DomainConfig config, CompletionChannel channel) {
    return new MemoryInvitation(fabric, config, (MemoryChannel) channel);
  }

  @Override
  public Acceptance accept(
      byte[] offer, DomainConfig config, CompletionChannel channel, long timeoutNanos)
      throws RendezvousException {
    MemoryChannel own = (MemoryChannel) channel;
    MemoryChannel peer = MemoryInvitation.inviter(fabric, offer);
    byte[] answer = MemoryInvitation.accept(fabric, offer, own);
    ProtectionDomain domain = MemoryInvitation.domain(own, peer, config);
    return new Acceptance(domain, answer);
  }

  @Override
  public void close() {}
}
