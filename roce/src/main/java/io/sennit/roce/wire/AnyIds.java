// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a CRC is wrong only because the receiver could not see the IPv4 identification, and
 * which one it was: NICs and Linux' rxe count it, and a UDP socket does not show it.
 *
 * <p>CRC is linear: each bit of the identification adds a fixed pattern to it, which depends only
 * on how many bytes follow. The 16 patterns span 2^16 of the 2^32 differences, so that of the 32
 * check bits 16 remain. Where that is too few, IPv6 hides nothing.
 */
public final class AnyIds {
  private static final int BITS = 16;

  /**
   * Longer than any that may come, so that one which is too long is refused and not only dropped.
   */
  private static final int MOST_PACKET_BYTES = 8192 + 64;

  private final CRC32 crc = new CRC32();
  private final @Nullable Basis[] bases = new Basis[MOST_PACKET_BYTES + 1];

  /** Starts with nothing known; each length costs some ten microseconds once. */
  public AnyIds() {}

  /**
   * Whether some identification explains a difference.
   *
   * @param difference of the CRC computed with one identification to the one received
   * @param packetBytes from the BTH to the end, CRC included
   */
  public boolean explain(int difference, int packetBytes) {
    return identification(difference, packetBytes) >= 0;
  }

  /**
   * The one identification that explains a difference; −1 if none does.
   *
   * @param difference of the CRC computed with identification 0 to the one received
   * @param packetBytes from the BTH to the end, CRC included
   */
  public int identification(int difference, int packetBytes) {
    if (packetBytes > MOST_PACKET_BYTES) {
      return -1;
    }
    Basis known = bases[packetBytes];
    if (known == null) {
      known = compute(Icrc.BEHIND_ID_BYTES + packetBytes - PacketCheck.ICRC_BYTES);
      bases[packetBytes] = known;
    }
    return known.solve(difference);
  }

  private Basis compute(int bytesBehind) {
    byte[] covered = new byte[2 + bytesBehind];
    int zero = crcOf(covered);
    Basis basis = new Basis();
    for (int bit = 0; bit < BITS; bit++) {
      int at = bit < Byte.SIZE ? 1 : 0;
      covered[at] = (byte) (1 << (bit % Byte.SIZE));
      basis.add(zero ^ crcOf(covered), 1 << bit);
      covered[at] = 0;
    }
    return basis;
  }

  private int crcOf(byte[] bytes) {
    crc.reset();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }

  /** Patterns in echelon form, each with a leading bit of its own and the bits that make it. */
  private static final class Basis {
    private final int[] patterns = new int[BITS];
    private final short[] identifications = new short[BITS];
    private int size;

    void add(int pattern, int identification) {
      int reduced = pattern;
      int made = identification;
      for (int at = 0; at < size; at++) {
        if ((reduced & Integer.highestOneBit(patterns[at])) != 0) {
          reduced ^= patterns[at];
          made ^= identifications[at];
        }
      }
      patterns[size] = reduced;
      identifications[size++] = (short) made;
    }

    int solve(int difference) {
      int left = difference;
      int made = 0;
      for (int at = 0; at < BITS; at++) {
        if ((left & Integer.highestOneBit(patterns[at])) != 0) {
          left ^= patterns[at];
          made ^= identifications[at];
        }
      }
      return left == 0 ? made & 0xffff : -1;
    }
  }
}
