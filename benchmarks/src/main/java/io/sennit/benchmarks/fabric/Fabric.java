// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hosts and routes of equal cost between them. Removed by {@link #close}, by the end of this
 * process, or, if that was killed, by whoever makes the next fabric. Confined to one thread.
 */
public final class Fabric implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Fabric.class);
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** The kernel's bound, beside the first one. */
  private static final int MOST_SUBFLOWS = 8;

  private static final int FIRST_SUBFLOW_PORT = 5300;

  /** Address of a rail's port; 1: near, 2: far. */
  private static final String IPV4 = "10.98.%d.%d";

  /** Begins the name of a host's port; its number follows. */
  static final String PORT = "port";

  private final int number = COUNT.incrementAndGet();
  private final List<Namespace> namespaces = new ArrayList<>();
  private final List<Rail> rails = new ArrayList<>();
  private final List<String> nearAddresses = new ArrayList<>();
  private final List<String> farAddresses = new ArrayList<>();
  private String network = IPV4;
  private String prefix = "/24";
  private int routes;
  private final Thread removal = new Thread(this::deleteAll);

  private Fabric() {
    Namespace.deleteOrphans();
    Runtime.getRuntime().addShutdownHook(removal);
  }

  /**
   * Rails side by side, each with a network of its own.
   *
   * @param mtuBytes of IP, on every port
   * @param ratesMegabits of the rails, per second, up to 32
   */
  public static Fabric parallel(int mtuBytes, int... ratesMegabits) {
    return laid(fabric -> fabric.layRails(mtuBytes, ratesMegabits));
  }

  /** The same with addresses of IPv6. */
  public static Fabric parallelIpv6(int mtuBytes, int... ratesMegabits) {
    return laid(fabric -> {
      fabric.network = "fd98::%d:%d";
      fabric.prefix = "/112";
      fabric.layRails(mtuBytes, ratesMegabits);
    });
  }

  /**
   * A host with one port below each leaf, and every leaf joined to every spine. The first leaf's
   * host is the near one, the second's the far one. Which spine a flow takes, its ports decide.
   *
   * @param leaves 2 to 32
   * @param spines up to 32
   * @param rateMegabits of each rail between a leaf and a spine; MTU 9000
   */
  public static Fabric leafSpine(int leaves, int spines, int rateMegabits) {
    return laid(fabric -> {
      Rail.Shape shape = new Rail.Shape(rateMegabits, 9000);
      fabric.rails.addAll(new LeafSpine(fabric::add, shape).lay(leaves, spines));
      fabric.routes = spines;
      fabric.nearAddresses.add(LeafSpine.hostAddress(0));
      fabric.farAddresses.add(LeafSpine.hostAddress(1));
    });
  }

  private static Fabric laid(Consumer<Fabric> how) {
    Fabric fabric = new Fabric();
    try {
      how.accept(fabric);
      return fabric;
    } catch (RuntimeException e) {
      fabric.close();
      throw e;
    }
  }

  private void layRails(int mtuBytes, int... ratesMegabits) {
    routes = ratesMegabits.length;
    nearAddresses.addAll(addresses(network, routes, 1));
    farAddresses.addAll(addresses(network, routes, 2));
    add("near");
    add("far");
    Rail.layPit(add("wire"));
    for (int i = 0; i < routes; i++) {
      rails.add(lay(i, new Rail.Shape(ratesMegabits[i], mtuBytes)));
    }
  }

  private Rail lay(int number, Rail.Shape shape) {
    Namespace wire = namespaces.get(2);
    Rail.Port here = new Rail.Port(near(), PORT + number, nearAddresses.get(number) + prefix);
    Rail.Port there = new Rail.Port(far(), PORT + number, farAddresses.get(number) + prefix);
    return Rail.lay(wire, Integer.toString(number), here, there, shape);
  }

  /** One more rail beside the others, with ports and addresses that the hosts did not have. */
  public Rail addRail(int mtuBytes, int rateMegabits) {
    nearAddresses.add(addresses(network, routes + 1, 1).getLast());
    farAddresses.add(addresses(network, routes + 1, 2).getLast());
    Rail added = lay(routes, new Rail.Shape(rateMegabits, mtuBytes));
    rails.add(added);
    routes++;
    return added;
  }

  private Namespace add(String role) {
    Namespace made = Namespace.create(number, role);
    synchronized (namespaces) {
      namespaces.add(made);
    }
    return made;
  }

  /** One of the two hosts. */
  public Namespace near() {
    return namespaces.get(0);
  }

  /** The other one. */
  public Namespace far() {
    return namespaces.get(1);
  }

  /** The addresses of the near host's ports, in the order of the rails. */
  public List<String> nearAddresses() {
    return List.copyOf(nearAddresses);
  }

  /** The addresses of the far host's ports, in the order of the rails. */
  public List<String> farAddresses() {
    return List.copyOf(farAddresses);
  }

  /** {@link #nearAddresses()} of a fabric of so many parallel rails. */
  public static List<String> nearAddresses(int rails) {
    return addresses(rails, 1);
  }

  /** {@link #farAddresses()} of a fabric of so many parallel rails. */
  public static List<String> farAddresses(int rails) {
    return addresses(rails, 2);
  }

  private static List<String> addresses(int rails, int host) {
    return addresses(IPV4, rails, host);
  }

  private static List<String> addresses(String network, int rails, int host) {
    return IntStream.range(0, rails)
        .mapToObj(rail -> String.format(Locale.ROOT, network, rail, host))
        .toList();
  }

  /** The address of the host below a leaf of a leaf-spine fabric. */
  public static String hostAddress(int leaf) {
    return LeafSpine.hostAddress(leaf);
  }

  /**
   * Lets connections of MPTCP from the near host to the far one use as many subflows as there are
   * routes: by the far host's other addresses, or by other ports of its only one.
   */
  public void allowMptcp() {
    String most = Integer.toString(Math.min(MOST_SUBFLOWS, routes));
    for (Namespace host : List.of(near(), far())) {
      host.run(
          List.of("ip", "mptcp", "limits", "set", "subflows", most, "add_addr_accepted", most));
    }
    for (int i = 1; i < routes; i++) {
      far().run(farAddresses.size() > 1 ? byAddress(i) : byPort(i));
    }
  }

  private List<String> byAddress(int rail) {
    String address = farAddresses.get(rail);
    return List.of("ip", "mptcp", "endpoint", "add", address, "dev", PORT + rail, "signal");
  }

  private List<String> byPort(int number) {
    String address = farAddresses.getFirst();
    String port = Integer.toString(FIRST_SUBFLOW_PORT + number);
    return List.of(
        "ip", "mptcp", "endpoint", "add", address, "dev", PORT + "0", "port", port, "signal");
  }

  /** All of them. */
  public List<Rail> rails() {
    return List.copyOf(rails);
  }

  /** One of them. */
  public Rail rail(int index) {
    return rails.get(index);
  }

  /** The rails of one of the routes between the hosts: one rail, or all of a spine. */
  public List<Rail> route(int index) {
    int each = rails.size() / routes;
    return rails.subList(index * each, (index + 1) * each);
  }

  /** Bytes that each route has carried so far, both ways together. */
  public List<Long> routeBytes() {
    return IntStream.range(0, routes)
        .mapToObj(route -> route(route).stream().mapToLong(Rail::bytes).sum())
        .toList();
  }

  /** How many routes there are between two hosts. */
  public int routes() {
    return routes;
  }

  private void deleteAll() {
    synchronized (namespaces) {
      namespaces.forEach(Namespace::delete);
      namespaces.clear();
    }
  }

  @Override
  public void close() {
    deleteAll();
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException e) {
      LOG.debug("the process ends, and the hook runs anyhow", e);
    }
  }
}
