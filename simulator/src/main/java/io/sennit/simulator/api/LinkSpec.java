// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.LinkConfig;
import java.time.Duration;

/**
 * What a link is, in each of its directions. Packets have up to 4,200 bytes. Immutable.
 *
 * @param bitsPerSecond 8 to 8,000,000,000,000; all headers count
 * @param delay how long a bit travels; 0 to 10 s
 * @param bufferBytes what may wait before the link, at least a packet; what finds no room is lost,
 *     and from a fifth of it on packets are marked (ECN)
 * @param priority whether what has a DSCP of 40 or more (CS5, EF, CS6, CS7) waits in a queue of its
 *     own that goes first, as in networks with classes
 */
public record LinkSpec(long bitsPerSecond, Duration delay, long bufferBytes, boolean priority) {
  private static final long LEAST_BITS = 8;
  private static final long MOST_BITS = 8_000_000_000_000L;
  private static final Duration MOST_DELAY = Duration.ofSeconds(10);
  private static final int LEAST_BUFFER = LinkConfig.STANDARD.mtuBytes();
  private static final long MOST_BUFFER = 1L << 40;

  public LinkSpec {
    if (bitsPerSecond < LEAST_BITS || bitsPerSecond > MOST_BITS) {
      throw new IllegalArgumentException("a link of " + bitsPerSecond + " bit/s: give it "
          + LEAST_BITS + " to " + MOST_BITS + "; one that carries nothing is cut()");
    }
    if (delay.isNegative() || delay.compareTo(MOST_DELAY) > 0) {
      throw new IllegalArgumentException(
          "a link with a delay of " + delay + ": give it 0 to " + MOST_DELAY);
    }
    if (bufferBytes < LEAST_BUFFER || bufferBytes > MOST_BUFFER) {
      throw new IllegalArgumentException("a link with a buffer of " + bufferBytes
          + " bytes: give it " + LEAST_BUFFER + ", which is a packet, to " + MOST_BUFFER);
    }
  }

  /** One with a single queue. */
  public LinkSpec(long bitsPerSecond, Duration delay, long bufferBytes) {
    this(bitsPerSecond, delay, bufferBytes, false);
  }

  /** So many Gbit/s, a delay of 1 us, a buffer of 512 KiB. */
  public static LinkSpec gigabits(double gigabitsPerSecond) {
    return new LinkSpec(bits(gigabitsPerSecond), Duration.ofNanos(1_000), 512 << 10);
  }

  private static long bits(double gigabitsPerSecond) {
    return Math.round(gigabitsPerSecond * 1e9);
  }

  /** The same at another rate. */
  public LinkSpec withGigabits(double gigabitsPerSecond) {
    return new LinkSpec(bits(gigabitsPerSecond), delay, bufferBytes, priority);
  }

  /** The same with another delay. */
  public LinkSpec withDelay(Duration newDelay) {
    return new LinkSpec(bitsPerSecond, newDelay, bufferBytes, priority);
  }

  /** The same with another buffer. */
  public LinkSpec withBuffer(long newBufferBytes) {
    return new LinkSpec(bitsPerSecond, delay, newBufferBytes, priority);
  }

  /** The same with a queue that goes first. */
  public LinkSpec withPriority() {
    return new LinkSpec(bitsPerSecond, delay, bufferBytes, true);
  }

  LinkConfig config() {
    return LinkConfig.STANDARD
        .withRate(bitsPerSecond / Byte.SIZE)
        .withDelay(delay.toNanos())
        .withBuffer(bufferBytes)
        .withPriority(priority ? LinkConfig.USUAL_PRIORITY : LinkConfig.NO_PRIORITY);
  }
}
