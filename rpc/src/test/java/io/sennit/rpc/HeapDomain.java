// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.verbs.Access;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.OutOfRegisteredMemoryException;
import io.sennit.verbs.ProtectionDomain;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.SharedReceiveQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Registered memory without a device behind it. */
public final class HeapDomain implements ProtectionDomain {
  private static final AtomicInteger KEYS = new AtomicInteger();

  final AtomicLong allocatedBytes = new AtomicLong();
  final AtomicLong registrations = new AtomicLong();
  volatile boolean busy;
  volatile Runnable onDeregister = () -> {};
  private final long limitBytes;
  private final Map<Integer, Region> regions = new ConcurrentHashMap<>();

  public HeapDomain(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    if (allocatedBytes.addAndGet(bytes) > limitBytes) {
      allocatedBytes.addAndGet(-bytes);
      throw new OutOfRegisteredMemoryException("limit of " + limitBytes + " bytes");
    }
    registrations.incrementAndGet();
    MemorySegment segment = Arena.ofAuto().allocate(bytes, 4096);
    Region region = new Region(this, segment, access, KEYS.incrementAndGet());
    regions.put(region.remoteKey, region);
    return region;
  }

  /** What a peer means by an address and a key. */
  public MemorySegment at(long address, int key, long length, Access needed) {
    Region region = regions.get(key);
    if (region == null || !region.access.contains(needed)) {
      throw new AssertionError("key " + key + " gives no " + needed);
    }
    return region.segment.asSlice(address - region.address(), length);
  }

  private record Region(HeapDomain home, MemorySegment segment, Set<Access> access, int remoteKey)
      implements MemoryRegion {
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
      if (home.busy) {
        return false;
      }
      home.onDeregister.run();
      home.regions.remove(remoteKey);
      home.allocatedBytes.addAndGet(-length());
      return true;
    }
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
