// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Memory of one side that the other side may touch: what a grant or a loan hands out.
 *
 * <p>Immutable, safe from any thread. Its encoding is {@value #ENCODED_BYTES} bytes, big-endian.
 *
 * @param address opaque to the peer
 * @param remoteKey what the peer must show
 * @param length bytes, 0 or more
 * @param leaseId which lease it belongs to; 0: user memory without a lease
 */
public record RemoteSpan(long address, int remoteKey, long length, long leaseId) {
  /** Bytes of the encoding; four of them are reserved: written as 0, ignored when read. */
  public static final int ENCODED_BYTES = 32;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  public RemoteSpan {
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
  }

  /** Writes the encoding at {@code offset}. */
  public void encode(MemorySegment into, long offset) {
    into.set(LONG, offset, address);
    into.set(LONG, offset + 8, length);
    into.set(LONG, offset + 16, leaseId);
    into.set(INT, offset + 24, remoteKey);
    into.set(INT, offset + 28, 0);
  }

  /**
   * Reads the encoding at {@code offset}; each field is read once.
   *
   * @throws IllegalArgumentException if the length is negative
   */
  public static RemoteSpan decode(MemorySegment from, long offset) {
    return new RemoteSpan(
        from.get(LONG, offset),
        from.get(INT, offset + 24),
        from.get(LONG, offset + 8),
        from.get(LONG, offset + 16));
  }
}
