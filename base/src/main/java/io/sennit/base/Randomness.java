// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

import java.security.SecureRandom;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * The only source of randomness for all rooms: seeded, so that a run can be replayed, or secure,
 * for everything that a peer must not guess.
 */
public final class Randomness {
  private final RandomGenerator generator;

  private Randomness(RandomGenerator generator) {
    this.generator = generator;
  }

  /** Replayable; confined to one thread. */
  public static Randomness seeded(long seed) {
    return new Randomness(new Random(seed));
  }

  /** Unpredictable; safe from any thread. */
  public static Randomness secure() {
    return new Randomness(new SecureRandom());
  }

  public long nextLong() {
    return generator.nextLong();
  }

  public int nextInt() {
    return generator.nextInt();
  }

  /** Uniform in 0 (inclusive) to {@code bound} (exclusive). */
  public int nextInt(int bound) {
    return generator.nextInt(bound);
  }

  public boolean nextBoolean() {
    return generator.nextBoolean();
  }

  /** Fills the array. */
  public void nextBytes(byte[] into) {
    generator.nextBytes(into);
  }
}
