// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

/**
 * How a congestion control did.
 *
 * @param goodput payload delivered, as a share of what the bottleneck carries
 * @param fairness Jain's index of what the flows got: 1 if all got the same, 1/n if one got it all
 * @param queueMicros what a packet waits before the bottleneck
 * @param droppedPercent packets that found no room there
 * @param messageMicros how long 64 KiB take across it
 * @param settledMillis from the late flow's first byte until it gets 0.8 of its fair share;
 *     negative if it never does; 0 if none is late
 */
record Figures(
    double goodput,
    double fairness,
    Spread queueMicros,
    double droppedPercent,
    Spread messageMicros,
    double settledMillis) {
  private static final double NANOS = 1e3;

  /** Half and 99 of 100 are at most this. */
  record Spread(double p50, double p99) {
    static Spread ofNanos(Samples samples) {
      return new Spread(samples.percentile(50) / NANOS, samples.percentile(99) / NANOS);
    }
  }

  static double fairness(long[] shares) {
    double sum = 0;
    double squares = 0;
    for (long share : shares) {
      sum += share;
      squares += (double) share * share;
    }
    return squares == 0 ? 0 : sum * sum / (shares.length * squares);
  }
}
