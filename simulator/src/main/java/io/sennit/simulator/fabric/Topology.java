// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import java.util.ArrayList;
import java.util.List;

/**
 * A plan of a fabric: hosts, switches, cables. Nodes are numbered, hosts first. Immutable.
 *
 * @param hosts by number
 * @param switches names, by number after the hosts
 * @param cables both directions of each are alike
 * @param switchConfig of every switch
 */
public record Topology(
    List<HostSpec> hosts, List<String> switches, List<Cable> cables, SwitchConfig switchConfig) {
  /**
   * A host.
   *
   * @param name for people
   * @param ports how many, 1 to 64
   */
  public record HostSpec(String name, int ports) {
    private static final int MOST_PORTS = 64;

    public HostSpec {
      if (ports < 1 || ports > MOST_PORTS) {
        throw new IllegalArgumentException(
            "host " + name + " has " + ports + " ports, not 1 to " + MOST_PORTS);
      }
    }
  }

  /**
   * An end of a cable.
   *
   * @param node number of a host or switch
   * @param port of a host; of a switch anything
   */
  public record End(int node, int port) {}

  /** Two ends and what lies between. */
  public record Cable(End one, End other, LinkConfig config) {}

  public Topology {
    hosts = List.copyOf(hosts);
    switches = List.copyOf(switches);
    cables = List.copyOf(cables);
    if (hosts.size() < 2) {
      throw new IllegalArgumentException("a fabric joins two hosts at least");
    }
  }

  /** The same with other switches. */
  public Topology with(SwitchConfig newSwitchConfig) {
    return new Topology(hosts, switches, cables, newSwitchConfig);
  }

  boolean isHost(End end) {
    return end.node() < hosts.size();
  }

  String name(End end) {
    return isHost(end)
        ? hosts.get(end.node()).name() + ":" + end.port()
        : switches.get(end.node() - hosts.size());
  }

  /** Puts a plan together. */
  public static final class Builder {
    private final List<HostSpec> hosts = new ArrayList<>();
    private final List<String> switches = new ArrayList<>();
    private final List<Cable> cables = new ArrayList<>();

    /** Starts with nothing. */
    public Builder() {}

    /** Adds a host; before any switch, since nodes are numbered hosts first. */
    public int host(String name, int ports) {
      if (!switches.isEmpty()) {
        throw new IllegalStateException("hosts come before switches");
      }
      hosts.add(new HostSpec(name, ports));
      return hosts.size() - 1;
    }

    /** Adds a switch. */
    public int addSwitch(String name) {
      switches.add(name);
      return hosts.size() + switches.size() - 1;
    }

    /** Joins two ends. */
    public Builder cable(End one, End other, LinkConfig config) {
      cables.add(new Cable(one, other, config));
      return this;
    }

    /** Joins a host's port to a switch. */
    public Builder uplink(int host, int port, int to, LinkConfig config) {
      return cable(new End(host, port), new End(to, 0), config);
    }

    /** Joins two switches. */
    public Builder trunk(int one, int other, LinkConfig config) {
      return cable(new End(one, 0), new End(other, 0), config);
    }

    public Topology build() {
      return new Topology(hosts, switches, cables, SwitchConfig.PLAIN);
    }
  }
}
