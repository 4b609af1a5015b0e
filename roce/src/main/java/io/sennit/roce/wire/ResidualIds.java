// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a CRC is wrong only because the receiver assumed another IPv4 identification.
 *
 * <p>The kernel numbers the segments of one send 0, 1, 2…, and a receiver cannot know which of them
 * it holds. CRC is linear: what a number adds to it does not depend on the packet's bytes, only on
 * how many follow. So the numbers 0 to 127 are all accepted, at the price of seven of the 32 check
 * bits.
 */
public final class ResidualIds {
  /** How many identifications are accepted, from 0. */
  public static final int ACCEPTED = 128;

  private static final int BITS = 7;
  private static final int MOST_PACKET_BYTES = 8192 + 64;

  private final CRC32 crc = new CRC32();
  private final int[] @Nullable [] weights = new int[MOST_PACKET_BYTES + 1][];

  /** Starts with nothing known; each length costs a few microseconds once. */
  public ResidualIds() {}

  /**
   * Whether some accepted identification explains a difference.
   *
   * @param difference of the CRC computed with an accepted identification to the one received
   * @param packetBytes from the BTH to the end, CRC included
   */
  public boolean explain(int difference, int packetBytes) {
    if (packetBytes > MOST_PACKET_BYTES) {
      return false;
    }
    int[] weight = weights(packetBytes);
    int sum = 0;
    // In the order of a Gray code: each step changes one bit.
    for (int step = 1; step < ACCEPTED; step++) {
      sum ^= weight[Integer.numberOfTrailingZeros(step)];
      if (sum == difference) {
        return true;
      }
    }
    return false;
  }

  private int[] weights(int packetBytes) {
    int[] known = weights[packetBytes];
    if (known == null) {
      known = compute(Icrc.BEHIND_ID_BYTES + packetBytes - PacketCheck.ICRC_BYTES);
      weights[packetBytes] = known;
    }
    return known;
  }

  private int[] compute(int bytesBehind) {
    byte[] covered = new byte[1 + bytesBehind];
    int zero = crcOf(covered);
    int[] weight = new int[BITS];
    for (int bit = 0; bit < BITS; bit++) {
      covered[0] = (byte) (1 << bit);
      weight[bit] = zero ^ crcOf(covered);
    }
    return weight;
  }

  private int crcOf(byte[] bytes) {
    crc.reset();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }
}
