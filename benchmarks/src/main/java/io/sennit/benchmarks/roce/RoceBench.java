// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.benchmarks.harness.Bench;
import io.sennit.benchmarks.harness.Case;
import io.sennit.benchmarks.harness.Contender;
import io.sennit.benchmarks.harness.Metric;
import io.sennit.benchmarks.harness.Program;
import io.sennit.benchmarks.harness.Target;
import java.util.List;

/** The cases of {@code sennit bench roce}. */
public final class RoceBench implements Bench {
  private static final String SENNIT = "sennit";
  private static final String BARE = "bare-udp";
  private static final String ONE = "1 queue pair";

  private static final Contender OURS = new Contender(SENNIT, SENNIT, SennitSetup.PLAIN.name());
  private static final Contender UDP = new Contender("bare UDP", BARE, "PLAIN");

  private static final Target LATENCY = Target.atMost(1.4);
  private static final Target GOODPUT = Target.atLeast(0.7);
  private static final Target GROWTH = Target.atMost(1.1);

  /** Made by whoever runs it. */
  public RoceBench() {}

  @Override
  public String name() {
    return "roce";
  }

  @Override
  public String title() {
    return "One RoCEv2 queue pair between two processes on loopback addresses, beside bare UDP by"
        + " the same system calls";
  }

  @Override
  public List<Case> cases() {
    return List.of(
        pingPong("ping-pong 64 B, spinning", Traffic.PING_PONG_SPINNING),
        pingPong("ping-pong 64 B, sleeping", Traffic.PING_PONG_SLEEPING),
        new Case(
            "SEND 64 B",
            Traffic.SEND_64.name(),
            OURS,
            List.of(UDP),
            List.of(new Metric(Meter.RATE, "msg/s", Target.NONE))),
        goodput("WRITE 64 KiB", Traffic.WRITE_64K),
        goodput("WRITE 1 MiB", Traffic.WRITE_1M),
        goodput("READ 64 KiB", Traffic.READ_64K),
        goodput("READ 1 MiB", Traffic.READ_1M),
        besideOurs("WRITE 1 MiB, 1 % loss", Traffic.WRITE_1M, SennitSetup.LOSS, "without loss"),
        manyQueuePairs("100", SennitSetup.HUNDRED),
        manyQueuePairs("10,000", SennitSetup.TEN_THOUSAND));
  }

  private static Case pingPong(String name, Traffic traffic) {
    return new Case(
        name,
        traffic.name(),
        OURS,
        List.of(UDP),
        List.of(new Metric(Meter.MEDIAN, "µs", LATENCY), new Metric(Meter.P99, "µs", Target.NONE)));
  }

  private static Case goodput(String name, Traffic traffic) {
    return new Case(
        name,
        traffic.name(),
        OURS,
        List.of(UDP),
        List.of(new Metric(Meter.GOODPUT, "MB/s", GOODPUT)));
  }

  private static Case besideOurs(String name, Traffic traffic, SennitSetup setup, String peer) {
    return new Case(
        name,
        traffic.name(),
        new Contender(SENNIT, SENNIT, setup.name()),
        List.of(new Contender(peer, SENNIT, SennitSetup.PLAIN.name())),
        List.of(new Metric(Meter.GOODPUT, "MB/s", GOODPUT)));
  }

  /** All but one of them idle. */
  private static Case manyQueuePairs(String count, SennitSetup setup) {
    return new Case(
        "SEND 64 B, " + count + " queue pairs",
        Traffic.SEND_64.name(),
        new Contender(SENNIT, SENNIT, setup.name()),
        List.of(new Contender(ONE, SENNIT, SennitSetup.PLAIN.name())),
        List.of(new Metric(Meter.COST, "ns", GROWTH)));
  }

  @Override
  public Program program(String name) {
    return switch (name) {
      case SENNIT -> new SennitProgram();
      case BARE -> new BareProgram();
      default -> throw new IllegalArgumentException("no program is called '" + name + "'");
    };
  }
}
