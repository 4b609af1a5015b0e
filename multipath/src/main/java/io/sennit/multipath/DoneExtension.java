// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/**
 * What DONE carries between header and frame: the lease, and the strands that still hold an
 * unfinished copy of the WRITE. Lease u64, count u16, six reserved bytes, then {@link PathEpoch}s.
 */
final class DoneExtension {
  static final int FIXED_BYTES = 16;

  private DoneExtension() {}

  /** Longest extension with so many paths. */
  static int maxBytes(int paths) {
    return FIXED_BYTES + paths * PathEpoch.BYTES;
  }

  /**
   * Writes the extension.
   *
   * @param unfinishedPaths bit i: path i's strand holds an unfinished copy
   * @return its length
   */
  static int write(
      MemorySegment into, long offset, long lease, StrandSet set, long unfinishedPaths) {
    into.set(BraidHeader.LONG, offset, lease);
    into.set(BraidHeader.SHORT, offset + 8, (short) Long.bitCount(unfinishedPaths));
    into.set(BraidHeader.SHORT, offset + 10, (short) 0);
    into.set(BraidHeader.INT, offset + 12, 0);
    long at = offset + FIXED_BYTES;
    for (long left = unfinishedPaths; left != 0; left &= left - 1) {
      StrandPath path = set.path(Long.numberOfTrailingZeros(left));
      new PathEpoch(path.path, path.epoch).encode(into, at);
      at += PathEpoch.BYTES;
    }
    return (int) (at - offset);
  }

  static long lease(MemorySegment from, long offset) {
    return from.get(BraidHeader.LONG, offset);
  }

  /**
   * Reads which own strands must be dead before the memory is safe.
   *
   * @return bit i: own half of path i is not destroyed yet
   * @throws Violation if the list does not fit its length, or names a life that never was
   */
  static long unfenced(MemorySegment from, long offset, int extensionBytes, StrandSet set) {
    int count = Short.toUnsignedInt(from.get(BraidHeader.SHORT, offset + 8));
    if (extensionBytes != FIXED_BYTES + count * PathEpoch.BYTES) {
      throw new Violation("DONE of " + extensionBytes + " bytes lists " + count + " strands");
    }
    long unfenced = 0;
    for (int i = 0; i < count; i++) {
      PathEpoch named = PathEpoch.decode(from, offset + FIXED_BYTES + (long) i * PathEpoch.BYTES);
      StrandPath path = set.peersPath(named);
      if (path == null) {
        continue; // Forgotten: both halves are destroyed.
      }
      if (PathEpoch.earlier(path.epoch, named.epoch())) {
        throw new Violation("DONE names epoch " + named.epoch() + " of " + path.path);
      }
      Strand strand = path.strand;
      if (strand != null && strand.epoch == named.epoch() && !strand.destroyed) {
        unfenced |= path.bit();
      }
    }
    return unfenced;
  }
}
