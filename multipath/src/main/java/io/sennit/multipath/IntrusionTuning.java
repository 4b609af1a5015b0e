// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What is done about packets that the peer has not sent, where the transport cannot tell: every
 * constant of it, and where it is from.
 *
 * @param receiptNanos how long messages may be acknowledged by the transport before the peer itself
 *     is asked whether it has them; 250 ms: a swallowed message is noticed well within a second,
 *     and a session with little to say sends at most four short messages a second more
 * @param mostAtOnce strands that end in a row since something came that cannot have come, and
 *     frames of the lifeline that cannot have come, before the session ends: a peer that is broken
 *     does nothing else. 16: four times all usual strands
 * @param forgiveNanos after which one of them is forgiven; 10 s, as long as a silent peer is waited
 *     for
 */
public record IntrusionTuning(long receiptNanos, int mostAtOnce, long forgiveNanos) {
  private static final long MILLI = 1_000_000;
  private static final long LONGEST = Long.MAX_VALUE / 4;

  public IntrusionTuning {
    within("receiptNanos", receiptNanos, 1, LONGEST);
    within("mostAtOnce", mostAtOnce, 0, 1 << 20);
    within("forgiveNanos", forgiveNanos, 1, LONGEST);
  }

  /** What is used unless told otherwise. */
  public static IntrusionTuning defaults() {
    return new IntrusionTuning(250 * MILLI, 16, 10_000 * MILLI);
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + value);
    }
  }
}
