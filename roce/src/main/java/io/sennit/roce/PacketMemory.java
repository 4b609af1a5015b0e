// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Native memory in which packets or their payloads lie, with the buffer views that the JDK's CRC
 * needs made once. Confined to one thread, though the memory itself need not be.
 */
public final class PacketMemory {
  private static final int WINDOW_SHIFT = 30;
  /** Longest buffer that the JDK makes of a segment. */
  private static final long MOST_WINDOW_BYTES = Integer.MAX_VALUE - 8;

  private final MemorySegment segment;
  private final ByteBuffer[] windows;

  private PacketMemory(MemorySegment segment, ByteBuffer[] windows) {
    this.segment = segment;
    this.windows = windows;
  }

  /**
   * Makes the views of a segment.
   *
   * @param segment native; whoever made it keeps it alive while this is used
   */
  public static PacketMemory of(MemorySegment segment) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException("packets lie in native memory, not in " + segment);
    }
    ByteBuffer[] windows = new ByteBuffer[1 + (int) (segment.byteSize() >>> WINDOW_SHIFT)];
    for (int at = 0; at < windows.length; at++) {
      long from = (long) at << WINDOW_SHIFT;
      long bytes = Math.min(segment.byteSize() - from, MOST_WINDOW_BYTES);
      windows[at] = segment.asSlice(from, bytes).asByteBuffer();
    }
    return new PacketMemory(segment, windows);
  }

  public MemorySegment segment() {
    return segment;
  }

  /** Runs a range through a CRC; less than 2^30 - 8 bytes. */
  void crc(CRC32 crc, long offset, int length) {
    int window = (int) (offset >>> WINDOW_SHIFT);
    int from = (int) (offset - ((long) window << WINDOW_SHIFT));
    ByteBuffer view = windows[window];
    view.limit(from + length);
    view.position(from);
    crc.update(view);
    view.clear();
  }
}
