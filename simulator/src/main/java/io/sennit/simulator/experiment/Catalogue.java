// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.PauseConfig;
import io.sennit.simulator.fabric.SwitchConfig;
import io.sennit.simulator.fabric.Topologies;
import io.sennit.simulator.fabric.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The experiments that are there without a file. Stateless. */
public final class Catalogue {
  private static final long MILLI = 1_000_000;
  private static final long GIGABIT = 125_000_000;
  private static final long MIB = 1 << 20;
  private static final int STRANDS = 8;

  /** Of pairs of hosts with four links. */
  private static final long PAIR_SAMPLE_NANOS = 20_000;

  private static final long SHARED_BYTES = 4 << 20;

  private static final LinkConfig TEN =
      LinkConfig.STANDARD.withRate(10 * GIGABIT).withDelay(2_000);

  private Catalogue() {}

  /** All of them, in the order in which they are best read. */
  public static List<Experiment> all() {
    return List.of(
        linksUnequal(),
        linkCut(),
        linkGrey(),
        flap(),
        incast(),
        webSearch(),
        leafSpine(),
        fatTree());
  }

  /** The one of that name. */
  public static Optional<Experiment> find(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  private static Experiment linksUnequal() {
    Topology topology = Topologies.parallel(List.of(
        TEN,
        TEN.withRate(5 * GIGABIT),
        TEN.withRate(5 * GIGABIT / 2),
        TEN.withRate(5 * GIGABIT / 2)));
    String name = "links-unequal";
    return new Experiment(
        name,
        "Eight flows of 8 MiB between two hosts over links of 10, 5, 2.5 and 2.5 Gbit/s.",
        List.of(pair(name, topology, 8 * MIB, List.of(), 1)));
  }

  private static Experiment linkCut() {
    String name = "link-cut";
    return new Experiment(
        name,
        "Eight flows of 8 MiB over four links of 10 Gbit/s, one of which swallows everything from"
            + " 5 ms on.",
        List.of(pair(name, four(), 8 * MIB, List.of(new Fault.Cut(3, 5 * MILLI)), 0.75)));
  }

  private static Experiment linkGrey() {
    List<Plan> plans = new ArrayList<>();
    plans.add(pair("link-grey 0%", four(), 8 * MIB, List.of(), 1)); // What is not the loss's.
    for (int ppm : new int[] {5_000, 20_000, 100_000}) {
      Fault grey = new Fault.Grey(3, 0, ppm);
      plans.add(pair("link-grey " + ppm / 10_000.0 + "%", four(), 8 * MIB, List.of(grey), 1));
    }
    return new Experiment(
        "link-grey",
        "Eight flows of 8 MiB over four links of 10 Gbit/s, one of which loses packets by chance.",
        plans);
  }

  private static Experiment flap() {
    LinkConfig slow = TEN.withRate(GIGABIT);
    Fault flap = new Fault.Flap(3, 200 * MILLI, 500 * MILLI, 500 * MILLI);
    Plan plan = new Plan(
        "flap",
        Topologies.parallel(4, slow),
        Traffics.pair(8, 80 * MIB),
        List.of(flap),
        STRANDS,
        4_000 * MILLI,
        MILLI,
        0.75,
        true);
    return new Experiment(
        "flap",
        "Eight flows of 80 MiB over four links of 1 Gbit/s, one of which goes down and up once a"
            + " second from 200 ms on.",
        List.of(plan));
  }

  private static Topology four() {
    return Topologies.parallel(4, TEN);
  }

  private static Plan pair(
      String name, Topology topology, long bytes, List<Fault> faults, double shareLeft) {
    return new Plan(
        name,
        topology,
        Traffics.pair(8, bytes),
        faults,
        STRANDS,
        100 * MILLI,
        PAIR_SAMPLE_NANOS,
        shareLeft,
        true);
  }

  private static Experiment incast() {
    Topology topology = Topologies.leafSpine(9, 8, 8, LinkConfig.STANDARD);
    Topology deep = Topologies.leafSpine(9, 8, 8, LinkConfig.STANDARD.withBuffer(SHARED_BYTES));
    SwitchConfig shared = SwitchConfig.PLAIN.sharing(SHARED_BYTES, 1);
    Traffic traffic = Traffics.incast(64, 256 << 10);
    return new Experiment(
        "incast-64",
        "64 hosts send 256 KiB to one, all at once, in a leaf-spine of 25 Gbit/s with 8 spines;"
            + " with buffers of 512 KiB a link, with 4 MiB shared by a switch,"
            + " trimming, and pausing.",
        List.of(
            wide("incast-64", topology, traffic, 50 * MILLI),
            wide("incast-64, shared", deep.with(shared), traffic, 50 * MILLI),
            wide(
                "incast-64, trim",
                topology.with(SwitchConfig.PLAIN.trimming()),
                traffic,
                50 * MILLI),
            wide(
                "incast-64, PFC",
                topology.with(SwitchConfig.PLAIN.pausing(PauseConfig.STANDARD)),
                traffic,
                50 * MILLI)));
  }

  private static Experiment webSearch() {
    Topology topology = Topologies.leafSpine(16, 8, 8, LinkConfig.STANDARD);
    long rate = LinkConfig.STANDARD.rateBytesPerSecond();
    Traffic traffic = new Traffics.Poisson(128, 0.5, rate, FlowSizes.WEB_SEARCH, 4 * MILLI);
    String name = "websearch-leafspine-128";
    return new Experiment(
        name,
        "128 hosts begin a web search's flows for 3 ms, at random, with half of their 25 Gbit/s.",
        List.of(wide(name, topology, traffic, 60 * MILLI)));
  }

  private static Experiment leafSpine() {
    Topology topology = Topologies.leafSpine(16, 8, 8, LinkConfig.STANDARD);
    String name = "permutation-leafspine-128";
    return new Experiment(
        name,
        "128 hosts send 4 MiB each, every one to another, in a leaf-spine of 25 Gbit/s with 8"
            + " spines and as much upwards as downwards.",
        List.of(wide(name, topology, Traffics.permutation(128, 4 * MIB), 50 * MILLI)));
  }

  private static Experiment fatTree() {
    Topology topology = Topologies.fatTree(16, LinkConfig.STANDARD);
    String name = "permutation-fattree-1024";
    return new Experiment(
        name,
        "1,024 hosts send 2 MiB each, every one to another, in a fat tree of 25 Gbit/s.",
        List.of(wide(name, topology, Traffics.permutation(1_024, 2 * MIB), 30 * MILLI)));
  }

  private static Plan wide(String name, Topology topology, Traffic traffic, long horizonNanos) {
    return new Plan(name, topology, traffic, List.of(), STRANDS, horizonNanos, 50_000, 1, false);
  }
}
