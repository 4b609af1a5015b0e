// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import java.util.List;
import java.util.Optional;

/**
 * What was asked of all paths and of one of them until some moment.
 *
 * @param nanos the moment
 * @param othersCame whether others use that path
 * @param there bytes of that one
 * @param all bytes of all of them
 */
record Share(long nanos, boolean othersCame, long there, long all) {
  /** So long the share is looked at, before others come and after. */
  private static final long WINDOW_NANOS = 50_000_000;

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * How long after others came less than half of its former share was asked of that path, all in
   * all over the window that followed. If that never was, the time until the end; nothing if nobody
   * came or nothing was asked for.
   *
   * @param shares in the order of their moments
   */
  static Optional<Double> moveMillis(List<Share> shares) {
    int came = 0;
    while (came < shares.size() && !shares.get(came).othersCame) {
      came++;
    }
    if (came == shares.size() || shares.getLast().all == shares.getFirst().all) {
      return Optional.empty();
    }
    double before = former(shares.subList(0, came + 1));
    int from = came;
    while (from + 1 < shares.size() && after(shares.subList(from, shares.size())) > before / 2) {
      from++;
    }
    return Optional.of((shares.get(from).nanos - shares.get(came).nanos) / NANOS_PER_MILLI);
  }

  private static double former(List<Share> shares) {
    Share last = shares.getLast();
    return shares.stream()
        .filter(each -> last.nanos - each.nanos <= WINDOW_NANOS)
        .findFirst()
        .map(last::since)
        .orElse(0.0);
  }

  /** Of the window that begins with the first; infinite if there is no whole one any more. */
  private static double after(List<Share> shares) {
    Share first = shares.getFirst();
    return shares.stream()
        .filter(each -> each.nanos - first.nanos >= WINDOW_NANOS)
        .findFirst()
        .map(each -> each.since(first))
        .orElse(Double.POSITIVE_INFINITY);
  }

  private double since(Share earlier) {
    return all == earlier.all ? 0 : (there - earlier.there) / (double) (all - earlier.all);
  }
}
