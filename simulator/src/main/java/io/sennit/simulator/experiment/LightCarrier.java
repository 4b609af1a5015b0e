// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.light.EcnWindow;
import io.sennit.simulator.light.LightNet;
import io.sennit.simulator.light.OneRoute;
import io.sennit.simulator.light.PacketPolicy;
import io.sennit.simulator.light.Route;
import java.util.List;
import java.util.function.IntFunction;

/** Flows over pipes. */
final class LightCarrier implements Carrier {
  /** Labels for policies that choose one per packet: 64 per route of a fat tree of 1,024. */
  private static final int LABELS = 4_096;

  /** 1 MiB. */
  private static final int MOST_PACKETS = 256;

  private final World world;
  private final Fabric fabric;
  private final LightNet net;
  private final Policy policy;
  private final int strands;
  private final Randomness random;

  LightCarrier(World world, Fabric fabric, Policy policy, int strands) {
    this.world = world;
    this.fabric = fabric;
    this.policy = policy;
    this.strands = strands;
    net = new LightNet(world, fabric);
    random = world.seeds().randomness("labels");
  }

  @Override
  public Flow open(FlowSpec spec, int index) {
    PipeFlow flow = new PipeFlow(world.scheduler());
    switch (policy) {
      case ONE_PATH -> {
        int ports = fabric.portsOf(spec.source()).size();
        int chosen = random.nextInt(ports);
        Route route = routes(spec, index).apply(chosen);
        flow.add(net, label -> route, oneRoute(), spec.bytes());
      }
      case STATIC_STRIPES -> stripe(flow, spec, routes(spec, index));
      default -> flow.add(net, routes(spec, index), packetPolicy(spec, index), spec.bytes());
    }
    return flow;
  }

  private void stripe(PipeFlow flow, FlowSpec spec, IntFunction<Route> routes) {
    long done = 0;
    for (int at = 0; at < strands; at++) {
      long until = spec.bytes() * (at + 1) / strands;
      if (until > done) {
        Route route = routes.apply(at);
        flow.add(net, label -> route, oneRoute(), until - done);
      }
      done = until;
    }
  }

  private PacketPolicy packetPolicy(FlowSpec spec, int index) {
    Randomness own = world.seeds().randomness("flow " + index);
    return switch (policy) {
      case ROUND_ROBIN -> new RoundRobin(LABELS, window());
      case MP_RDMA -> new MpRdma(LABELS, own);
      case REPS -> new Reps(line(spec), window(), own);
      default -> throw new IllegalStateException(policy + " has no policy for packets");
    };
  }

  private Reps.Line line(FlowSpec spec) {
    long bytesPerSecond = fabric.portsOf(spec.source()).stream()
        .mapToLong(port -> port.link().config().rateBytesPerSecond())
        .sum();
    return new Reps.Line(
        LABELS, bytesPerSecond, fabric.topology().switchConfig().trims());
  }

  private static PacketPolicy oneRoute() {
    return new OneRoute(window());
  }

  private static EcnWindow window() {
    return new EcnWindow(MOST_PACKETS);
  }

  private IntFunction<Route> routes(FlowSpec spec, int index) {
    List<HostPort> near = fabric.portsOf(spec.source());
    List<HostPort> far = fabric.portsOf(spec.destination());
    return Route.between(near, far, world.seeds().child("routes " + index).seed());
  }
}
