// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.World;
import java.util.ArrayList;
import java.util.List;

/** A world with a fabric whose every port notes what comes. */
final class Post {
  static final int LISTENER = 4791;

  final World world;
  final Fabric fabric;

  /** Arrivals as {@code time port length ecn}. */
  final List<String> arrivals = new ArrayList<>();

  long arrived;
  long arrivedBytes;

  /** Whether {@link #arrivals} is kept. */
  boolean notes = true;

  Post(long seed, Topology topology) {
    world = World.of(seed);
    fabric = new Fabric(world, topology);
    for (HostPort port : fabric.ports()) {
      port.listen(packet -> arrive(port, packet));
    }
  }

  private void arrive(HostPort port, int packet) {
    PacketPool pool = fabric.pool();
    arrived++;
    arrivedBytes += pool.length(packet);
    if (notes) {
      arrivals.add(
          world.nowNanos() + " " + port + " " + pool.length(packet) + " " + pool.ecn(packet));
    }
    pool.release(packet);
  }

  HostPort port(int host, int port) {
    return fabric.portsOf(host).get(port);
  }

  void send(HostPort from, HostPort to, int bytes, int sourcePort) {
    send(from, to, bytes, sourcePort, 0);
  }

  void send(HostPort from, HostPort to, int bytes, int sourcePort, int dscp) {
    int packet = fabric.pool().take(bytes);
    fabric.pool().mark(packet, 0, 2);
    fabric.pool().dscp(packet, dscp);
    from.send(packet, sourcePort, to.address(), LISTENER);
  }

  void settle() {
    boolean more = true;
    while (more) {
      more = world.scheduler().step();
    }
  }

  Link link(String name) {
    return fabric.links().stream()
        .filter(link -> link.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + fabric.links()));
  }
}
