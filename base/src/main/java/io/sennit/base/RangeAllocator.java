// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.util.BitSet;

/**
 * Book-keeping for ranges inside a larger block of memory: a binary buddy allocator over offsets.
 * It touches no memory itself. Confined to one thread, or guarded by the caller.
 *
 * <p>Sizes are rounded up to a power of two, at least the granule. Source: Knowlton, "A fast
 * storage allocator", CACM 8(10), 1965.
 */
public final class RangeAllocator {
  /** Returned by {@link #allocate} when no range is free. */
  public static final long NONE = -1;

  private final long granuleBytes;
  private final int levels;
  /** A heap-ordered tree; free nodes hold 1 + the level of the largest free range below, or 0. */
  private final byte[] tree;

  private final BitSet used;
  private long usedBytes;

  /**
   * @param capacityBytes granule times a power of two
   * @param granuleBytes smallest range, a power of two
   */
  public RangeAllocator(long capacityBytes, long granuleBytes) {
    long granules = capacityBytes / granuleBytes;
    if (Long.bitCount(granuleBytes) != 1
        || Long.bitCount(granules) != 1
        || granules > 1 << 28
        || granules * granuleBytes != capacityBytes) {
      throw new IllegalArgumentException(
          "capacity " + capacityBytes + " must be a power of two times granule " + granuleBytes);
    }
    this.granuleBytes = granuleBytes;
    levels = Long.numberOfTrailingZeros(granules);
    tree = new byte[(int) granules * 2];
    used = new BitSet(tree.length);
    for (int node = 1; node < tree.length; node++) {
      tree[node] = (byte) (1 + levelOf(node));
    }
  }

  /** Bytes of the whole block. */
  public long capacityBytes() {
    return granuleBytes << levels;
  }

  /** Bytes handed out, rounding included. */
  public long usedBytes() {
    return usedBytes;
  }

  /** The size that a request of {@code bytes} really takes. */
  public long roundedBytes(long bytes) {
    return granuleBytes << levelFor(bytes);
  }

  /** Takes a range; its offset is aligned to its rounded size. {@link #NONE} if there is none. */
  public long allocate(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("bytes must be positive: " + bytes);
    }
    int level = levelFor(bytes);
    if (level > levels || tree[1] < 1 + level) {
      return NONE;
    }
    int node = descend(level);
    used.set(node);
    tree[node] = 0;
    updateAbove(node);
    usedBytes += granuleBytes << level;
    return offsetOf(node, level);
  }

  /** Gives back a range by the offset and the size that were asked for. */
  public void free(long offset, long bytes) {
    int level = levelFor(bytes);
    int node = (1 << (levels - level)) + (int) (offset / (granuleBytes << level));
    if (offset < 0 || node >= tree.length || !used.get(node) || offsetOf(node, level) != offset) {
      throw new IllegalStateException("not allocated: offset " + offset + ", bytes " + bytes);
    }
    used.clear(node);
    tree[node] = (byte) (1 + level);
    usedBytes -= granuleBytes << level;
    updateAbove(node);
  }

  private int descend(int level) {
    int node = 1;
    for (int at = levels; at > level; at--) {
      int left = node * 2;
      // The tighter half first keeps large ranges whole.
      boolean leftFits = tree[left] >= 1 + level;
      boolean rightFits = tree[left + 1] >= 1 + level;
      node = leftFits && (!rightFits || tree[left] <= tree[left + 1]) ? left : left + 1;
    }
    return node;
  }

  private void updateAbove(int node) {
    for (int at = node / 2; at >= 1; at /= 2) {
      int whole = 1 + levelOf(at);
      boolean bothFree = tree[at * 2] == whole - 1 && tree[at * 2 + 1] == whole - 1;
      tree[at] = bothFree ? (byte) whole : (byte) Math.max(tree[at * 2], tree[at * 2 + 1]);
    }
  }

  private int levelOf(int node) {
    return levels - (31 - Integer.numberOfLeadingZeros(node));
  }

  private int levelFor(long bytes) {
    long granules = (bytes + granuleBytes - 1) / granuleBytes;
    return granules <= 1 ? 0 : 64 - Long.numberOfLeadingZeros(granules - 1);
  }

  private long offsetOf(int node, int level) {
    return (long) (node - (1 << (levels - level))) * (granuleBytes << level);
  }
}
