// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.ScatterGatherList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of this side's memory that a request or a receive names, one behind the other; reused.
 * Each is a use of its region until {@link #release}. The table of several is made by the first
 * request that has several.
 */
final class LocalMemory {
  private int count;
  private int length;

  /** The only range. */
  private PacketMemory memory = BurstWriter.EMPTY;

  private long offset;
  private @Nullable RoceMemoryRegion region;
  private @Nullable Table table;

  LocalMemory() {}

  /** The ranges of several. */
  private static final class Table {
    final @Nullable RoceMemoryRegion[] regions = new RoceMemoryRegion[RoceDomain.MOST_RANGES];
    final PacketMemory[] memories = new PacketMemory[RoceDomain.MOST_RANGES];
    final long[] offsets = new long[RoceDomain.MOST_RANGES];

    /** Offset in the whole of what lies behind each. */
    final int[] ends = new int[RoceDomain.MOST_RANGES];

    Table() {}
  }

  /** Whether a domain's request may do something with every one of some ranges. */
  static boolean permits(ScatterGatherList ranges, RoceDomain domain, int rights) {
    for (int at = 0; at < ranges.size(); at++) {
      if (!(ranges.region(at) instanceof RoceMemoryRegion region)
          || !region.permits(domain, ranges.offset(at), ranges.length(at), rights)) {
        return false;
      }
    }
    return true;
  }

  /** Takes ranges that are permitted. */
  void borrow(ScatterGatherList ranges) {
    count = ranges.size();
    length = ranges.length();
    if (count == 1) {
      borrow((RoceMemoryRegion) ranges.region(0), ranges.offset(0), length);
    } else if (count > 1) {
      borrowSeveral(ranges);
    }
  }

  /** Takes the one range that is permitted. */
  void borrow(RoceMemoryRegion from, long fromOffset, int bytes) {
    from.use();
    count = 1;
    length = bytes;
    region = from;
    memory = from.memory();
    offset = fromOffset;
  }

  private void borrowSeveral(ScatterGatherList ranges) {
    Table several = table;
    if (several == null) {
      several = new Table();
      table = several;
    }
    int end = 0;
    for (int at = 0; at < count; at++) {
      RoceMemoryRegion from = (RoceMemoryRegion) ranges.region(at);
      from.use();
      several.regions[at] = from;
      several.memories[at] = from.memory();
      several.offsets[at] = ranges.offset(at);
      end += ranges.length(at);
      several.ends[at] = end;
    }
  }

  /** Copies what is permitted, and forgets where it was. */
  void copy(ScatterGatherList ranges, PacketMemory target) {
    int done = 0;
    for (int at = 0; at < ranges.size(); at++) {
      int bytes = ranges.length(at);
      MemorySegment from = ranges.region(at).segment();
      MemorySegment.copy(from, ranges.offset(at), target.segment(), done, bytes);
      done += bytes;
    }
    count = 1;
    length = done;
    memory = target;
    offset = 0;
  }

  void release() {
    if (region != null) {
      region.release();
      region = null;
    }
    if (count > 1 && table != null) {
      releaseAll(table);
    }
    count = 0;
    length = 0;
    memory = BurstWriter.EMPTY;
    offset = 0;
  }

  private void releaseAll(Table several) {
    for (int at = 0; at < count; at++) {
      RoceMemoryRegion used = several.regions[at];
      if (used != null) {
        used.release();
        several.regions[at] = null;
        several.memories[at] = BurstWriter.EMPTY;
      }
    }
  }

  /** Bytes of all ranges. */
  int length() {
    return length;
  }

  /** The region of the only range; null if there is none, or its bytes were copied. */
  @Nullable
  RoceMemoryRegion region() {
    return region;
  }

  /** Offset of the only range in its region. */
  long offset() {
    return offset;
  }

  /** The range that has so many bytes of the whole, one after the other; negative if none has. */
  int range(int at, int bytes) {
    Table several = table;
    if (count <= 1 || several == null) {
      return 0;
    }
    int range = find(several, at);
    return at + bytes <= several.ends[range] ? range : -1;
  }

  private static int find(Table several, int at) {
    int range = 0;
    while (several.ends[range] <= at) {
      range++;
    }
    return range;
  }

  PacketMemory memory(int range) {
    return count <= 1 || table == null ? memory : table.memories[range];
  }

  /** Offset in the memory of a range of what is at an offset in the whole. */
  long offset(int range, int at) {
    return count <= 1 || table == null ? offset + at : offset(table, range, at);
  }

  private static long offset(Table several, int range, int at) {
    int start = range == 0 ? 0 : several.ends[range - 1];
    return several.offsets[range] + at - start;
  }

  /** Copies a part, of at least one byte, to one place. */
  void gather(int at, int bytes, MemorySegment to, long toOffset) {
    int done = 0;
    while (done < bytes) {
      int range = range(at + done, 1);
      int piece = Math.min(bytes - done, left(range, at + done));
      MemorySegment from = memory(range).segment();
      MemorySegment.copy(from, offset(range, at + done), to, toOffset + done, piece);
      done += piece;
    }
  }

  /** Puts a part where it belongs. */
  void scatter(MemorySegment from, long fromOffset, int at, int bytes) {
    int done = 0;
    while (done < bytes) {
      int range = range(at + done, 1);
      int piece = Math.min(bytes - done, left(range, at + done));
      MemorySegment to = memory(range).segment();
      MemorySegment.copy(from, fromOffset + done, to, offset(range, at + done), piece);
      done += piece;
    }
  }

  private int left(int range, int at) {
    return (count <= 1 || table == null ? length : table.ends[range]) - at;
  }

  /** Puts what an atomic found into the only range. */
  void word(long value) {
    memory.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
  }
}
