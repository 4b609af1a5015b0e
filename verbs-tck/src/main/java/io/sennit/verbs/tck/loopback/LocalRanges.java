// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Access;
import io.sennit.verbs.ScatterGatherList;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What is done with the ranges of a request or a receive as a whole. Guarded by the fabric. */
final class LocalRanges {
  private LocalRanges() {}

  /** Whether every range is inside a living region of a domain that allows something. */
  static boolean areAllowed(
      ScatterGatherList ranges, LoopbackDomain domain, @Nullable Access right) {
    for (int at = 0; at < ranges.size(); at++) {
      boolean allowed = ranges.region(at) instanceof LoopbackRegion region
          && region.domain() == domain
          && region.contains(ranges.offset(at), ranges.length(at))
          && (right == null || region.allows(right));
      if (!allowed) {
        return false;
      }
    }
    return true;
  }

  /** Whether the memory of every range is still there. */
  static boolean areAlive(ScatterGatherList ranges) {
    for (int at = 0; at < ranges.size(); at++) {
      boolean alive = ranges.region(at) instanceof LoopbackRegion region
          && region.contains(ranges.offset(at), ranges.length(at));
      if (!alive) {
        return false;
      }
    }
    return true;
  }

  /** A copy of all bytes, one range behind the other. */
  static MemorySegment gather(ScatterGatherList ranges) {
    MemorySegment all = Arena.ofAuto().allocate(Math.max(1, ranges.length()));
    long to = 0;
    for (int at = 0; at < ranges.size(); at++) {
      int length = ranges.length(at);
      MemorySegment.copy(ranges.region(at).segment(), ranges.offset(at), all, to, length);
      to += length;
    }
    return all;
  }

  /** All bytes as they are now: one range in place, several as a copy. */
  static MemorySegment view(ScatterGatherList ranges) {
    return ranges.size() == 1
        ? ranges.region(0).segment().asSlice(ranges.offset(0), ranges.length())
        : gather(ranges);
  }

  /** Puts so many bytes where the ranges are. */
  static void scatter(MemorySegment from, long offset, int length, ScatterGatherList ranges) {
    int done = 0;
    for (int at = 0; done < length; at++) {
      int piece = Math.min(length - done, ranges.length(at));
      MemorySegment to = ranges.region(at).segment();
      MemorySegment.copy(from, offset + done, to, ranges.offset(at), piece);
      done += piece;
    }
  }
}
