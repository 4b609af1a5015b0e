// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Randomness;
import io.sennit.verbs.Access;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.Set;

/**
 * This side's remote keys: which there are, and their publication for the peer to check against.
 * The low bits of a key are its place in the table, the others are random. Guarded by its owner.
 */
final class Keys {
  private static final int SLOT_BITS = 12;
  static final int MOST_REGIONS = 1 << SLOT_BITS;
  private static final int SLOT_MASK = MOST_REGIONS - 1;

  private final MemorySegment file;
  private final Layout layout;
  private final Randomness randomness;
  private final BitSet used = new BitSet();
  private int nextSlot;

  Keys(MemorySegment file, Layout layout, Randomness randomness) {
    this.file = file;
    this.layout = layout;
    this.randomness = randomness;
  }

  boolean isFull() {
    return used.cardinality() == layout.maxRegions();
  }

  /** Publishes a region and returns its key. */
  int publish(long address, long length, Set<Access> access) {
    int slot = freeSlot();
    used.set(slot);
    int key = randomKey() << SLOT_BITS | slot;
    long at = layout.keyAt(slot);
    file.set(ValueLayout.JAVA_INT, at + Layout.KEY_ACCESS, bits(access));
    file.set(ValueLayout.JAVA_LONG, at + Layout.KEY_ADDRESS, address);
    file.set(ValueLayout.JAVA_LONG, at + Layout.KEY_LENGTH, length);
    Words.releaseInt(file, at + Layout.KEY, key);
    return key;
  }

  /** Places take turns, so that no key comes again soon, whatever its random bits are. */
  private int freeSlot() {
    int slot = used.nextClearBit(nextSlot);
    slot = slot < layout.maxRegions() ? slot : used.nextClearBit(0);
    nextSlot = slot + 1;
    return slot;
  }

  private int randomKey() {
    return 1 + randomness.nextInt((1 << (32 - SLOT_BITS)) - 1);
  }

  /** From now on the peer refuses to use the key; what it has begun goes on. */
  void revoke(int key) {
    Words.releaseInt(file, layout.keyAt(key & SLOT_MASK) + Layout.KEY, 0);
  }

  /** Lets the place be used again; only after the fence. */
  void free(int key) {
    used.clear(key & SLOT_MASK);
  }

  static int bits(Set<Access> access) {
    int bits = 0;
    for (Access right : access) {
      bits |= bit(right);
    }
    return bits;
  }

  static int bit(Access right) {
    return switch (right) {
      case LOCAL_WRITE -> 1;
      case REMOTE_READ -> 2;
      case REMOTE_WRITE -> 4;
      case REMOTE_ATOMIC -> 8;
      case BIND_WINDOW -> 0;
      case FLUSH_GLOBAL -> 16;
    };
  }

  /**
   * The initiator's check, in the peer's table. Called within an operation, so that the entry
   * cannot be given to another region before the operation ends.
   */
  static boolean permits(Peer peer, int key, long address, long length, int right) {
    if (!permits(peer, key, right)) {
      return false;
    }
    MemorySegment file = peer.file();
    long at = peer.layout().keyAt(key & SLOT_MASK);
    long start = Words.opaqueLong(file, at + Layout.KEY_ADDRESS);
    long size = Words.opaqueLong(file, at + Layout.KEY_LENGTH);
    long relative = address - start;
    return relative >= 0 && relative <= size - length && peer.layout().isMemory(address, length);
  }

  /** The same for whatever the key opens. */
  static boolean permits(Peer peer, int key, int right) {
    int slot = key & SLOT_MASK;
    if (key == 0 || slot >= peer.layout().maxRegions()) {
      return false;
    }
    MemorySegment file = peer.file();
    long at = peer.layout().keyAt(slot);
    return Words.acquireInt(file, at + Layout.KEY) == key
        && (Words.opaqueInt(file, at + Layout.KEY_ACCESS) & right) != 0;
  }
}
