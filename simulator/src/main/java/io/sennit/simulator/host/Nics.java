// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.roce.Engine;
import io.sennit.roce.RemotePort;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.ProtectionDomain;
import java.util.List;

/** What the devices of hosts make of a rendezvous. Called on the world's thread. */
public interface Nics {
  /** The production engine of each host. */
  Nics ENGINES = new Nics() {
    @Override
    public Capabilities capabilities() {
      return Engine.capabilities();
    }

    @Override
    public ProtectionDomain join(
        Host host, DomainConfig config, long invitation, List<RemotePort> peer) {
      return host.join(config, peer);
    }
  };

  /** Of every device. */
  Capabilities capabilities();

  /**
   * Makes what a peer can reach of a host; called once by each side of a rendezvous.
   *
   * @param invitation the same number on both sides, and of no other two
   * @param peer how the peer's ports are announced
   */
  ProtectionDomain join(Host host, DomainConfig config, long invitation, List<RemotePort> peer);
}
