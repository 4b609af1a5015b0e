// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.multipath.BraidConfig;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.HostConfig;
import io.sennit.verbs.Access;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Braids on the production engine: hosts with one loop for all their braids. */
final class EngineNics implements BraidCarrier.Nics {
  /** Each region is rounded up. */
  private static final long SPARE_BYTES = 4L << 20;

  private final World world;
  private final Fabric fabric;
  private final Map<Integer, Host> hosts = new HashMap<>();
  private final Map<Integer, PortWrites> writes = new HashMap<>();

  EngineNics(World world, Fabric fabric) {
    this.world = world;
    this.fabric = fabric;
  }

  @Override
  public BraidFlow open(FlowSpec spec, BraidConfig config, long session) {
    Host near = host(spec.source());
    Host far = host(spec.destination());
    long memoryBytes = config.slotMemoryBytes() + spec.bytes() + SPARE_BYTES;
    DomainConfig bounds = new DomainConfig(memoryBytes, config.maxQueuePairs());
    ProtectionDomain source = near.join(bounds, far);
    ProtectionDomain target = far.join(bounds, near);
    BraidSide client = BraidSide.near(config, session, source, near::wake);
    BraidSide server = BraidSide.far(config, session, target, far::wake);
    near.add(client);
    far.add(server);
    Arrived arrived = new Arrived();
    MemoryRegion region =
        target.allocate(spec.bytes(), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
    writes(spec.destination()).tell(region, arrived);
    BraidFlow.Memories memories =
        new BraidFlow.Memories(source.allocate(spec.bytes(), Set.of()), region, arrived);
    return new BraidFlow(world.scheduler(), client, server, spec.bytes(), memories);
  }

  private PortWrites writes(int number) {
    return writes.computeIfAbsent(number, fresh -> {
      PortWrites made = new PortWrites(fabric.pool());
      fabric.portsOf(fresh).forEach(port -> port.show(made::seen));
      return made;
    });
  }

  private Host host(int number) {
    return hosts.computeIfAbsent(
        number, fresh -> new Host(world, fabric, fresh, HostConfig.STANDARD));
  }
}
