// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Topology;
import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.Path;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Two hosts with a queue pair between them. */
final class Wire implements Agent {
  private static final int DEPTH = 64;
  private static final DomainConfig DOMAIN = new DomainConfig(32 << 20, 4);

  final World world;
  final Fabric fabric;
  final Host nearHost;
  final Host farHost;
  final MemorySegment near;
  final MemorySegment far;

  /** How requests ended. */
  final List<String> ends = new ArrayList<>();

  private final MemoryRegion source;
  private final MemoryRegion target;
  private final CompletionQueue completions;
  private final QueuePair queuePair;
  private final WorkCompletion[] polled = {new WorkCompletion()};

  Wire(long seed, Topology topology) {
    world = World.of(seed);
    fabric = new Fabric(world, topology);
    nearHost = new Host(world, fabric, 0, HostConfig.STANDARD);
    farHost = new Host(world, fabric, 1, HostConfig.STANDARD);
    ProtectionDomain one = nearHost.join(DOMAIN, farHost);
    ProtectionDomain other = farHost.join(DOMAIN, nearHost);
    source = one.allocate(8 << 20, EnumSet.allOf(Access.class));
    target = other.allocate(8 << 20, EnumSet.allOf(Access.class));
    near = source.segment();
    far = target.segment();
    byte[] bytes = new byte[(int) near.byteSize()];
    Randomness.seeded(seed).nextBytes(bytes);
    MemorySegment.copy(bytes, 0, near, ValueLayout.JAVA_BYTE, 0, bytes.length);
    completions = one.createCompletionQueue(DEPTH);
    queuePair = queuePair(one, completions);
    QueuePair peer = queuePair(other, other.createCompletionQueue(DEPTH));
    queuePair.connect(peer.address());
    peer.connect(queuePair.address());
    nearHost.add(this);
  }

  private static QueuePair queuePair(ProtectionDomain domain, CompletionQueue queue) {
    return domain.createQueuePair(new QueuePairConfig(
        new Path(0, 0, 1), queue, queue, domain.createSharedReceiveQueue(DEPTH), DEPTH));
  }

  void write(int bytes) {
    queuePair.post(new WorkRequest()
        .reset(Opcode.WRITE, 1)
        .local(source, 0, bytes)
        .remote(target.address(), target.remoteKey()));
    nearHost.wake();
  }

  /** Lets time pass until so many requests have ended; false if that takes too long. */
  boolean run(int requests, long mostNanos) {
    long endNanos = world.nowNanos() + mostNanos;
    while (ends.size() < requests && world.scheduler().nextNanos() <= endNanos) {
      world.scheduler().step();
    }
    return ends.size() >= requests;
  }

  @Override
  public int poll(long nowNanos) {
    int count = completions.poll(polled);
    if (count > 0) {
      ends.add(polled[0].status().name());
    }
    return count;
  }

  @Override
  public long nextTimerNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean arm() {
    return completions.arm();
  }

  @Override
  public String toString() {
    return "at " + world.nowNanos() + " " + ends;
  }
}
