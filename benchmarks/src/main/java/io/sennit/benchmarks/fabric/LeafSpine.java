// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Leaves with a host below each, and spines above them: between any two hosts there is a route over
 * every spine. Leaves and spines are routers, each a namespace. A leaf has the kernel choose the
 * spine of a flow by a hash of its addresses and its UDP or TCP ports (ECMP). Confined to one
 * thread.
 */
final class LeafSpine {
  private final Function<String, Namespace> maker;
  private final Rail.Shape shape;
  private final List<Rail> rails = new ArrayList<>();

  /**
   * Nothing is laid yet.
   *
   * @param maker of a namespace with this role; the first two are hosts
   * @param shape of each rail between a leaf and a spine; between host and leaf there is no bound
   */
  LeafSpine(Function<String, Namespace> maker, Rail.Shape shape) {
    this.maker = maker;
    this.shape = shape;
  }

  static String hostAddress(int leaf) {
    return "10.99." + leaf + ".2";
  }

  private static String gateway(int leaf) {
    return "10.99." + leaf + ".1";
  }

  private static String network(int leaf) {
    return "10.99." + leaf + ".0/24";
  }

  /** Of a leaf, or the spine, on the rail between them. */
  private static String uplink(int spine, int leaf, boolean ofLeaf) {
    return "10." + (100 + spine) + "." + leaf + (ofLeaf ? ".1" : ".2");
  }

  /** Lays all; the rails of the first spine come first. */
  List<Rail> lay(int leaves, int spines) {
    List<Namespace> hosts = make("host", leaves);
    Namespace wire = maker.apply("wire");
    Rail.layPit(wire);
    List<Namespace> upper = make("spine", spines);
    List<Namespace> lower = make("leaf", leaves);
    for (int spine = 0; spine < spines; spine++) {
      upper.get(spine).forward();
      for (int leaf = 0; leaf < leaves; leaf++) {
        Rail.Port below = port(lower.get(leaf), "up" + spine, uplink(spine, leaf, true));
        Rail.Port above = port(upper.get(spine), "down" + leaf, uplink(spine, leaf, false));
        rails.add(Rail.lay(wire, "s" + spine + "l" + leaf, below, above, shape));
      }
      upper.get(spine).ip(downward(spine, leaves));
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      lower.get(leaf).forward();
      plugIn(hosts.get(leaf), lower.get(leaf), leaf);
      lower.get(leaf).ip(upward(leaf, leaves, spines));
    }
    return rails;
  }

  private List<Namespace> make(String role, int count) {
    return IntStream.range(0, count).mapToObj(i -> maker.apply(role + i)).toList();
  }

  private static Rail.Port port(Namespace router, String device, String address) {
    return new Rail.Port(router, device, address + "/24");
  }

  private static List<String> downward(int spine, int leaves) {
    return IntStream.range(0, leaves)
        .mapToObj(leaf -> "route add " + network(leaf) + " via " + uplink(spine, leaf, true))
        .toList();
  }

  private static List<String> upward(int leaf, int leaves, int spines) {
    String hops = IntStream.range(0, spines)
        .mapToObj(spine -> " nexthop via " + uplink(spine, leaf, false))
        .collect(Collectors.joining());
    return IntStream.range(0, leaves)
        .filter(other -> other != leaf)
        .mapToObj(other -> "route add " + network(other) + hops)
        .toList();
  }

  private void plugIn(Namespace host, Namespace leaf, int number) {
    String mtu = " mtu " + shape.mtuBytes();
    host.ip(List.of(
        "link add " + Fabric.PORT + "0" + mtu + " type veth peer name host netns " + leaf.name()
            + mtu,
        "addr add " + hostAddress(number) + "/24 dev " + Fabric.PORT + "0",
        "link set " + Fabric.PORT + "0 up"));
    leaf.ip(List.of("addr add " + gateway(number) + "/24 dev host", "link set host up"));
    host.ip(List.of("route add default via " + gateway(number)));
    new Device(host, Fabric.PORT + "0").offloadNothing();
    new Device(leaf, "host").offloadNothing();
  }
}
