// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import io.sennit.roce.wire.IpAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts connections that peers have asked for and that are not established, in all and by peer.
 */
final class HalfOpen {
  private final CmConfig config;
  private final Map<IpAddress, Integer> byPeer = new HashMap<>();
  private int all;

  HalfOpen(CmConfig config) {
    this.config = config;
  }

  /** Whether there is room for one more of a peer, so that one peer cannot take all of it. */
  boolean admits(IpAddress peer) {
    return all < config.maxHalfOpen() && byPeer.getOrDefault(peer, 0) < config.maxHalfOpenPerPeer();
  }

  void add(IpAddress peer) {
    byPeer.merge(peer, 1, Integer::sum);
    all++;
  }

  void remove(IpAddress peer) {
    byPeer.compute(peer, (_, count) -> count == null || count == 1 ? null : count - 1);
    all--;
  }

  int count() {
    return all;
  }
}
