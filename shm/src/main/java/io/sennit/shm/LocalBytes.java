// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.base.Copies;
import io.sennit.verbs.ScatterGatherList;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of a request are on this side: in one place, which is the common case, or in
 * several ranges one behind the other. Reused.
 */
final class LocalBytes {
  private MemorySegment segment;
  private long start;
  private @Nullable ScatterGatherList several;

  /** In one place. */
  LocalBytes(MemorySegment segment, long start) {
    this.segment = segment;
    this.start = start;
  }

  /** Those of a request whose ranges are this side's regions, all of them in its file. */
  LocalBytes set(WorkRequest request, MemorySegment file) {
    ScatterGatherList ranges = request.ranges();
    segment = file;
    several = ranges.size() > 1 ? ranges : null;
    start = ranges.size() == 1 ? address(ranges, 0) : 0;
    return this;
  }

  private static long address(ScatterGatherList ranges, int range) {
    return ranges.region(range).address() + ranges.offset(range);
  }

  /** Copies a part to the peer. */
  void copyTo(MemorySegment to, long toOffset, int from, int length) {
    ScatterGatherList ranges = several;
    if (ranges == null) {
      copy(segment, start + from, to, toOffset, length);
      return;
    }
    int skipped = from;
    int done = 0;
    for (int range = 0; done < length; range++) {
      int piece = Math.min(length - done, ranges.length(range) - skipped);
      copy(segment, address(ranges, range) + skipped, to, toOffset + done, piece);
      done += Math.max(0, piece);
      skipped = Math.max(0, skipped - ranges.length(range));
    }
  }

  /** Copies a part from the peer. */
  void copyFrom(MemorySegment from, long fromOffset, int to, int length) {
    ScatterGatherList ranges = several;
    if (ranges == null) {
      copy(from, fromOffset, segment, start + to, length);
      return;
    }
    int skipped = to;
    int done = 0;
    for (int range = 0; done < length; range++) {
      int piece = Math.min(length - done, ranges.length(range) - skipped);
      copy(from, fromOffset + done, segment, address(ranges, range) + skipped, piece);
      done += Math.max(0, piece);
      skipped = Math.max(0, skipped - ranges.length(range));
    }
  }

  /** Puts what an atomic found into the only range. */
  void word(long value) {
    segment.set(ValueLayout.JAVA_LONG_UNALIGNED, start, value);
  }

  /** The word in the only range. */
  long word() {
    return segment.get(ValueLayout.JAVA_LONG_UNALIGNED, start);
  }

  private static void copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int length) {
    if (length > 0) {
      Copies.copy(from, fromOffset, to, toOffset, length);
    }
  }
}
