// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.fabric.Topology.Cable;
import io.sennit.simulator.fabric.Topology.End;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the links between those that send and those that receive can carry together, headers
 * included: no policy can move more. What a link loses by chance it does not carry. Confined to one
 * thread.
 */
final class Capacity {
  private final Plan plan;
  private final Topology topology;
  private final Set<Integer> sources = new HashSet<>();
  private final Set<Integer> destinations = new HashSet<>();
  private final Map<List<Double>, Double> known = new HashMap<>();

  Capacity(Plan plan, List<FlowSpec> flows) {
    this.plan = plan;
    topology = plan.topology();
    for (FlowSpec flow : flows) {
      sources.add(flow.source());
      destinations.add(flow.destination());
    }
  }

  /** As the faults are at that moment. */
  double bytesPerSecond(long nanos) {
    List<Double> shares =
        plan.faults().stream().map(fault -> fault.shareLeft(nanos)).toList();
    return known.computeIfAbsent(shares, this::greatest);
  }

  /** Hosts pass nothing on: each is two nodes, one that sends, and one that receives. */
  private double greatest(List<Double> shares) {
    int nodes = topology.hosts().size() + topology.switches().size();
    int source = nodes + topology.hosts().size();
    int sink = source + 1;
    MaxFlow network = new MaxFlow(sink + 1);
    List<Cable> cables = topology.cables();
    for (int at = 0; at < cables.size(); at++) {
      Cable cable = cables.get(at);
      double rate = cable.config().rateBytesPerSecond() * share(at, shares);
      network.join(cable.one().node(), receiver(cable.other()), rate);
      network.join(cable.other().node(), receiver(cable.one()), rate);
    }
    sources.forEach(host -> network.join(source, host, Double.MAX_VALUE));
    destinations.forEach(host -> network.join(nodes + host, sink, Double.MAX_VALUE));
    return network.between(source, sink);
  }

  private int receiver(End end) {
    int hosts = topology.hosts().size();
    int nodes = hosts + topology.switches().size();
    return end.node() < hosts ? nodes + end.node() : end.node();
  }

  private double share(int cable, List<Double> shares) {
    double left = 1;
    for (int at = 0; at < shares.size(); at++) {
      left *= plan.faults().get(at).cable() == cable ? shares.get(at) : 1;
    }
    return left;
  }
}
