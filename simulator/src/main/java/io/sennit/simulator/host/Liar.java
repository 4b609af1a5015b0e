// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.base.Randomness;

/** Whether a host lies in its frames just now, and how often. Confined to the world's thread. */
final class Liar {
  private static final int MILLION = 1_000_000;

  private final Randomness random;
  private int ppm;

  Liar(Randomness random) {
    this.random = random;
  }

  /** It lies in so many of a million frames from now on; 0: in none. */
  void lie(int newPpm) {
    ppm = newPpm;
  }

  boolean liesNow() {
    return ppm > 0 && random.nextInt(MILLION) < ppm;
  }

  Randomness random() {
    return random;
  }
}
