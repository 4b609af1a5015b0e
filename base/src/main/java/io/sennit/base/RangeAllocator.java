// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Book-keeping for ranges inside a larger block of memory: a binary buddy allocator over offsets.
 * It touches no memory itself, and what it keeps of a part that was never used is nothing. Confined
 * to one thread, or guarded by the caller.
 *
 * <p>Sizes are rounded up to a power of two, at least the granule. Source: Knowlton, "A fast
 * storage allocator", CACM 8(10), 1965.
 */
public final class RangeAllocator {
  /** Returned by {@link #allocate} when no range is free. */
  public static final long NONE = -1;

  private static final int PAGE = 512;

  private final long granuleBytes;
  private final int levels;

  /**
   * A heap-ordered tree, in pages; nodes hold 1 + the level of the largest free range below, or 0.
   * A page that is not there is one of nodes that are free as a whole.
   */
  private final byte[] @Nullable [] pages;

  private final int nodes;
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
    nodes = (int) granules * 2;
    pages = new byte[(nodes + PAGE - 1) / PAGE][];
    used = new BitSet();
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
    if (level > levels || free(1) < 1 + level) {
      return NONE;
    }
    int node = descend(level);
    makePages(node); // First: a tree that was changed half way would hand a range out twice.
    used.set(node);
    setFree(node, 0);
    updateAbove(node);
    usedBytes += granuleBytes << level;
    return offsetOf(node, level);
  }

  /** Gives back a range by the offset and the size that were asked for. */
  public void free(long offset, long bytes) {
    int level = levelFor(bytes);
    int node = (1 << (levels - level)) + (int) (offset / (granuleBytes << level));
    if (offset < 0 || node >= nodes || !used.get(node) || offsetOf(node, level) != offset) {
      throw new IllegalStateException("not allocated: offset " + offset + ", bytes " + bytes);
    }
    used.clear(node);
    setFree(node, 1 + level);
    usedBytes -= granuleBytes << level;
    updateAbove(node);
  }

  private int descend(int level) {
    int node = 1;
    for (int at = levels; at > level; at--) {
      int left = node * 2;
      // The tighter half first keeps large ranges whole.
      int inLeft = free(left);
      int inRight = free(left + 1);
      node = inLeft > level && (inRight <= level || inLeft <= inRight) ? left : left + 1;
    }
    return node;
  }

  private void makePages(int node) {
    for (int at = node; at >= 1; at /= 2) {
      if (pages[at / PAGE] == null) {
        makePage(at / PAGE);
      }
    }
  }

  private void updateAbove(int node) {
    for (int at = node / 2; at >= 1; at /= 2) {
      int whole = 1 + levelOf(at);
      int left = free(at * 2);
      int right = free(at * 2 + 1);
      boolean bothFree = left == whole - 1 && right == whole - 1;
      setFree(at, bothFree ? whole : Math.max(left, right));
    }
  }

  private int free(int node) {
    byte[] page = pages[node / PAGE];
    return page == null ? 1 + levelOf(node) : page[node % PAGE];
  }

  /** Sets a node's value; its page and those above it must exist. */
  private void setFree(int node, int value) {
    Objects.requireNonNull(pages[node / PAGE])[node % PAGE] = (byte) value;
  }

  private void makePage(int index) {
    byte[] page = new byte[PAGE];
    for (int i = index == 0 ? 1 : 0; i < PAGE; i++) {
      page[i] = (byte) (1 + levelOf(index * PAGE + i));
    }
    pages[index] = page;
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
