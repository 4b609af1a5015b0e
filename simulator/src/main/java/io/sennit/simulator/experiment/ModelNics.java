// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.multipath.BraidConfig;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.light.LightDomain;
import io.sennit.simulator.light.LightNet;
import java.util.List;

/** Braids on the model of a NIC, each with a loop of its own. */
final class ModelNics implements BraidCarrier.Nics {
  private static final long TURN_NANOS = 2_000;

  private final World world;
  private final Fabric fabric;
  private final LightNet net;

  ModelNics(World world, Fabric fabric) {
    this.world = world;
    this.fabric = fabric;
    net = new LightNet(world, fabric);
  }

  @Override
  public BraidFlow open(FlowSpec spec, BraidConfig config, long session) {
    List<HostPort> near = fabric.portsOf(spec.source());
    List<HostPort> far = fabric.portsOf(spec.destination());
    AgentLoop nearLoop = new AgentLoop(world.scheduler(), TURN_NANOS);
    AgentLoop farLoop = new AgentLoop(world.scheduler(), TURN_NANOS);
    LightDomain source = new LightDomain(net, near, far, nearLoop::wake);
    LightDomain target = new LightDomain(net, far, near, farLoop::wake);
    BraidSide client = BraidSide.near(config, session, source, nearLoop::wake);
    BraidSide server = BraidSide.far(config, session, target, farLoop::wake);
    nearLoop.run(client);
    farLoop.run(server);
    Arrived arrived = new Arrived();
    BraidFlow.Memories memories = new BraidFlow.Memories(
        source.allocateNothing(spec.bytes(), (offset, bytes) -> {}),
        target.allocateNothing(spec.bytes(), arrived),
        arrived);
    return new BraidFlow(world.scheduler(), client, server, spec.bytes(), memories);
  }
}
