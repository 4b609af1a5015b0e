// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;

/** Native memory with a made-up address, so that nobody takes addresses for pointers. */
final class LoopbackRegion implements MemoryRegion {
  private final LoopbackDomain domain;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final long address;
  private final int remoteKey;
  private final Set<Access> access = EnumSet.noneOf(Access.class);
  private boolean closed;

  LoopbackRegion(LoopbackDomain domain, long bytes, long address, int remoteKey) {
    this.domain = domain;
    this.address = address;
    this.remoteKey = remoteKey;
    segment = arena.allocate(bytes, LoopbackDomain.PAGE_BYTES);
  }

  LoopbackRegion allow(Set<Access> rights) {
    access.addAll(rights);
    return this;
  }

  LoopbackDomain domain() {
    return domain;
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public long length() {
    return segment.byteSize();
  }

  @Override
  public int remoteKey() {
    return remoteKey;
  }

  @Override
  public boolean deregister() {
    synchronized (domain.fabric()) {
      if (closed) {
        return true;
      }
      if (!domain.forget(this)) {
        return false;
      }
      close();
      return true;
    }
  }

  void close() {
    if (!closed) {
      closed = true;
      arena.close();
    }
  }

  boolean isClosed() {
    return closed;
  }

  boolean allows(Access right) {
    return access.contains(right);
  }

  boolean allowsLocally(long offset, long bytes, Access right) {
    return contains(offset, bytes) && allows(right);
  }

  /** Whether the range lies inside; wrap-around of the sum cannot deceive it. */
  boolean contains(long offset, long bytes) {
    return !closed && offset >= 0 && bytes >= 0 && offset <= length() && bytes <= length() - offset;
  }
}
