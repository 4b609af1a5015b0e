// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.DomainConfig;
import java.util.List;

/**
 * What a rendezvous has found out about one peer.
 *
 * @param config bounds of the domain
 * @param remotePorts the peer's addresses, in the order of its ports; of the same IP version as the
 *     local port that a path joins them to
 * @param readBudgetBytes what this side's READs may have under way towards each of its own receive
 *     sockets; positive
 * @param closed run once, by the engine's thread, when the domain has closed
 */
public record DomainSpec(
    DomainConfig config, List<RemotePort> remotePorts, long readBudgetBytes, Runnable closed) {
  public DomainSpec {
    remotePorts = List.copyOf(remotePorts);
    if (remotePorts.isEmpty()) {
      throw new IllegalArgumentException("a peer has at least one port");
    }
    if (readBudgetBytes <= 0) {
      throw new IllegalArgumentException("a read budget of " + readBudgetBytes + " bytes");
    }
  }
}
