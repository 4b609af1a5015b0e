// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.simulator.fabric.HostPort;
import io.sennit.verbs.Access;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A model of a NIC, for one peer: verbs as far as a braid that WRITEs needs them. Each queue pair
 * is a pipe of one route with its own window; it measures round trips and what was delivered. There
 * is no READ, there are no atomics, and keys are not checked. Confined to the world's thread.
 */
public final class LightDomain implements ProtectionDomain {
  static final Capabilities CAPABILITIES =
      new Capabilities(1 << 30, 0, 1 << 12, 1 << 14, 1 << 20, 16, false, true);

  private final LightNet net;
  private final List<HostPort> near;
  private final List<HostPort> far;
  private final Runnable wake;
  private final List<LightQueuePair> queuePairs = new ArrayList<>();
  private final Map<Integer, LightRegion> regions = new HashMap<>();

  /**
   * Makes one without queue pairs.
   *
   * @param near ports of this host
   * @param far ports of the peer
   * @param wake called when a completion comes to a queue that is armed
   */
  public LightDomain(LightNet net, List<HostPort> near, List<HostPort> far, Runnable wake) {
    this.net = net;
    this.near = List.copyOf(near);
    this.far = List.copyOf(far);
    this.wake = wake;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    byte[] memory = new byte[Math.toIntExact(bytes)];
    return add(MemorySegment.ofArray(memory), bytes, (offset, count) -> {});
  }

  /**
   * Memory for bulk data, of which there is only the length.
   *
   * @param placement hears what the peer WRITEs there
   */
  public MemoryRegion allocateNothing(long bytes, Placement placement) {
    return add(MemorySegment.NULL, bytes, placement);
  }

  private LightRegion add(MemorySegment memory, long bytes, Placement placement) {
    int key = 1 + regions.size();
    LightRegion region = new LightRegion(memory, bytes, key, placement);
    regions.put(key, region);
    return region;
  }

  /** A packet of a peer's WRITE has come. */
  void placed(Requests.Target target, long offset, int bytes) {
    LightRegion region = regions.get(target.remoteKey());
    if (region != null) {
      region.placement().placed(target.offset() + offset, bytes);
    }
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    return new LightCompletionQueue(depth, wake);
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    return new LightReceiveQueue(depth);
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    Route route = Route.of(
        near.get(config.path().localPort()),
        far.get(config.path().remotePort()),
        config.path().routeLabel(),
        near.getFirst().index());
    LightQueuePair made = new LightQueuePair(this, net, route, config);
    queuePairs.add(made);
    return made;
  }

  @Override
  public boolean peerGone() {
    return false;
  }

  @Override
  public boolean close() {
    queuePairs.forEach(QueuePair::destroy);
    return true;
  }
}
