// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

/** Arithmetic of packet sequence numbers: 24 bits, compared within half their circle. */
public final class Psn {
  private static final int UNUSED_BITS = 8;

  private Psn() {}

  /** The number that lies so many behind (or, negative, before) another. */
  public static int plus(int psn, int packets) {
    return (psn + packets) & Wire.BITS_24;
  }

  /** How far {@code psn} lies behind {@code base}, −2^23 to 2^23 − 1. */
  public static int minus(int psn, int base) {
    return ((psn - base) << UNUSED_BITS) >> UNUSED_BITS;
  }

  /** Packets that a message takes; an empty one takes one. */
  public static int packets(long messageBytes, int mtuBytes) {
    return messageBytes == 0 ? 1 : (int) ((messageBytes - 1) / mtuBytes) + 1;
  }
}
