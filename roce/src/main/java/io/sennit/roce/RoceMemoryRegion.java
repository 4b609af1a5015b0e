// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * Registered memory: an arena of its own, so that it really ends when it is given back.
 *
 * <p>Requests and receives that use it count themselves, since their packets may be sent again from
 * it, and a send reads it through a raw address.
 */
final class RoceMemoryRegion implements MemoryRegion, Reach, Numbered {
  private static final long PAGE_BYTES = 4096;

  private final RoceDomain domain;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final PacketMemory memory;
  private final int rights;
  private final int key;
  private final long address;
  private boolean exposed = true;
  private boolean freed;
  private int uses;

  RoceMemoryRegion(RoceDomain domain, long bytes, Set<Access> access, int key) {
    this.domain = domain;
    this.key = key;
    address = drawAddress(domain);
    rights = bits(access);
    boolean whole = false;
    try {
      segment = domain.engine().shell().allocate(bytes, PAGE_BYTES, arena);
      memory = PacketMemory.of(segment);
      whole = true;
    } finally {
      if (!whole) {
        arena.close(); // Nobody else knows of what was mapped.
      }
    }
  }

  /** A peer is told no address of this process; and the same randomness gives the same packets. */
  private static long drawAddress(RoceDomain domain) {
    return (domain.engine().randomness().nextLong() >>> 2) & -PAGE_BYTES;
  }

  static long pages(long bytes) {
    return Math.ceilDiv(bytes, PAGE_BYTES) * PAGE_BYTES;
  }

  static int bit(Access right) {
    return switch (right) {
      case LOCAL_WRITE -> 1;
      case REMOTE_READ -> 2;
      case REMOTE_WRITE -> 4;
      case REMOTE_ATOMIC -> 8;
      case BIND_WINDOW -> 16;
      case FLUSH_GLOBAL -> 32;
    };
  }

  static int bits(Set<Access> access) {
    int bits = 0;
    for (Access right : access) {
      bits |= bit(right);
    }
    return bits;
  }

  PacketMemory memory() {
    return memory;
  }

  @Override
  public RoceMemoryRegion region() {
    return this;
  }

  /** Whether requests of this side, and the windows that are bound to it, may do such things. */
  boolean allows(int neededRights) {
    return exposed && (rights & neededRights) == neededRights;
  }

  @Override
  public boolean isExposed() {
    return exposed;
  }

  /** Whether a request of this side may use a range. */
  boolean permits(RoceDomain user, long offset, long bytes, int neededRights) {
    return user == domain
        && allows(neededRights)
        && offset >= 0
        && contains(address, segment.byteSize(), address + offset, bytes);
  }

  @Override
  public boolean permitsPeer(Numbered through, long peers, long bytes, Access right) {
    return exposed
        && (rights & bit(right)) != 0
        && contains(address, segment.byteSize(), peers, bytes);
  }

  /** The one range check: no sum that could wrap, unsigned. */
  static boolean contains(long start, long size, long address, long bytes) {
    return Long.compareUnsigned(address, start) >= 0
        && Long.compareUnsigned(bytes, size) <= 0
        && Long.compareUnsigned(address - start, size - bytes) <= 0;
  }

  /** Where in the segment a peer's address is. */
  long offset(long peers) {
    return peers - address;
  }

  void use() {
    uses++;
  }

  void release() {
    uses--;
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
    return key;
  }

  @Override
  public int number() {
    return key;
  }

  @Override
  public boolean deregister() {
    if (exposed) {
      exposed = false;
      domain.regions().hide(this);
    }
    return free();
  }

  /** Gives the memory back unless a request, or a system call of another thread, uses it. */
  private boolean free() {
    if (!freed && uses == 0) {
      domain.engine().discard(segment);
      freed = closeArena();
      if (freed) {
        domain.regions().gaveBack(this);
      }
    }
    return freed;
  }

  private boolean closeArena() {
    try {
      arena.close();
      return true;
    } catch (IllegalStateException inUse) {
      return false;
    }
  }
}
