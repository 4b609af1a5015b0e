// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.fabric.Topology.Cable;
import io.sennit.simulator.fabric.Topology.End;

/** Whether every host can be reached from every other: hosts pass nothing on, switches do. */
final class Reach {
  private final Topology topology;
  private final int[] group;

  Reach(Topology topology) {
    this.topology = topology;
    group = new int[topology.hosts().size() + topology.switches().size()];
  }

  /** @throws IllegalArgumentException naming two hosts without a way */
  void check() {
    int hosts = topology.hosts().size();
    for (int host = 0; host < hosts; host++) {
      for (int node = 0; node < group.length; node++) {
        group[node] = node;
      }
      spread(host);
      for (int other = 0; other < hosts; other++) {
        if (group[other] != host) {
          throw new IllegalArgumentException("there is no way from "
              + topology.hosts().get(host).name() + " to "
              + topology.hosts().get(other).name());
        }
      }
      if (!topology.switches().isEmpty() && isOnOneSwitchNet(host)) {
        return;
      }
    }
  }

  /** If a host reaches the others by switches alone, so do they each other. */
  private boolean isOnOneSwitchNet(int host) {
    return topology.hosts().get(host).ports() == 1;
  }

  private void spread(int host) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Cable cable : topology.cables()) {
        changed |= pass(cable.one(), cable.other(), host);
        changed |= pass(cable.other(), cable.one(), host);
      }
    }
  }

  private boolean pass(End from, End to, int host) {
    boolean passes = group[from.node()] == host && (from.node() == host || !topology.isHost(from));
    if (!passes || group[to.node()] == host) {
      return false;
    }
    group[to.node()] = host;
    return true;
  }
}
