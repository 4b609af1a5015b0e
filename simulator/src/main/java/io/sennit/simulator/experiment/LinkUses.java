// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.fabric.Topology.Cable;
import io.sennit.simulator.fabric.Topology.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How busy the links were that policies choose among. Stateless. */
final class LinkUses {
  private LinkUses() {}

  static List<LinkUse> of(Fabric fabric, List<FlowSpec> flows, long nanos) {
    Topology topology = fabric.topology();
    boolean trunks = topology.cables().stream()
        .anyMatch(cable -> isSwitch(topology, cable.one()) && isSwitch(topology, cable.other()));
    Set<Integer> sources = flows.stream().map(FlowSpec::source).collect(Collectors.toSet());
    List<Link> links = fabric.links();
    List<LinkUse> uses = new ArrayList<>();
    for (int at = 0; at < links.size(); at++) {
      Cable cable = topology.cables().get(at / 2);
      End from = at % 2 == 0 ? cable.one() : cable.other();
      End to = at % 2 == 0 ? cable.other() : cable.one();
      boolean matters = trunks
          ? isSwitch(topology, from) && isSwitch(topology, to)
          : sources.contains(from.node());
      if (matters) {
        uses.add(use(links.get(at), nanos));
      }
    }
    return uses;
  }

  private static boolean isSwitch(Topology topology, End end) {
    return end.node() >= topology.hosts().size();
  }

  private static LinkUse use(Link link, long nanos) {
    double most = link.config().rateBytesPerSecond() * (nanos / 1e9);
    return new LinkUse(link.name(), Math.min(1, link.carriedBytes() / Math.max(1, most)));
  }
}
