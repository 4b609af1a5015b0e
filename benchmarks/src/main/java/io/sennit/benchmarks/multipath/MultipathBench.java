// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Means;
import io.sennit.benchmarks.harness.Bench;
import io.sennit.benchmarks.harness.Bound;
import io.sennit.benchmarks.harness.Case;
import io.sennit.benchmarks.harness.Contender;
import io.sennit.benchmarks.harness.Effort;
import io.sennit.benchmarks.harness.Metric;
import io.sennit.benchmarks.harness.Place;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Target;
import io.sennit.benchmarks.multipath.iperf.IperfProgram;
import io.sennit.benchmarks.multipath.tcp.TcpProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The cases of {@code sennit bench multipath}. */
public final class MultipathBench implements Bench {
  private static final Metric GOODPUT = new Metric(Meter.GOODPUT, "Mbit/s", Target.atLeast(1));
  private static final Metric GAP = new Metric(Meter.GAP, "ms", Target.atMost(1));
  private static final Metric OK = new Metric(Meter.SUCCEEDED, "of 1", Target.NONE);
  private static final List<Metric> CALLS = List.of(
      OK,
      new Metric(Meter.P50, "ms", Target.NONE),
      new Metric(Meter.P99, "ms", Target.NONE),
      new Metric(Meter.P999, "ms", Target.NONE));

  /** A gap no longer than this when a rail is cut. */
  private static final double GAP_MILLIS = 30;

  /** So soon a rail that others fill is left to them. */
  private static final double MOVE_MILLIS = 50;

  /** Of what small calls take alone, which they may take under load. */
  private static final double MOST_SLOWDOWN = 3;

  /** So soon a port that has come has its share. */
  private static final double ARRIVAL_MILLIS = 1000;

  private static final int BARE_WARM_UPS = 2;

  /** Made by whoever runs it. */
  public MultipathBench() {}

  @Override
  public String name() {
    return "multipath";
  }

  @Override
  public String title() {
    return "One flow and small calls between two network namespaces over several links, beside TCP,"
        + " MPTCP and gRPC over both";
  }

  @Override
  public Effort effort(boolean quick) {
    return quick
        ? new Effort(1_000_000_000, 15, 1, 1, 1, 1)
        : new Effort(3_000_000_000L, 7, 1, 1, 1, 3);
  }

  /** A loop around a socket is compiled at once, and iperf3 is; what is above takes 15 s. */
  @Override
  public int coldWarmUps(Contender contender, Effort effort) {
    String program = contender.program();
    boolean bare = program.startsWith(Contenders.TCP) || program.startsWith(Contenders.IPERF);
    return bare ? BARE_WARM_UPS : effort.coldWarmUps();
  }

  @Override
  public List<Metric> coldMetrics() {
    return List.of(new Metric(Meter.GOODPUT, "Mbit/s", Target.NONE));
  }

  @Override
  public List<Case> quickCases() {
    return List.of(Scenario.EQUAL, Scenario.CUT_UNSEEN).stream()
        .map(each -> besidePeers(each, Contenders.on(each.layout()).bestPeers()))
        .toList();
  }

  @Override
  public List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Scenario each : Scenario.values()) {
      if (each != Scenario.FILLED || Means.has(Contenders.IPERF)) {
        if (!each.isOurs()) {
          cases.add(besidePeers(each, Contenders.on(each.layout()).peers()));
        }
        List<Contender> without = without(each);
        if (!without.isEmpty()) {
          cases.add(besideOurselves(each, without));
        }
      }
    }
    cases.add(callsUnderLoad(Scenario.EQUAL));
    return cases;
  }

  /** Small calls beside a flow, and without it. */
  private static Case callsUnderLoad(Scenario scenario) {
    Contenders all = Contenders.on(scenario.layout());
    List<Metric> metrics = List.of(
        OK,
        new Metric(Meter.P50, "ms", Target.NONE),
        new Metric(Meter.P99, "ms", Target.atMost(MOST_SLOWDOWN)),
        new Metric(Meter.P999, "ms", Target.NONE));
    List<Contender> peers = List.of(all.callsAlone(), all.oneClass());
    String title = scenario.title() + ", small calls under load";
    return new Case(title, scenario.name(), all.own(), peers, metrics);
  }

  /** Sennit without what makes it good there. */
  private static List<Contender> without(Scenario scenario) {
    Contenders all = Contenders.on(scenario.layout());
    List<Contender> without = new ArrayList<>();
    switch (scenario) {
      case EQUAL -> {
        without.add(all.oneStrand());
        without.addAll(all.otherSchedulers());
        without.add(all.callsBehindChunks());
      }
      case UNEQUAL, SLOW, GREY -> without.addAll(all.otherSchedulers());
      case ADDED -> without.add(all.named());
      case EIGHT -> IntStream.of(1, 2, 4).mapToObj(Contenders::rails).forEach(without::add);
      case LEAF_SPINE -> without.addAll(List.of(all.oneStrand(), all.strands(4), all.strands(16)));
      default -> {}
    }
    return without;
  }

  private static Case besidePeers(Scenario scenario, List<Contender> peers) {
    List<Metric> metrics = new ArrayList<>(List.of(GOODPUT));
    List<Bound> bounds = new ArrayList<>(List.of(goodput(scenario)));
    if (scenario.isCut()) {
      metrics.add(GAP);
      bounds.add(new Bound(Meter.GAP, "promise", GAP_MILLIS, Target.atMost(1)));
    }
    if (scenario == Scenario.FILLED) {
      metrics.add(new Metric(Meter.MOVE, "ms", Target.NONE));
      bounds.add(new Bound(Meter.MOVE, "promise", MOVE_MILLIS, Target.atMost(1)));
    }
    metrics.addAll(CALLS);
    bounds.add(new Bound(Meter.SUCCEEDED, "all calls", 1, Target.atLeast(1)));
    Contender own = Contenders.on(scenario.layout()).own();
    return new Case(scenario.title(), scenario.name(), own, peers, metrics, bounds);
  }

  private static Bound goodput(Scenario scenario) {
    double sum = scenario.layout().sumMegabits();
    return new Bound(Meter.GOODPUT, "all links", sum, Target.atLeast(scenario.share()));
  }

  private static Case besideOurselves(Scenario scenario, List<Contender> peers) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(new Metric(Meter.GOODPUT, "Mbit/s", Target.NONE));
    if (scenario == Scenario.ADDED) {
      metrics.add(new Metric(Meter.ARRIVAL, "ms", Target.NONE));
    }
    metrics.addAll(CALLS);
    List<Bound> bounds =
        new ArrayList<>(scenario.isOurs() ? List.of(goodput(scenario)) : List.of());
    if (scenario == Scenario.ADDED) {
      bounds.add(new Bound(Meter.ARRIVAL, "a second", ARRIVAL_MILLIS, Target.atMost(1)));
    }
    String title = scenario.isOurs() ? scenario.title() : scenario.title() + ", parts";
    Contenders all = Contenders.on(scenario.layout());
    Contender own = scenario == Scenario.ADDED ? all.following() : all.own();
    return new Case(title, scenario.name(), own, peers, metrics, bounds);
  }

  @Override
  public String place(Case which) {
    return Scenario.valueOf(which.workload()).layout().name();
  }

  @Override
  public Place open(String place) {
    return new RailsPlace(Layout.valueOf(place));
  }

  @Override
  public Program program(String name) {
    boolean mptcp = name.endsWith(RailsPlace.MPTCP);
    return switch (name.replace(RailsPlace.MPTCP, "")) {
      case Contenders.SENNIT -> new GrpcProgram(new SennitFlows());
      case Contenders.NETTY -> new GrpcProgram(new NettyFlows());
      case Contenders.TCP -> new TcpProgram();
      // A port for each, since both servers run at the same time.
      case Contenders.IPERF -> new IperfProgram(mptcp ? 5211 : 5212);
      default -> throw new IllegalArgumentException("no program is called '" + name + "'");
    };
  }
}
