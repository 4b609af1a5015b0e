// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of local memory, one behind the other, that together are one message: gathered by what is
 * sent, scattered into by what is fetched or received. A range may be empty.
 *
 * <p>Reusable: it grows to the longest list it ever held and allocates nothing after. Confined to
 * one thread; a provider reads it during a post and keeps no reference to it.
 */
public final class ScatterGatherList {
  private @Nullable MemoryRegion[] regions = new MemoryRegion[1];
  private long[] offsets = new long[1];
  private int[] lengths = new int[1];
  private int size;
  private int length;

  /** Starts as an empty one. */
  public ScatterGatherList() {}

  /** Takes all ranges out. */
  public ScatterGatherList clear() {
    Arrays.fill(regions, 0, size, null);
    size = 0;
    length = 0;
    return this;
  }

  /**
   * Appends a range. Nothing is checked here: a post answers for the form of a list
   * ({@link PostStatus#INVALID}) and a completion for where its ranges are.
   *
   * @param offsetBytes offset in the region
   * @param lengthBytes bytes, 0 or more
   */
  public ScatterGatherList add(MemoryRegion region, long offsetBytes, int lengthBytes) {
    if (size == lengths.length) {
      grow();
    }
    regions[size] = region;
    offsets[size] = offsetBytes;
    lengths[size] = lengthBytes;
    size++;
    boolean negative = length < 0 || lengthBytes < 0;
    length = negative ? -1 : (int) Math.min((long) length + lengthBytes, Integer.MAX_VALUE);
    return this;
  }

  private void grow() {
    regions = Arrays.copyOf(regions, 2 * size);
    offsets = Arrays.copyOf(offsets, 2 * size);
    lengths = Arrays.copyOf(lengths, 2 * size);
  }

  /** Takes everything from another list. */
  public ScatterGatherList copy(ScatterGatherList other) {
    if (other == this) {
      return this;
    }
    clear();
    for (int at = 0; at < other.size; at++) {
      add(other.region(at), other.offsets[at], other.lengths[at]);
    }
    return this;
  }

  /** Ranges. */
  public int size() {
    return size;
  }

  /**
   * Bytes of all ranges: negative if one of them is, {@code Integer.MAX_VALUE} if they are more.
   */
  public int length() {
    return length;
  }

  /**
   * The region of a range.
   *
   * @throws IndexOutOfBoundsException if there is no such range
   */
  public MemoryRegion region(int index) {
    MemoryRegion region = index < size ? regions[index] : null;
    if (region == null) {
      throw new IndexOutOfBoundsException("range " + index + " of " + size);
    }
    return region;
  }

  /** Offset of a range in its region. */
  public long offset(int index) {
    return offsets[index];
  }

  /** Bytes of a range. */
  public int length(int index) {
    return lengths[index];
  }
}
