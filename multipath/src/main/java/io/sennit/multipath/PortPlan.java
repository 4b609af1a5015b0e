// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.List;

/**
 * With which ports a session begins, and by which labels paths are named that join later ones.
 *
 * @param localPorts how many own ports the peer knows from the bootstrap
 * @param remotePorts how many ports of the peer are known from the bootstrap
 * @param labels of the paths that each pair gets of which one port is new; of the acceptor none,
 *     for it does not choose
 * @param further labels of those that such a pair may get when its strands are full; none if the
 *     number of strands is fixed
 */
public record PortPlan(
    int localPorts, int remotePorts, List<Integer> labels, List<Integer> further) {
  /** Most ports of a side. */
  public static final int MOST_PORTS = 16;

  public PortPlan {
    labels = List.copyOf(labels);
    further = List.copyOf(further);
    if (localPorts < 1 || localPorts > MOST_PORTS || remotePorts < 1 || remotePorts > MOST_PORTS) {
      throw new IllegalArgumentException(
          "1 to " + MOST_PORTS + " ports, not " + localPorts + " and " + remotePorts);
    }
  }
}
