// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.roce.wire.IpAddress;
import io.sennit.simulator.Seeds;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Topology.Cable;
import io.sennit.simulator.fabric.Topology.End;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A network in virtual time, built from a {@link Topology}. Confined to the world's thread.
 *
 * <p>What a program sees of it: {@link #ports} to send from and to listen at, {@link #links} to
 * watch and to break.
 */
public final class Fabric {
  private final Topology topology;
  private final Seeds seeds;
  private final Medium medium;
  private final List<Link> links = new ArrayList<>();
  private final List<Switch> switches = new ArrayList<>();
  private final List<HostPort> ports = new ArrayList<>();
  private final int[] firstPorts;
  private final Map<IpAddress, Integer> byAddress = new HashMap<>();
  private int readdressed;

  /**
   * Builds it.
   *
   * @throws IllegalArgumentException in a sentence if some port has no cable, or more than one, or
   *     some hosts no way to each other
   */
  public Fabric(World world, Topology topology) {
    this.topology = topology;
    seeds = world.seeds().child("fabric");
    medium = new Medium(world.scheduler(), world.trace());
    for (Cable cable : topology.cables()) {
      addLink(cable.one(), cable.other(), cable.config());
      addLink(cable.other(), cable.one(), cable.config());
    }
    for (int at = 0; at < topology.switches().size(); at++) {
      int node = topology.hosts().size() + at;
      switches.add(new Switch(node, medium, seeds.child("switch " + at).seed()));
    }
    firstPorts = new int[topology.hosts().size()];
    addPorts();
    join();
    share();
    if (topology.switchConfig().pauses().pauses()) {
      pause(topology.switchConfig().pauses());
    }
    route();
  }

  private void pause(PauseConfig config) {
    links.forEach(Link::queueUp);
    for (int at = 0; at < links.size(); at++) {
      Cable cable = topology.cables().get(at / 2);
      End to = at % 2 == 0 ? cable.other() : cable.one();
      if (!topology.isHost(to)) {
        Link in = links.get(at);
        in.leadThrough(new WayIn(medium, config, in, links.get(at ^ 1)));
      }
    }
  }

  private void share() {
    List<SharedBuffer> buffers = new ArrayList<>();
    switches.forEach(each -> buffers.add(new SharedBuffer(topology.switchConfig())));
    for (int at = 0; at < links.size(); at++) {
      Cable cable = topology.cables().get(at / 2);
      End from = at % 2 == 0 ? cable.one() : cable.other();
      if (!topology.isHost(from)) {
        buffers.get(from.node() - firstPorts.length).add(links.get(at));
      }
    }
  }

  private void addLink(End from, End to, LinkConfig config) {
    String name = topology.name(from) + ">" + topology.name(to);
    int index = links.size();
    links.add(new Link(index, name, config, medium, seeds.randomness("link " + index)));
  }

  private void addPorts() {
    for (int host = 0; host < topology.hosts().size(); host++) {
      firstPorts[host] = ports.size();
      for (int port = 0; port < topology.hosts().get(host).ports(); port++) {
        End end = new End(host, port);
        int index = ports.size();
        ports.add(new HostPort(index, topology.name(end), this, medium, onlyLink(end)));
        byAddress.put(HostPort.address(index), index);
      }
    }
  }

  private Link onlyLink(End end) {
    Link found = null;
    for (int cable = 0; cable < topology.cables().size(); cable++) {
      Link out = outOf(end, cable);
      if (out != null && found != null) {
        throw new IllegalArgumentException(topology.name(end) + " has two cables");
      }
      found = out == null ? found : out;
    }
    if (found == null) {
      throw new IllegalArgumentException(topology.name(end) + " has no cable");
    }
    return found;
  }

  private @Nullable Link outOf(End end, int cable) {
    Cable plan = topology.cables().get(cable);
    if (plan.one().equals(end)) {
      return links.get(2 * cable);
    }
    return plan.other().equals(end) ? links.get(2 * cable + 1) : null;
  }

  private void join() {
    for (int cable = 0; cable < topology.cables().size(); cable++) {
      Cable plan = topology.cables().get(cable);
      links.get(2 * cable).leadTo(handler(plan.other()));
      links.get(2 * cable + 1).leadTo(handler(plan.one()));
    }
  }

  private PacketHandler handler(End end) {
    if (!topology.isHost(end)) {
      return switches.get(end.node() - firstPorts.length);
    }
    if (end.port() < 0 || end.port() >= topology.hosts().get(end.node()).ports()) {
      throw new IllegalArgumentException("there is no port " + topology.name(end));
    }
    return ports.get(firstPorts[end.node()] + end.port());
  }

  private void route() {
    RouteFinder finder = new RouteFinder(edges());
    Link[][][] bySwitch = new Link[switches.size()][ports.size()][];
    for (int port = 0; port < ports.size(); port++) {
      Link[][] found = finder.towards(port);
      for (int at = 0; at < found.length; at++) {
        bySwitch[at][port] = found[at];
      }
    }
    for (int at = 0; at < bySwitch.length; at++) {
      switches.get(at).routes(bySwitch[at]);
    }
    new Reach(topology).check();
  }

  private List<List<RouteFinder.Edge>> edges() {
    List<List<RouteFinder.Edge>> edges = new ArrayList<>();
    switches.forEach(each -> edges.add(new ArrayList<>()));
    for (int cable = 0; cable < topology.cables().size(); cable++) {
      Cable plan = topology.cables().get(cable);
      addEdge(edges, plan.one(), plan.other(), links.get(2 * cable));
      addEdge(edges, plan.other(), plan.one(), links.get(2 * cable + 1));
    }
    return edges;
  }

  private void addEdge(List<List<RouteFinder.Edge>> edges, End from, End to, Link link) {
    if (!topology.isHost(from)) {
      int target = topology.isHost(to)
          ? RouteFinder.Edge.port(firstPorts[to.node()] + to.port())
          : to.node() - firstPorts.length;
      edges.get(from.node() - firstPorts.length).add(new RouteFinder.Edge(link, target));
    }
  }

  public Topology topology() {
    return topology;
  }

  /** The ports of a host, in order. */
  public List<HostPort> portsOf(int host) {
    int from = firstPorts[host];
    return ports.subList(from, from + topology.hosts().get(host).ports());
  }

  /** Every port of every host. */
  public List<HostPort> ports() {
    return List.copyOf(ports);
  }

  /** Two for each cable, there and back, in the order of the plan. */
  public List<Link> links() {
    return List.copyOf(links);
  }

  /** The packets that are under way. */
  public PacketPool pool() {
    return medium.pool;
  }

  /** Shows every packet to somebody from now on; null: to nobody. */
  public void tap(@Nullable Tap tap) {
    medium.tap = tap;
  }

  /** Packets that did not arrive. */
  public long lost(LossCause cause) {
    return medium.lost(cause);
  }

  int portOf(IpAddress address) {
    return byAddress.getOrDefault(address, -1);
  }

  /** The port that has an address now. */
  public Optional<HostPort> portAt(IpAddress address) {
    int index = portOf(address);
    return index < 0 ? Optional.empty() : Optional.of(ports.get(index));
  }

  /** The next address that no port has had. */
  IpAddress readdress(int port, IpAddress last) {
    IpAddress next = HostPort.address(ports.size() + readdressed++);
    byAddress.remove(last);
    byAddress.put(next, port);
    return next;
  }
}
