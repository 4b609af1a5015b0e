// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.PortPlan;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.verbs.Device;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link LiveSession} is made of.
 *
 * @param domain becomes the session's
 * @param memory becomes the session's, as the domain does
 * @param ports those of the bootstrap, by their index
 * @param acceptor the server's door; empty on the client's side
 */
record SessionParts(
    LoopGroup group,
    SessionConfig config,
    ProviderLoop provider,
    ProtectionDomain domain,
    SessionMemory memory,
    PortLists ports,
    SessionListener listener,
    Optional<StreamAcceptor> acceptor) {
  /** Whether the number of strands follows what they bring. */
  boolean mayGrow() {
    return config.strandsPerPortPair() == SessionConfig.AUTOMATIC
        && provider.device().mostLabels() > 0;
  }

  /** Which paths the client's side may open later; the server's side does not choose. */
  List<Path> further(List<Path> begun) {
    return acceptor.isPresent() ? List.of() : Paths.further(ports, mostLabels(), begun);
  }

  private List<Integer> mostLabels() {
    Device device = provider.device();
    return device.routeLabels(device.mostLabels());
  }

  /** What becomes of ports that come later; the server's side does not choose. */
  PortPlan plan(List<Path> begun) {
    boolean automatic = config.strandsPerPortPair() == SessionConfig.AUTOMATIC;
    List<Integer> labels = begun.stream()
        .map(Path::routeLabel)
        .distinct()
        .limit(acceptor.isPresent() ? 0 : automatic ? 1 : Integer.MAX_VALUE)
        .toList();
    return new PortPlan(
        ports.local().size(),
        ports.remote().size(),
        labels,
        acceptor.isEmpty() && mayGrow() ? mostLabels() : List.of());
  }
}
