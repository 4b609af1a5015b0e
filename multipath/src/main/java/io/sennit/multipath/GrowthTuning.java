// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * When a braid opens further strands, rests them and moves a path to another route: every constant
 * of it, and where it is from.
 *
 * @param periodNanos how often it is looked at; 100 ms are many round trips of any fabric that RDMA
 *     runs on, so that windows have grown and the ends of transfers do not count for much
 * @param stretchPeriods periods in a row that strands must be full before as many more are tried;
 *     and those of each kind, with and without them, that their gain is measured over: half a
 *     second, since on a busy machine a flow's rate swings by a tenth
 * @param gainPercent of what a strand carries on average that each further one must add for them to
 *     stay; an eighth: as many as four that find the one of four spines that was missed add a
 *     third, or less while it is the processors that are full
 * @param openingNanos how long a further strand may take until it carries traffic; as the first
 *     pause before a rebuild, ten times over
 * @param missesInARow tries that may bring nothing before there is a pause; one, since each tries
 *     many routes at once
 * @param holdNanos the first pause; each one that follows is twice as long, and somewhat random
 * @param mostHoldNanos the longest
 * @param idleNanos without bulk data before further strands rest; 10 s as a round trip is believed
 * @param slowPeriods in a row that a route must be slower than another one before it is left; 12
 *     rounds as in PLB (SIGCOMM 2022) for a busy connection, but each of a period: where loops
 *     share processors, round trips of one and the same route differ for longer than a few
 * @param slowPercent of the round trip of the best route between the same ports, above which one is
 *     slow; 150 as in PLB
 * @param betterPercent of its round trip that another route must stay below to take its place
 */
public record GrowthTuning(
    long periodNanos,
    int stretchPeriods,
    int gainPercent,
    long openingNanos,
    int missesInARow,
    long holdNanos,
    long mostHoldNanos,
    long idleNanos,
    int slowPeriods,
    int slowPercent,
    int betterPercent) {
  private static final long MILLI = 1_000_000;
  private static final long LONGEST = Long.MAX_VALUE / 4;

  public GrowthTuning {
    within("periodNanos", periodNanos, 1, LONGEST);
    within("stretchPeriods", stretchPeriods, 1, 1000);
    within("gainPercent", gainPercent, 0, 1000);
    within("openingNanos", openingNanos, 1, LONGEST);
    within("missesInARow", missesInARow, 1, 1000);
    within("holdNanos", holdNanos, 1, LONGEST);
    within("mostHoldNanos", mostHoldNanos, holdNanos, LONGEST);
    within("idleNanos", idleNanos, 1, LONGEST);
    within("slowPeriods", slowPeriods, 1, 1000);
    within("slowPercent", slowPercent, 100, 10_000);
    within("betterPercent", betterPercent, 1, 100);
  }

  /** What is used unless told otherwise. */
  public static GrowthTuning defaults() {
    return new GrowthTuning(
        100 * MILLI,
        5,
        12,
        1_000 * MILLI,
        1,
        1_000 * MILLI,
        60_000 * MILLI,
        10_000 * MILLI,
        12,
        150,
        80);
  }

  private static void within(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(name + " is " + least + " to " + most + ", not " + value);
    }
  }
}
