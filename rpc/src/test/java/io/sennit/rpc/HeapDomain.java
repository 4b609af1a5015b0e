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
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Registered memory without a device behind it. */
final class HeapDomain implements ProtectionDomain {
  final AtomicLong allocatedBytes = new AtomicLong();
  final AtomicLong registrations = new AtomicLong();
  volatile boolean busy;
  private final long limitBytes;

  HeapDomain(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  @Override
  public MemoryRegion allocate(long bytes, Set<Access> access) {
    if (allocatedBytes.addAndGet(bytes) > limitBytes) {
      allocatedBytes.addAndGet(-bytes);
      throw new OutOfRegisteredMemoryException("limit of " + limitBytes + " bytes");
    }
    registrations.incrementAndGet();
    return new Region(bytes);
  }

  private final class Region implements MemoryRegion {
    private final MemorySegment segment;

    private Region(long bytes) {
      segment = Arena.ofAuto().allocate(bytes, 4096);
    }

    @Override
    public MemorySegment segment() {
      return segment;
    }

    @Override
    public long address() {
      return segment.address();
    }

    @Override
    public long length() {
      return segment.byteSize();
    }

    @Override
    public int remoteKey() {
      return 7;
    }

    @Override
    public boolean deregister() {
      if (busy) {
        return false;
      }
      allocatedBytes.addAndGet(-length());
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
