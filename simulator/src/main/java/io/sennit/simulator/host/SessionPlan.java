// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.multipath.BraidConfig;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.stream.StreamConfig;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Path;
import java.util.List;

/**
 * What a session between two hosts is to be.
 *
 * @param id names it
 * @param paths as the client sees them
 * @param braid of both sides
 * @param streams of both sides
 * @param bodies of both sides
 * @param lifelineNanos how long a frame takes over the lifeline
 */
public record SessionPlan(
    long id,
    List<Path> paths,
    BraidConfig braid,
    StreamConfig streams,
    BodyPoolConfig bodies,
    long lifelineNanos) {
  public SessionPlan {
    paths = List.copyOf(paths);
  }

  /** Room for slots and bodies, each region rounded up. */
  DomainConfig domain() {
    long bytes = braid.slotMemoryBytes() + bodies.sendBytes() + bodies.receiveBytes();
    return new DomainConfig(bytes + (4L << 20), braid.maxQueuePairs());
  }
}
