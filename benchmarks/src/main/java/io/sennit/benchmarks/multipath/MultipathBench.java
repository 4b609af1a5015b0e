// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.harness.Bench;
import io.sennit.benchmarks.harness.Bound;
import io.sennit.benchmarks.harness.Case;
import io.sennit.benchmarks.harness.Contender;
import io.sennit.benchmarks.harness.Effort;
import io.sennit.benchmarks.harness.Metric;
import io.sennit.benchmarks.harness.Place;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Target;
import io.sennit.benchmarks.multipath.tcp.TcpProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The cases of {@code sennit bench multipath}. */
public final class MultipathBench implements Bench {
  private static final String SENNIT = "sennit";
  private static final String TCP = "tcp";
  private static final String NETTY = "grpc-netty";

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

  /** A loop around a socket is compiled at once; what is above it takes 15 s. */
  @Override
  public int coldWarmUps(Contender contender, Effort effort) {
    return contender.program().startsWith(TCP) ? 2 : effort.coldWarmUps();
  }

  @Override
  public List<Metric> coldMetrics() {
    return List.of(new Metric(Meter.GOODPUT, "Mbit/s", Target.NONE));
  }

  @Override
  public List<Case> quickCases() {
    return List.of(Scenario.EQUAL, Scenario.CUT_UNSEEN).stream()
        .map(each -> besidePeers(each, List.of(mptcp(each), nettyMptcp(each))))
        .toList();
  }

  @Override
  public List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Scenario each : Scenario.values()) {
      cases.add(
          each == Scenario.EIGHT
              ? fewerRails()
              : besidePeers(each, List.of(tcp(), mptcp(each), netty(), nettyMptcp(each))));
    }
    return cases;
  }

  private static Case besidePeers(Scenario scenario, List<Contender> peers) {
    List<Metric> metrics = new ArrayList<>(List.of(GOODPUT));
    List<Bound> bounds = new ArrayList<>();
    bounds.add(new Bound(
        Meter.GOODPUT, "all links", scenario.sumMegabits(), Target.atLeast(scenario.share())));
    if (scenario.isCut()) {
      metrics.add(GAP);
      bounds.add(new Bound(Meter.GAP, "promise", GAP_MILLIS, Target.atMost(1)));
    }
    metrics.addAll(CALLS);
    bounds.add(new Bound(Meter.SUCCEEDED, "all calls", 1, Target.atLeast(1)));
    return new Case(
        scenario.title(), scenario.name(), ours(scenario.rails()), peers, metrics, bounds);
  }

  /** What further rails bring. */
  private static Case fewerRails() {
    Scenario eight = Scenario.EIGHT;
    List<Contender> peers = IntStream.of(1, 2, 4)
        .mapToObj(rails -> new Contender(rails + " of them", SENNIT, Integer.toString(rails)))
        .toList();
    Metric goodput = new Metric(Meter.GOODPUT, "Mbit/s", Target.NONE);
    Bound bound =
        new Bound(Meter.GOODPUT, "all links", eight.sumMegabits(), Target.atLeast(eight.share()));
    return new Case(
        eight.title(), eight.name(), ours(eight.rails()), peers, List.of(goodput), List.of(bound));
  }

  private static Contender ours(int rails) {
    return new Contender(SENNIT, SENNIT, Integer.toString(rails));
  }

  private static Contender tcp() {
    return new Contender("one TCP connection", TCP, "1");
  }

  private static Contender mptcp(Scenario scenario) {
    return new Contender("MPTCP, bare", TCP + RailsPlace.MPTCP, Integer.toString(scenario.rails()));
  }

  private static Contender netty() {
    return new Contender("gRPC, Netty", NETTY, "1");
  }

  private static Contender nettyMptcp(Scenario scenario) {
    return new Contender(
        "gRPC, Netty, MPTCP", NETTY + RailsPlace.MPTCP, Integer.toString(scenario.rails()));
  }

  @Override
  public String place(Case which) {
    return Scenario.valueOf(which.workload()).place();
  }

  @Override
  public Place open(String place) {
    return new RailsPlace(Arrays.stream(Scenario.values())
        .filter(each -> each.place().equals(place))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no place is called '" + place + "'")));
  }

  @Override
  public Program program(String name) {
    return switch (name.replace(RailsPlace.MPTCP, "")) {
      case SENNIT -> new GrpcProgram(new SennitFlows());
      case NETTY -> new GrpcProgram(new NettyFlows());
      case TCP -> new TcpProgram();
      default -> throw new IllegalArgumentException("no program is called '" + name + "'");
    };
  }
}
