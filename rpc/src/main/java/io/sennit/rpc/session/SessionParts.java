// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.verbs.Device;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import io.sennit.verbs.ProtectionDomain;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link LiveSession} is made of.
 *
 * @param domain becomes the session's
 * @param remotePorts the peer's, by their index
 * @param acceptor the server's door; empty on the client's side
 */
record SessionParts(
    LoopGroup group,
    SessionConfig config,
    ProviderLoop provider,
    ProtectionDomain domain,
    List<Port> remotePorts,
    SessionListener listener,
    Optional<StreamAcceptor> acceptor) {
  /** Whether the number of strands follows what they bring. */
  boolean mayGrow() {
    return config.strandsPerPortPair() == SessionConfig.AUTOMATIC
        && provider.device().mostLabels() > 0;
  }

  /** Which paths the client's side may open later; the server's side does not choose. */
  List<Path> further(List<Path> begun) {
    Device device = provider.device();
    return acceptor.isPresent()
        ? List.of()
        : Paths.further(
            device.ports().size(),
            remotePorts.size(),
            device.routeLabels(device.mostLabels()),
            begun);
  }
}
