// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** One of four paths becomes slow while it is full: how long what stands on it keeps others. */
final class SlowPathsTest {
  private static final int BYTES = 16 << 20;
  private static final long RATE = 50 * Roads.MEGABYTE;
  private static final long SLOW_RATE = RATE / 10;

  private final Roads roads = begin();

  private static Roads begin() {
    Roads roads = Roads.four(9);
    roads.all(path -> path.rate(RATE));
    roads.read(BYTES).finish(Roads.SECOND);
    return roads;
  }

  @Test
  void holdsWhatTheOthersBringForMillisecondsOnly() {
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(20 * Roads.MILLI);
    long leftBytes = BYTES - roads.pair.near.count(Counter.READ_BYTES) + BYTES;
    long slowedNanos = roads.pair.nowNanos;
    roads.path(2).rate(SLOW_RATE);
    reading.finish(Roads.SECOND);
    double tookNanos = roads.pair.nowNanos - slowedNanos;
    double leastNanos = leftBytes * 1e9 / (3 * RATE);
    assertTrue(
        tookNanos < leastNanos + 30 * Roads.MILLI,
        () -> tookNanos + " of " + leastNanos + roads.pair);
    roads.closeAndCheck();
  }

  @Test
  void noMoreIsPostedThanItCarriesInMilliseconds() {
    Roads.Reading reading = roads.read(BYTES);
    roads.pass(20 * Roads.MILLI);
    long aheadNanos = PathTuning.defaults().aheadNanos();
    double most = RATE * aheadNanos / 1e9 + BraidConfig.defaults().chunkBytes();
    for (int label = 1; label <= 4; label++) {
      long bytes = roads.near(label).inFlightBytes();
      assertTrue(bytes > 0 && bytes <= most, () -> bytes + " bytes" + roads.pair);
    }
    reading.finish(Roads.SECOND);
    roads.closeAndCheck();
  }

  @Test
  void itIsKnownToBeSlowAfterAFewRounds() {
    Roads.Reading reading = roads.read(3 * BYTES);
    roads.pass(20 * Roads.MILLI);
    roads.path(2).rate(SLOW_RATE);
    roads.pass(120 * Roads.MILLI);
    long believed = roads.near(2).rateBytesPerSecond();
    assertTrue(believed < 2 * SLOW_RATE, () -> believed + " bytes/s" + roads.pair);
    reading.finish(2 * Roads.SECOND);
    roads.closeAndCheck();
  }
}
