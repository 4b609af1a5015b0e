// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.Seeds;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.PauseConfig;
import io.sennit.simulator.fabric.SwitchConfig;
import io.sennit.simulator.fabric.Topology;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * An experiment of a user's own, as one JSON object: a topology, traffic, faults. Everything is
 * tried when it is read, so that what cannot be done is refused with its line. Stateless.
 */
final class ExperimentFile {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  private ExperimentFile() {}

  /**
   * Reads one.
   *
   * @throws RefusedFileException with line and reason
   */
  static Experiment read(Reader text) throws IOException {
    Section file = Section.read(text);
    String name = file.text("name");
    String question = file.text("question", name);
    Topology plain = TopologySection.read(file.section("topology"));
    Topology topology = plain.with(switches(file.sectionOrEmpty("switches")));
    tried(file.section("topology"), () -> new Fabric(World.of(1), topology));
    Traffic traffic = traffic(file.section("traffic"), topology);
    List<Fault> faults = new ArrayList<>();
    for (Section each : file.sections("faults")) {
      faults.add(fault(each, topology.cables().size()));
    }
    Plan plan = tried(
        file,
        () -> new Plan(
            name,
            topology,
            traffic,
            faults,
            file.small("strands", 8),
            (long) (file.number("horizonMillis", 50) * MILLI),
            (long) (file.number("sampleMicros", 50) * MICRO),
            file.number("shareLeft", 1),
            file.flag("fullStack", false)));
    file.end();
    return new Experiment(name, question, List.of(plan));
  }

  /** Has the line of what is refused told. */
  static <T> T tried(Section section, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException refused) {
      throw section.refuse(refused);
    }
  }

  private static SwitchConfig switches(Section section) {
    SwitchConfig config = tried(
        section,
        () -> new SwitchConfig(
            section.whole("sharedBytes", 0),
            section.number("alpha", 1),
            section.flag("trims", false),
            pauses(section)));
    section.end();
    return config;
  }

  private static PauseConfig pauses(Section section) {
    return new PauseConfig(section.whole("xoffBytes", 0), section.whole("xonBytes", 0));
  }

  private static Traffic traffic(Section section, Topology topology) {
    int hosts = topology.hosts().size();
    String kind = section.text("kind");
    Traffic traffic = tried(section, () -> switch (kind) {
      case "pair" -> Traffics.pair(section.small("flows"), section.whole("bytes"));
      case "permutation" -> Traffics.permutation(hosts, section.whole("bytes"));
      case "incast" -> Traffics.incast(senders(section, hosts), section.whole("bytes"));
      case "all-to-all" -> Traffics.allToAll(hosts, section.whole("bytes"));
      case "poisson" -> poisson(section, topology);
      default ->
        throw section.refuse(
            "kind",
            "there is no traffic " + kind
                + "; there are pair, permutation, incast, all-to-all, poisson");
    });
    section.end();
    tried(section, () -> traffic.flows(new Seeds(1).randomness("trial")));
    return traffic;
  }

  private static int senders(Section section, int hosts) {
    int senders = section.small("senders");
    if (senders < 1 || senders >= hosts) {
      throw section.refuse("senders", "senders is 1 to " + (hosts - 1) + ", not " + senders);
    }
    return senders;
  }

  private static Traffic poisson(Section section, Topology topology) {
    String sizes = section.text("sizes");
    FlowSizes known = switch (sizes) {
      case "web-search" -> FlowSizes.WEB_SEARCH;
      case "data-mining" -> FlowSizes.DATA_MINING;
      case "storage" -> FlowSizes.STORAGE;
      default ->
        throw section.refuse(
            "sizes",
            "there are no sizes " + sizes + "; there are web-search, data-mining, storage");
    };
    long rate = topology.cables().getFirst().config().rateBytesPerSecond();
    long lastNanos = (long) (section.number("lastMillis") * MILLI);
    return new Traffics.Poisson(
        topology.hosts().size(), section.number("load"), rate, known, lastNanos);
  }

  private static Fault fault(Section section, int cables) {
    String kind = section.text("kind");
    int cable = section.small("cable");
    if (cable < 0 || cable >= cables) {
      throw section.refuse(
          "cable", "there is no cable " + cable + "; there are 0 to " + (cables - 1));
    }
    long fromNanos = (long) (section.number("fromMicros") * MICRO);
    if (fromNanos < 0) {
      throw section.refuse("fromMicros", "fromMicros is negative");
    }
    Fault fault = tried(section, () -> switch (kind) {
      case "cut" -> new Fault.Cut(cable, fromNanos);
      case "grey" -> new Fault.Grey(cable, fromNanos, section.small("lostPpm"));
      case "flap" ->
        new Fault.Flap(cable, fromNanos, (long) (section.number("downMicros") * MICRO), (long)
            (section.number("upMicros") * MICRO));
      default ->
        throw section.refuse(
            "kind",
            String.format(Locale.ROOT, "there is no fault %s; there are cut, grey, flap", kind));
    });
    section.end();
    return fault;
  }
}
