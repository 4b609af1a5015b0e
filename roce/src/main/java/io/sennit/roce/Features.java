// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * What two queue pairs may do with each other beyond what every RoCEv2 peer can: bits of
 * {@link QueuePairAddress#features}. Only what both announce is used; unknown bits are ignored. A
 * peer that is not Sennit announces none.
 */
final class Features {
  /** Packets ahead of a gap are kept and acknowledged selectively; only missing ones are resent. */
  static final int SELECTIVE_REPAIR = 1;

  /** All packets of a WRITE, and of the answer to a READ, are of one size: see docs/WIRE.md. */
  static final int EQUAL_PACKETS = 1 << 3;

  /** What this engine can do. */
  static final int OWN = SELECTIVE_REPAIR | EQUAL_PACKETS;

  private Features() {}

  /** Whether a set of bits has all of these. */
  static boolean has(int features, int wanted) {
    return (features & wanted) == wanted;
  }
}
