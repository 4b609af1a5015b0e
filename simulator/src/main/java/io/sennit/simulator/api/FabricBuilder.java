// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.fabric.Topology.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Collects what a fabric is built from. For one thread, which is the fabric's from then on. */
public final class FabricBuilder {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final int MOST_LINKS = 64;

  private final long seed;
  private final Set<String> switches = new LinkedHashSet<>();
  /** Hosts, and how many ports each has. */
  private final Map<String, Integer> hosts = new LinkedHashMap<>();

  private final List<Join> joins = new ArrayList<>();

  /** Hosts that begin with fewer ports. */
  private final Map<String, Integer> atFirst = new LinkedHashMap<>();

  private long mostWaitNanos = Duration.ofMinutes(1).toNanos();

  private record Join(String one, int onePort, String other, int otherPort, LinkSpec spec) {}

  FabricBuilder(long seed) {
    this.seed = seed;
  }

  /**
   * Makes a name that of a switch: it sends packets on, flows spread over all shortest ways by
   * hash. Names of nodes are lower-case letters, digits and hyphens.
   */
  public FabricBuilder withSwitch(String name) {
    requireName(name);
    if (hosts.containsKey(name) || !switches.add(name)) {
      throw new IllegalArgumentException(
          name + " is a node already: name switches first, and once");
    }
    return this;
  }

  /**
   * Joins two nodes by links of one kind. A node that is no switch is a host, and has a port for
   * each of its links.
   *
   * @param count 1 to 64, which is also what a host can have in all
   */
  public FabricBuilder join(String one, String other, int count, LinkSpec spec) {
    requireName(one);
    requireName(other);
    if (one.equals(other) || count < 1 || count > MOST_LINKS) {
      throw new IllegalArgumentException(count + " links from " + one + " to " + other
          + ": give 1 to " + MOST_LINKS + " between two nodes");
    }
    for (int at = 0; at < count; at++) {
      joins.add(new Join(one, nextPort(one), other, nextPort(other), spec));
    }
    return this;
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'" + name + "' names no node: use lower-case letters, digits and hyphens");
    }
  }

  private int nextPort(String name) {
    return switches.contains(name) ? 0 : hosts.merge(name, 1, Integer::sum) - 1;
  }

  /**
   * Has a host begin with the first of its ports only; it finds others by {@link Host#addPort}.
   *
   * @param count at least 1
   */
  public FabricBuilder beginWithPorts(String name, int count) {
    requireName(name);
    if (count < 1) {
      throw new IllegalArgumentException(count + " ports of " + name + ": give at least 1");
    }
    atFirst.put(name, count);
    return this;
  }

  /**
   * How long one may wait for something that has no deadline of its own; a virtual minute unless
   * set. A wait that takes longer fails.
   *
   * @param limit positive
   */
  public FabricBuilder waitAtMost(Duration limit) {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException("waiting " + limit + " at most: give a positive time");
    }
    mostWaitNanos = limit.toNanos();
    return this;
  }

  /**
   * Builds it; time is zero.
   *
   * @throws IllegalArgumentException in a sentence if there are not two hosts, or some have no way
   *     to each other
   */
  public Fabric build() {
    Topology.Builder plan = new Topology.Builder();
    hosts.forEach(plan::host);
    switches.forEach(plan::addSwitch);
    List<String> nodes = new ArrayList<>(hosts.keySet());
    nodes.addAll(switches);
    for (Join join : joins) {
      End one = new End(nodes.indexOf(join.one()), join.onePort());
      End other = new End(nodes.indexOf(join.other()), join.otherPort());
      plan.cable(one, other, join.spec().config());
    }
    if (!hosts.keySet().containsAll(atFirst.keySet())) {
      throw new IllegalArgumentException("no such hosts among " + hosts.keySet() + ": " + atFirst);
    }
    List<LinkSpec> specs = joins.stream().map(Join::spec).toList();
    return new Fabric(
        World.of(seed),
        new FabricPlan(plan.build(), List.copyOf(hosts.keySet()), specs, atFirst),
        mostWaitNanos);
  }
}
