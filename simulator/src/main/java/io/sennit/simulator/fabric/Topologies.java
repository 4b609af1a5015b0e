// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.fabric.Topology.End;
import java.util.Collections;
import java.util.List;

/** Plans that are so usual that they have names. Stateless. */
public final class Topologies {
  private Topologies() {}

  /** Two hosts joined by k links that touch nowhere. */
  public static Topology parallel(int links, LinkConfig config) {
    return parallel(Collections.nCopies(links, config));
  }

  /** Two hosts joined by links that touch nowhere, each as it is told. */
  public static Topology parallel(List<LinkConfig> links) {
    Topology.Builder builder = new Topology.Builder();
    int one = builder.host("a", links.size());
    int other = builder.host("b", links.size());
    for (int port = 0; port < links.size(); port++) {
      builder.cable(new End(one, port), new End(other, port), links.get(port));
    }
    return builder.build();
  }

  /**
   * Hosts of one port on two switches with one link between, which is as fast as each of theirs.
   */
  public static Topology dumbbell(int hostsPerSide, LinkConfig config) {
    Topology.Builder builder = new Topology.Builder();
    for (int host = 0; host < 2 * hostsPerSide; host++) {
      builder.host("h" + host, 1);
    }
    int left = builder.addSwitch("left");
    int right = builder.addSwitch("right");
    builder.trunk(left, right, config);
    for (int host = 0; host < 2 * hostsPerSide; host++) {
      builder.uplink(host, 0, host < hostsPerSide ? left : right, config);
    }
    return builder.build();
  }

  /**
   * Hosts of one port under leaves, each of which is joined to every spine.
   *
   * @param leaves switches with hosts
   * @param spines switches between them, so many routes of equal cost
   * @param hostsPerLeaf at least 1
   */
  public static Topology leafSpine(int leaves, int spines, int hostsPerLeaf, LinkConfig config) {
    Topology.Builder builder = new Topology.Builder();
    for (int host = 0; host < leaves * hostsPerLeaf; host++) {
      builder.host("h" + host, 1);
    }
    int[] leaf = switches(builder, "leaf", leaves);
    int[] spine = switches(builder, "spine", spines);
    for (int at = 0; at < leaves; at++) {
      for (int host = 0; host < hostsPerLeaf; host++) {
        builder.uplink(at * hostsPerLeaf + host, 0, leaf[at], config);
      }
      for (int up : spine) {
        builder.trunk(leaf[at], up, config);
      }
    }
    return builder.build();
  }

  /** Hosts whose port r hangs on rail switch r, as in clusters for training. */
  public static Topology rail(int hosts, int rails, LinkConfig config) {
    Topology.Builder builder = new Topology.Builder();
    for (int host = 0; host < hosts; host++) {
      builder.host("h" + host, rails);
    }
    int[] rail = switches(builder, "rail", rails);
    for (int host = 0; host < hosts; host++) {
      for (int port = 0; port < rails; port++) {
        builder.uplink(host, port, rail[port], config);
      }
    }
    return builder.build();
  }

  /**
   * The three-layer fat tree of switches with k ports: k^3/4 hosts of one port.
   *
   * @param k even, 2 to 64
   */
  public static Topology fatTree(int k, LinkConfig config) {
    if (k < 2 || k > 64 || k % 2 != 0) {
      throw new IllegalArgumentException("a fat tree of switches with " + k + " ports");
    }
    Topology.Builder builder = new Topology.Builder();
    int half = k / 2;
    for (int host = 0; host < k * half * half; host++) {
      builder.host("h" + host, 1);
    }
    int[] core = switches(builder, "core", half * half);
    for (int pod = 0; pod < k; pod++) {
      int[] edge = switches(builder, "edge" + pod + ".", half);
      int[] middle = switches(builder, "agg" + pod + ".", half);
      for (int at = 0; at < half; at++) {
        for (int to = 0; to < half; to++) {
          builder.uplink((pod * half + at) * half + to, 0, edge[at], config);
          builder.trunk(edge[at], middle[to], config);
          builder.trunk(middle[at], core[at * half + to], config);
        }
      }
    }
    return builder.build();
  }

  private static int[] switches(Topology.Builder builder, String name, int count) {
    int[] made = new int[count];
    for (int at = 0; at < count; at++) {
      made[at] = builder.addSwitch(name + at);
    }
    return made;
  }
}
