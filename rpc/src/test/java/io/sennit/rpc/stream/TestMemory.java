// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.verbs.Access;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A domain that has memory and nothing else. */
final class TestMemory implements ProtectionDomain {
  private static final AtomicInteger KEYS = new AtomicInteger();

  private final Map<Integer, Region> regions = new HashMap<>();

  record Region(MemorySegment segment, Set<Access> access, int remoteKey) implements MemoryRegion {
    @Override
    public long address() {
      return segment.address();
    }

    @Override
    public long length() {
      return segment.byteSize();
    }

    @Override
    public boolean deregister() {
      return true;
    }
  }

  @Override
  public synchronized MemoryRegion allocate(long bytes, Set<Access> access) {
    Region region = new Region(Arena.ofAuto().allocate(bytes), access, KEYS.incrementAndGet());
    regions.put(region.remoteKey, region);
    return region;
  }

  /** What a peer means by an address and a key. */
  synchronized MemorySegment at(long address, int key, long length, Access needed) {
    Region region = regions.get(key);
    if (region == null || !region.access.contains(needed)) {
      throw new AssertionError("key " + key + " gives no " + needed);
    }
    return region.segment.asSlice(address - region.address(), length);
  }

  @Override
  public Capabilities capabilities() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionQueue createCompletionQueue(int depth) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SharedReceiveQueue createSharedReceiveQueue(int depth) {
    throw new UnsupportedOperationException();
  }

  @Override
  public QueuePair createQueuePair(QueuePairConfig config) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean peerGone() {
    return false;
  }

  @Override
  public boolean close() {
    return true;
  }
}
