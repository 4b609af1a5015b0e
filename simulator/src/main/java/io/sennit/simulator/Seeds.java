// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator;

import io.sennit.base.Randomness;

/**
 * Randomness for every part of a world out of one seed, by name: what one part draws does not
 * change what another gets, so that a small change of a scenario stays small. Immutable.
 *
 * @param seed any
 */
public record Seeds(long seed) {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

  /** The seeds of a part that has parts of its own. */
  public Seeds child(String name) {
    return new Seeds(mix(hash(mix(seed + GOLDEN), name)));
  }

  /** Randomness of a part; the same sequence at every call. */
  public Randomness randomness(String name) {
    return Randomness.seeded(child(name).seed());
  }

  /** Scatters the bits of a number; MurmurHash3's finalizer as in SplitMix64. */
  public static long mix(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return mixed ^ (mixed >>> 31);
  }

  static long hash(long start, String text) {
    long hash = start;
    for (int at = 0; at < text.length(); at++) {
      hash = mix(hash + GOLDEN + text.charAt(at));
    }
    return mix(hash + text.length());
  }
}
