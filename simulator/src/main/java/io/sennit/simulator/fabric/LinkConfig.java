// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

/**
 * What a link is, in each of its directions.
 *
 * @param rateBytesPerSecond positive
 * @param delayNanos how long a bit travels; 0 or more
 * @param bufferBytes what may wait before the link; a packet that would make it more is lost
 * @param ecnBytes from how many waiting bytes on packets are marked, if they allow it
 * @param mtuBytes longest IP packet; longer ones are lost
 * @param priorityDscp packets of this DSCP and above have a queue of their own, as long as that of
 *     the others, which goes first; {@link #NO_PRIORITY}: there is one queue for all
 */
public record LinkConfig(
    long rateBytesPerSecond,
    long delayNanos,
    long bufferBytes,
    long ecnBytes,
    int mtuBytes,
    int priorityDscp) {
  /** Above every DSCP. */
  public static final int NO_PRIORITY = 64;

  /** CS5, below EF, CS6 and CS7: what switches usually let go first. */
  public static final int USUAL_PRIORITY = 40;

  /** 25 Gbit/s, 1 us, half a megabyte of which marking begins at a fifth, packets of 4 KiB. */
  public static final LinkConfig STANDARD =
      new LinkConfig(3_125_000_000L, 1_000, 512 << 10, 100 << 10, 4_200);

  private static final int LEAST_MTU_BYTES = 576;
  private static final long MOST_RATE = 1_000_000_000_000L;
  private static final long MOST_DELAY_NANOS = 10_000_000_000L;

  public LinkConfig {
    within("rate", rateBytesPerSecond, 1, MOST_RATE);
    within("delay", delayNanos, 0, MOST_DELAY_NANOS);
    within("mtu", mtuBytes, LEAST_MTU_BYTES, PacketPool.MOST_IP_BYTES);
    within("buffer", bufferBytes, mtuBytes, Long.MAX_VALUE / 4);
    within("ecn", ecnBytes, 0, Long.MAX_VALUE / 4);
    within("priorityDscp", priorityDscp, 0, NO_PRIORITY);
  }

  /** One with a single queue. */
  public LinkConfig(
      long rateBytesPerSecond, long delayNanos, long bufferBytes, long ecnBytes, int mtuBytes) {
    this(rateBytesPerSecond, delayNanos, bufferBytes, ecnBytes, mtuBytes, NO_PRIORITY);
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + value);
    }
  }

  /** The same at another rate. */
  public LinkConfig withRate(long newRateBytesPerSecond) {
    return new LinkConfig(
        newRateBytesPerSecond, delayNanos, bufferBytes, ecnBytes, mtuBytes, priorityDscp);
  }

  /** The same with another delay. */
  public LinkConfig withDelay(long newDelayNanos) {
    return new LinkConfig(
        rateBytesPerSecond, newDelayNanos, bufferBytes, ecnBytes, mtuBytes, priorityDscp);
  }

  /** The same with another buffer, a fifth of which marks. */
  public LinkConfig withBuffer(long newBufferBytes) {
    return new LinkConfig(
        rateBytesPerSecond, delayNanos, newBufferBytes, newBufferBytes / 5, mtuBytes, priorityDscp);
  }

  /** The same with another limit of packets. */
  public LinkConfig withMtu(int newMtuBytes) {
    return new LinkConfig(
        rateBytesPerSecond, delayNanos, bufferBytes, ecnBytes, newMtuBytes, priorityDscp);
  }

  /** The same with a queue that goes first, for this DSCP and above. */
  public LinkConfig withPriority(int newPriorityDscp) {
    return new LinkConfig(
        rateBytesPerSecond, delayNanos, bufferBytes, ecnBytes, mtuBytes, newPriorityDscp);
  }
}
