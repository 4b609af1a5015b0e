// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * How it is found out what a path carries.
 *
 * @param rounds probes of one size that have to be lost, each while a short packet sent right
 *     behind it arrived, before the size is taken for too long: 4, so that one packet in ten that
 *     is lost by chance is not taken for a black hole once in a thousand times
 * @param slackNanos how long after the answer to the short packet that to the long one may come, in
 *     the first round; each further round waits twice as long, since a queue that is full drops
 *     long packets first. 1 ms: four rounds are 15 ms and four round trips
 * @param leastSilenceNanos first wait for any answer; each further one is twice as long
 * @param mostSilenceNanos longest wait for any answer
 * @param mostSilences waits without any answer in a row after which a search ends, and a path is
 *     left as it was: it is not its long packets that are lost. Twice as many if nothing was known,
 *     since the peer may not be there yet; not for ever, since it may be somebody who never asked
 *     for it
 * @param doubtNanos least pause between two doubts
 * @param raiseNanos pause before it is tried whether a path carries more than it did: 60 s; RFC
 *     8899 has 600 s, where a probe that is too long costs more
 */
public record PathMtuTuning(
    int rounds,
    long slackNanos,
    long leastSilenceNanos,
    long mostSilenceNanos,
    int mostSilences,
    long doubtNanos,
    long raiseNanos) {
  private static final long MILLI = 1_000_000;
  private static final int MOST_ROUNDS = 16;

  /** What a device uses. */
  public static final PathMtuTuning STANDARD =
      new PathMtuTuning(4, MILLI, 5 * MILLI, 1_000 * MILLI, 5, 10 * MILLI, 60_000 * MILLI);

  public PathMtuTuning {
    if (rounds < 1 || rounds > MOST_ROUNDS || mostSilences < 1 || mostSilences > MOST_ROUNDS) {
      throw new IllegalArgumentException(
          rounds + " rounds and " + mostSilences + " silences are not 1 to " + MOST_ROUNDS);
    }
    if (slackNanos < 1
        || leastSilenceNanos < 1
        || mostSilenceNanos < leastSilenceNanos
        || doubtNanos < 1
        || raiseNanos < 1) {
      throw new IllegalArgumentException("times of a search are positive");
    }
  }

  /** The same with another pause before more is tried. */
  public PathMtuTuning withRaise(long newRaiseNanos) {
    return new PathMtuTuning(
        rounds,
        slackNanos,
        leastSilenceNanos,
        mostSilenceNanos,
        mostSilences,
        doubtNanos,
        newRaiseNanos);
  }
}
