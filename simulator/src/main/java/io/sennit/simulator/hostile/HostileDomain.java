// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.Access;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One side. Numbers and keys are counted and not drawn, so that they depend on what this side did
 * and on nothing else.
 */
public final class HostileDomain implements ProtectionDomain {
  private static final long PAGE_BYTES = 4096;

  private final HostileFabric fabric;
  private final DomainConfig config;
  private final int firstNumber;
  private final Map<Integer, HostileRegion> regions = new HashMap<>();
  private final Map<Integer, HostileQueuePair> halves = new LinkedHashMap<>();
  private @Nullable HostileDomain peer;
  private long usedBytes;
  private int keys;
  private int numbers;
  private boolean closed;

  HostileDomain(HostileFabric fabric, DomainConfig config, int firstNumber) {
    this.fabric = fabric;
    this.config = config;
    this.firstNumber = firstNumber;
  }

  void join(HostileDomain other) {
    peer = other;
  }

  HostileFabric fabric() {
    return fabric;
  }

  /** Null until the peer has come to the rendezvous, too. */
  @Nullable
  HostileDomain peer() {
    return peer;
  }

  @Nullable
  HostileQueuePair half(int number) {
    return halves.get(number);
  }

  @Nullable
  HostileRegion region(int key) {
    return regions.get(key);
  }

  @Override
  public Capabilities capabilities() {
    return HostileFabric.NIC;
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    checkOpen();
    if (bytes <= 0) {
      throw new IllegalArgumentException("bytes must be positive: " + bytes);
    }
    if (roundUp(bytes) > roundUp(config.memoryBytes()) - usedBytes) {
      throw new OutOfRegisteredMemoryException("No room for " + bytes + " bytes: " + usedBytes
          + " of the domain's " + config.memoryBytes()
          + " are in use; raise DomainConfig.memoryBytes.");
    }
    usedBytes += roundUp(bytes);
    HostileRegion region = new HostileRegion(this, bytes, access, firstNumber + ++keys);
    regions.put(region.remoteKey(), region);
    return region;
  }

  private static long roundUp(long bytes) {
    return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
  }

  void forget(HostileRegion region) {
    regions.remove(region.remoteKey());
    usedBytes -= roundUp(region.length());
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    checkOpen();
    checkBound("completion queue depth", depth, capabilities().maxCompletionDepth());
    return new HostileCompletionQueue(this, depth);
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    checkOpen();
    checkBound("receive depth", depth, capabilities().maxReceiveDepth());
    return new HostileReceiveQueue(this, depth);
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig wanted) {
    checkOpen();
    checkBound("send depth", wanted.sendDepth(), capabilities().maxSendDepth());
    if (halves.size() == config.maxQueuePairs()) {
      throw new IllegalStateException("the domain has " + halves.size() + " queue pairs already");
    }
    HostileQueuePair half = new HostileQueuePair(this, wanted, firstNumber + ++numbers);
    halves.put(half.number(), half);
    fabric.add(half);
    return half;
  }

  void remove(HostileQueuePair half) {
    halves.remove(half.number());
  }

  @Override
  public byte[] portAddress(int localPort) {
    return fabric.hands().portAddress(this, localPort);
  }

  @Override
  public boolean addRemotePort(int port, byte[] address) {
    return fabric.hands().addRemotePort(this, port, address);
  }

  @Override
  public boolean peerGone() {
    return false;
  }

  @Override
  public boolean close() {
    closed = true;
    boolean destroyed = true;
    for (HostileQueuePair half : List.copyOf(halves.values())) {
      destroyed &= half.destroy();
    }
    if (destroyed) {
      regions.values().forEach(HostileRegion::close);
      regions.clear();
    }
    return destroyed;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the domain is closed");
    }
  }

  private static void checkBound(String what, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(what + " " + value + " is not within 1 to " + most);
    }
  }
}
