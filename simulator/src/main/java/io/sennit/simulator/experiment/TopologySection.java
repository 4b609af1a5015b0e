// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.fabric.Topology.End;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The topology of a file: one by name, or its hosts, switches and cables one by one. Stateless. */
final class TopologySection {
  private static final double GIGABIT = 125_000_000;

  private TopologySection() {}

  static Topology read(Section section) {
    String kind = section.text("kind");
    Topology topology = ExperimentFile.tried(section, () -> switch (kind) {
      case "parallel" -> Topologies.parallel(links(section));
      case "dumbbell" -> Topologies.dumbbell(positive(section, "hostsPerSide"), link(section));
      case "leaf-spine" ->
        Topologies.leafSpine(
            positive(section, "leaves"),
            positive(section, "spines"),
            positive(section, "hostsPerLeaf"),
            link(section));
      case "fat-tree" -> Topologies.fatTree(positive(section, "k"), link(section));
      case "rail" ->
        Topologies.rail(positive(section, "hosts"), positive(section, "rails"), link(section));
      case "custom" -> custom(section);
      default ->
        throw section.refuse(
            "kind",
            "there is no topology " + kind + "; there are"
                + " parallel, dumbbell, leaf-spine, fat-tree, rail, custom");
    });
    section.end();
    return topology;
  }

  private static int positive(Section section, String name) {
    int value = section.small(name);
    if (value < 1) {
      throw section.refuse(name, name + " is not positive");
    }
    return value;
  }

  private static List<LinkConfig> links(Section section) {
    return section.sections("links").stream().map(TopologySection::config).toList();
  }

  private static LinkConfig link(Section section) {
    return config(section.sectionOrEmpty("link"));
  }

  /** What is not said is as in {@link LinkConfig#STANDARD}. */
  private static LinkConfig config(Section section) {
    LinkConfig standard = LinkConfig.STANDARD;
    LinkConfig config = ExperimentFile.tried(
        section,
        () -> new LinkConfig(
            rate(section),
            section.whole("delayNanos", standard.delayNanos()),
            section.whole("bufferBytes", standard.bufferBytes()),
            section.whole("ecnBytes", standard.ecnBytes()),
            section.small("mtuBytes", standard.mtuBytes()),
            section.small("priorityDscp", standard.priorityDscp())));
    section.end();
    return config;
  }

  private static long rate(Section section) {
    double standard = LinkConfig.STANDARD.rateBytesPerSecond() / GIGABIT;
    double gigabits = section.number("gigabits", standard);
    if (!(gigabits > 0)) {
      throw section.refuse("gigabits", "a link of " + gigabits + " Gbit/s");
    }
    return Math.max(1, Math.round(gigabits * GIGABIT));
  }

  private static Topology custom(Section section) {
    Topology.Builder builder = new Topology.Builder();
    Map<String, Integer> hosts = new HashMap<>();
    for (Section each : section.sections("hosts")) {
      String name = fresh(each, each.text("name"), hosts);
      hosts.put(name, ExperimentFile.tried(each, () -> builder.host(name, each.small("ports", 1))));
      each.end();
    }
    Map<String, Integer> switches = new HashMap<>();
    for (String name : section.texts("switches")) {
      if (hosts.containsKey(name) || switches.containsKey(name)) {
        throw section.refuse("switches", name + " is there twice");
      }
      switches.put(name, builder.addSwitch(name));
    }
    for (Section each : section.sections("cables")) {
      End one = end(each, "from", hosts, switches);
      End other = end(each, "to", hosts, switches);
      builder.cable(one, other, link(each));
      each.end();
    }
    return builder.build();
  }

  private static String fresh(Section section, String name, Map<String, Integer> known) {
    if (known.containsKey(name) || name.contains(":")) {
      throw section.refuse("name", name + " is there twice, or has a colon");
    }
    return name;
  }

  /** A switch's name, a host's and port's as {@code a:0}, or that of a host with one port. */
  private static End end(
      Section section, String field, Map<String, Integer> hosts, Map<String, Integer> switches) {
    String text = section.text(field);
    Integer node = switches.get(text);
    if (node != null) {
      return new End(node, 0);
    }
    int colon = text.lastIndexOf(':');
    Integer host = hosts.get(colon < 0 ? text : text.substring(0, colon));
    String port = colon < 0 ? "0" : text.substring(colon + 1);
    if (host == null || !port.matches("\\d{1,2}")) {
      throw section.refuse(field, "there is no host or switch " + text);
    }
    return new End(host, Integer.parseInt(port));
  }
}
