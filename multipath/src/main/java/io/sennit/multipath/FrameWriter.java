// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;

/** Writes one frame straight into registered memory. Called on the owner thread, at most once. */
@FunctionalInterface
public interface FrameWriter {
  /**
   * Writes the frame.
   *
   * @param slot where to write; valid only during the call; {@link Braid#maxFrameBytes()} long at
   *     least
   * @return the frame's length in bytes, 0 to {@link Braid#maxFrameBytes()}
   */
  int write(MemorySegment slot);
}
