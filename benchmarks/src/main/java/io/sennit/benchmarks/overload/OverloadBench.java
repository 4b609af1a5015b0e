// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.benchmarks.fabric.Means;
import io.sennit.benchmarks.harness.Bench;
import io.sennit.benchmarks.harness.Bound;
import io.sennit.benchmarks.harness.Case;
import io.sennit.benchmarks.harness.Contender;
import io.sennit.benchmarks.harness.Effort;
import io.sennit.benchmarks.harness.Link;
import io.sennit.benchmarks.harness.Metric;
import io.sennit.benchmarks.harness.Place;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Role;
import io.sennit.benchmarks.harness.Target;
import java.util.ArrayList;
import java.util.List;

/** The cases of {@code sennit bench overload}. */
public final class OverloadBench implements Bench {
  private static final String NATIVE = "sennit";
  private static final String GRPC = "sennit-grpc";
  private static final String NETTY = "grpc-netty";

  /** Of the capacity that has to be kept, whatever comes. */
  private static final double KEPT = 0.8;

  private static final List<String> LOADS = List.of("0.5", "1", "2.5", "5", "10");

  private static final List<Metric> METRICS = List.of(
      new Metric(Tally.GOODPUT, "1/s", Target.NONE),
      new Metric(Tally.REFUSED, "1/s", Target.NONE),
      new Metric(Tally.LATE, "1/s", Target.NONE),
      new Metric(Tally.OTHER, "1/s", Target.NONE),
      new Metric(Tally.P50, "ms", Target.NONE),
      new Metric(Tally.P99, "ms", Target.NONE),
      new Metric(Tally.REFUSAL_P99, "ms", Target.NONE),
      new Metric(Tally.EXECUTED, "1/s", Target.NONE),
      new Metric(Tally.PROCESSOR, "%", Target.NONE));

  /** Made by whoever runs it. */
  public OverloadBench() {}

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public String title() {
    return "Calls that take 4 ms of a thread and have a second, up to ten times as many as a server"
        + " can answer, beside gRPC over Netty";
  }

  @Override
  public Effort effort(boolean quick) {
    return quick
        ? new Effort(2_000_000_000L, 1, 0, 0, 1, 1)
        : new Effort(3_000_000_000L, 1, 0, 0, 1, 3);
  }

  @Override
  public List<Case> quickCases() {
    return List.of(ofNative("10", Work.HELD));
  }

  @Override
  public List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    LOADS.forEach(times -> cases.add(ofNative(times, Work.HELD)));
    cases.add(ofGrpc("10", Work.HELD));
    for (Work work : List.of(Work.ONE_THREAD, Work.DEFAULT_THREADS)) {
      cases.add(ofNative("10", work));
      cases.add(ofGrpc("10", work));
    }
    return cases;
  }

  private static Case ofNative(String times, Work work) {
    return new Case(
        times + " times the capacity, " + work.title(),
        times,
        new Contender(NATIVE, NATIVE, work.name()),
        List.of(new Contender("under gRPC", GRPC, work.name()), netty(work)),
        METRICS,
        bounds(times));
  }

  private static Case ofGrpc(String times, Work work) {
    return new Case(
        times + " times the capacity, " + work.title() + ", under gRPC",
        times,
        new Contender(GRPC, GRPC, work.name()),
        List.of(netty(work)),
        METRICS,
        bounds(times));
  }

  private static Contender netty(Work work) {
    return new Contender(NETTY, NETTY, work.name());
  }

  /** What comes, if that is less than can be answered. */
  private static List<Bound> bounds(String times) {
    double most = Work.CAPACITY * Math.min(1, Double.parseDouble(times));
    return List.of(new Bound(Tally.GOODPUT, "can be had", most, Target.atLeast(KEPT)));
  }

  @Override
  public String place(Case which) {
    boolean apart = Means.has("taskset") && Runtime.getRuntime().availableProcessors() > 1;
    return apart ? ApartPlace.NAME : Bench.super.place(which);
  }

  @Override
  public Place open(String place) {
    return place.equals(ApartPlace.NAME) ? new ApartPlace() : Place.HERE;
  }

  @Override
  public Program program(String name) {
    return switch (name) {
      case NATIVE -> (setup, role) -> ofNative(Work.valueOf(setup), role);
      case GRPC -> (setup, role) -> under(Carrier.SENNIT, Work.valueOf(setup), role);
      case NETTY -> (setup, role) -> under(Carrier.NETTY, Work.valueOf(setup), role);
      default -> throw new IllegalArgumentException("no program is called '" + name + "'");
    };
  }

  private static Link ofNative(Work work, Role role) {
    return role == Role.NEAR ? new NativeCaller() : new NativeServer(work);
  }

  private static Link under(Carrier carrier, Work work, Role role) {
    return role == Role.NEAR ? new GrpcCaller(carrier) : new GrpcServer(carrier, work);
  }
}
