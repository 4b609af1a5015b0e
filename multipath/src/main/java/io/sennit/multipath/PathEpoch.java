// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.lang.foreign.MemorySegment;

/**
 * Names one strand on the wire: local port u16, remote port u16, route label u32, epoch u32, flags
 * u32 (of a FENCE; else reserved), as the sender of the frame sees it.
 */
record PathEpoch(Path path, int epoch) {
  static final int BYTES = 16;

  /** In place of the reserved word of a FENCE: the path is to rest. */
  private static final int RESTS = 1;

  private static final int FLAGS = 12;

  void encode(MemorySegment into, long offset) {
    into.set(BraidHeader.SHORT, offset, (short) path.localPort());
    into.set(BraidHeader.SHORT, offset + 2, (short) path.remotePort());
    into.set(BraidHeader.INT, offset + 4, path.routeLabel());
    into.set(BraidHeader.INT, offset + 8, epoch);
    into.set(BraidHeader.INT, offset + FLAGS, 0);
  }

  /** Says of an encoded one that its path is to rest. */
  static void setResting(MemorySegment into, long offset) {
    into.set(BraidHeader.INT, offset + FLAGS, RESTS);
  }

  static boolean isResting(MemorySegment from, long offset) {
    return (from.get(BraidHeader.INT, offset + FLAGS) & RESTS) != 0;
  }

  static PathEpoch decode(MemorySegment from, long offset) {
    int local = Short.toUnsignedInt(from.get(BraidHeader.SHORT, offset));
    int remote = Short.toUnsignedInt(from.get(BraidHeader.SHORT, offset + 2));
    int label = from.get(BraidHeader.INT, offset + 4);
    return new PathEpoch(new Path(local, remote, label), from.get(BraidHeader.INT, offset + 8));
  }

  /** As the other side names it. */
  PathEpoch reversed() {
    return new PathEpoch(path.reversed(), epoch);
  }

  /** Whether this is an earlier life than {@code other}; epochs are unsigned. */
  static boolean earlier(int epoch, int other) {
    return Integer.compareUnsigned(epoch, other) < 0;
  }
}
