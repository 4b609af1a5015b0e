// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.Capabilities;
import io.sennit.verbs.DomainConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins pairs of domains. Confined to one thread, like everything that hangs on it. */
public final class HostileFabric {
  private static final int NUMBERS_PER_DOMAIN = 1 << 16;

  /** As a NIC says it: no congestion control of its own. */
  public static final Capabilities NIC =
      new Capabilities(1 << 30, 64, 4096, 1 << 16, 1 << 20, 16, false, false);

  private final Hands hands;
  private final List<HostileQueuePair> halves = new ArrayList<>();
  private final Map<Long, HostileDomain> waiting = new HashMap<>();
  private int domains;

  /** A fabric without domains; all of them will be {@link #NIC}s. */
  public HostileFabric(Hands hands) {
    this.hands = hands;
  }

  /** Two joined domains. */
  public Pair pair(DomainConfig config) {
    HostileDomain near = new HostileDomain(this, config, domains++ * NUMBERS_PER_DOMAIN);
    HostileDomain far = new HostileDomain(this, config, domains++ * NUMBERS_PER_DOMAIN);
    near.join(far);
    far.join(near);
    return new Pair(near, far);
  }

  /**
   * One side of a rendezvous: the first one that comes waits, and the second one is its peer.
   *
   * @param invitation what both sides say, and no others
   */
  public HostileDomain join(long invitation, DomainConfig config) {
    HostileDomain made = new HostileDomain(this, config, domains++ * NUMBERS_PER_DOMAIN);
    HostileDomain other = waiting.remove(invitation);
    if (other == null) {
      waiting.put(invitation, made);
    } else {
      made.join(other);
      other.join(made);
    }
    return made;
  }

  /** Two domains that are each other's peer. */
  public record Pair(HostileDomain near, HostileDomain far) {}

  /** Queue pairs of which something may yet be executed, or that are not destroyed. */
  public List<HostileQueuePair> halves() {
    halves.removeIf(HostileQueuePair::isSpent);
    return halves;
  }

  void add(HostileQueuePair half) {
    halves.add(half);
  }

  Hands hands() {
    return hands;
  }
}
