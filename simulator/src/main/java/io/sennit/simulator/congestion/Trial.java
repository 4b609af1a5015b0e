// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import io.sennit.roce.EngineConfig;
import io.sennit.simulator.Task;
import io.sennit.simulator.World;
import io.sennit.simulator.congestion.Figures.Spread;
import io.sennit.simulator.congestion.Setting.Load;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkFaults;
import io.sennit.simulator.fabric.LossCause;
import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.HostConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One congestion control in one setting: some time to settle, then some that is measured. Flows
 * write 128 KiB at a time and have 4 MiB posted; beside them another pair of hosts writes 64 KiB
 * now and then, whose time is measured, too.
 */
final class Trial {
  private static final long MILLI = 1_000_000;
  private static final int MESSAGE_BYTES = 64 << 10;
  private static final Flow.Plan LONG = new Flow.Plan(128 << 10, 32, 0, 0);
  private static final Flow.Plan SHORT = new Flow.Plan(MESSAGE_BYTES, 1, 200_000, 0);
  private static final Flow.Plan BURST = new Flow.Plan(MESSAGE_BYTES, 1, 500_000, 0);
  private static final long SAMPLE_NANOS = 5_000;
  private static final double SECOND = 1e9;

  /** A late flow has settled when it got this share of its part within a millisecond. */
  private static final double SETTLED = 0.8;

  private final Setting setting;
  private final Lengths lengths;
  private final World world;
  private final Fabric fabric;
  private final Link bottleneck;
  private final List<Flow> flows = new ArrayList<>();
  private final List<Flow> measured = new ArrayList<>();
  private final Task sampler = this::sample;
  private final long[] waitingNanos;
  private int sampleCount;
  private long lateBytes;
  private double settledMillis;

  /**
   * How long it lasts.
   *
   * @param settleMillis before anything is measured
   * @param measureMillis after that
   */
  record Lengths(int settleMillis, int measureMillis) {
    /** What the tables are made with. */
    static final Lengths STANDARD = new Lengths(20, 60);

    long endNanos() {
      return (settleMillis + measureMillis) * MILLI;
    }
  }

  private Trial(Setting setting, EngineConfig engine, Lengths lengths, long seed) {
    this.setting = setting;
    this.lengths = lengths;
    world = World.of(seed);
    int receivers = setting.load() == Load.INCAST ? 1 : setting.flows() + 1;
    int senders = setting.flows() + 1;
    fabric = new Fabric(world, topology(senders, receivers));
    bottleneck = fabric.links().getFirst();
    LinkFaults loss = LinkFaults.loss(setting.lostPpm());
    fabric.links().subList(0, 2).forEach(link -> link.faults(loss));
    HostConfig config = config(engine);
    List<Host> hosts = new ArrayList<>();
    for (int at = 0; at < senders + receivers; at++) {
      hosts.add(new Host(world, fabric, at, config));
    }
    begin(hosts.subList(0, senders), hosts.subList(senders, senders + receivers));
    waitingNanos = new long[(int) (lengths.measureMillis() * MILLI / SAMPLE_NANOS) + 1];
  }

  static Figures of(Setting setting, EngineConfig engine, Lengths lengths, long seed) {
    return new Trial(setting, engine, lengths, seed).run();
  }

  private static HostConfig config(EngineConfig engine) {
    HostConfig standard = HostConfig.STANDARD;
    return new HostConfig(
        engine,
        standard.turnNanos(),
        standard.receiveBufferBytes(),
        standard.receiveShares(),
        standard.numbersSegments());
  }

  private Topology topology(int senders, int receivers) {
    Topology.Builder builder = new Topology.Builder();
    for (int at = 0; at < senders + receivers; at++) {
      builder.host("h" + at, 1);
    }
    int left = builder.addSwitch("left");
    int right = builder.addSwitch("right");
    builder.trunk(left, right, setting.bottleneck());
    for (int at = 0; at < senders + receivers; at++) {
      builder.uplink(at, 0, at < senders ? left : right, setting.hostLink());
    }
    return builder.build();
  }

  private void begin(List<Host> senders, List<Host> receivers) {
    int count = setting.flows();
    for (int at = 0; at < count; at++) {
      boolean late = setting.load() == Load.LATE && at == count - 1;
      Flow.Plan plan = late
          ? new Flow.Plan(LONG.messageBytes(), LONG.depth(), 0, lengths.settleMillis() * MILLI)
          : LONG;
      flows.add(
          setting.load() == Load.INCAST
              ? new Flow(senders.get(at), receivers.getFirst(), BURST)
              : new Flow(senders.get(at), receivers.get(at), plan));
    }
    if (setting.load() == Load.INCAST) {
      measured.addAll(flows);
    } else {
      measured.add(new Flow(senders.get(count), receivers.get(count), SHORT));
    }
  }

  private Figures run() {
    long startNanos = lengths.settleMillis() * MILLI;
    world.scheduler().runUntil(startNanos);
    measured.forEach(flow -> flow.measureFrom(startNanos));
    long[] before = bytes();
    long carried = bottleneck.carried();
    long dropped = fabric.lost(LossCause.BUFFER);
    settledMillis = setting.load() == Load.LATE ? -1 : 0;
    world.scheduler().after(SAMPLE_NANOS, sampler, 0);
    world.scheduler().runUntil(lengths.endNanos());
    long[] got = bytes();
    long sum = 0;
    for (int at = 0; at < got.length; at++) {
      got[at] -= before[at];
      sum += got[at];
    }
    long lost = fabric.lost(LossCause.BUFFER) - dropped;
    long offered = lost + bottleneck.carried() - carried;
    return new Figures(
        sum * SECOND / (lengths.measureMillis() * MILLI) / Setting.BOTTLENECK,
        Figures.fairness(got),
        Spread.ofNanos(Samples.of(Arrays.copyOf(waitingNanos, sampleCount))),
        100.0 * lost / Math.max(1, offered),
        Spread.ofNanos(Samples.of(measured.stream()
            .flatMapToLong(flow -> Arrays.stream(flow.samples()))
            .toArray())),
        settledMillis);
  }

  private long[] bytes() {
    return flows.stream().mapToLong(Flow::bytes).toArray();
  }

  private void sample(long number) {
    waitingNanos[sampleCount++] = (long) (bottleneck.waitingBytes() * SECOND / Setting.BOTTLENECK);
    if (number % (MILLI / SAMPLE_NANOS) == 0) {
      watchLateFlow();
    }
    if (sampleCount < waitingNanos.length) {
      world.scheduler().after(SAMPLE_NANOS, sampler, number + 1);
    }
  }

  private void watchLateFlow() {
    long now = flows.getLast().bytes();
    double fair = Setting.BOTTLENECK * (MILLI / SECOND) / setting.flows();
    if (settledMillis < 0 && now - lateBytes >= SETTLED * fair) {
      settledMillis = world.nowNanos() / (double) MILLI - lengths.settleMillis();
    }
    lateBytes = now;
  }
}
