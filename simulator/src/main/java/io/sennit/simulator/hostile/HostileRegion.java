// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.hostile;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;

/**
 * Memory with a made-up address, so that nobody takes addresses for pointers; on the heap, since
 * fabrics are made by the thousand.
 */
public final class HostileRegion implements MemoryRegion {
  private final HostileDomain domain;
  private final MemorySegment segment;
  private final long address;
  private final int remoteKey;
  private final EnumSet<Access> access = EnumSet.noneOf(Access.class);
  private boolean closed;

  HostileRegion(HostileDomain domain, long bytes, Set<Access> rights, int key) {
    this.domain = domain;
    segment = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    address = (long) key << Integer.SIZE;
    remoteKey = key;
    access.addAll(rights);
  }

  HostileDomain domain() {
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
    if (!closed) {
      close();
      domain.forget(this);
    }
    return true;
  }

  void close() {
    closed = true;
  }

  boolean allows(Access right) {
    return access.contains(right);
  }

  /** Whether a range lies inside; a wrapped sum cannot deceive it. */
  boolean contains(long offset, long bytes) {
    return !closed && offset >= 0 && bytes >= 0 && offset <= length() && bytes <= length() - offset;
  }
}
