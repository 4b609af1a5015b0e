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
  /** Bytes are counted over so long before a moment, and after it. */
  private static final long REACH_NANOS = 20_000_000;

  private static final double NANOS_PER_MILLI = 1e6;

  /** Of nothing: more than any share, so that nobody takes it for a small one. */
  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /**
   * How long after others came less than half of its former share was asked of that path, around
   * the moment. If that never was, the time until the end; nothing if nobody came or nothing was
   * asked of it before.
   *
   * @param shares in the order of their moments
   */
  static Optional<Double> moveMillis(List<Share> shares) {
    int came = 0;
    while (came < shares.size() && !shares.get(came).othersCame) {
      came++;
    }
    if (came == shares.size()) {
      return Optional.empty();
    }
    double former = shares.get(came).since(before(shares, came, 2 * REACH_NANOS));
    if (former == 0 || former == UNKNOWN) {
      return Optional.empty();
    }
    int at = came;
    while (at + 1 < shares.size() && around(shares, at) > former / 2) {
      at++;
    }
    return Optional.of((shares.get(at).nanos - shares.get(came).nanos) / NANOS_PER_MILLI);
  }

  /** Unknown if it ends too soon after. */
  private static double around(List<Share> shares, int index) {
    long untilNanos = shares.get(index).nanos + REACH_NANOS;
    return shares.subList(index, shares.size()).stream()
        .filter(each -> each.nanos >= untilNanos)
        .findFirst()
        .map(each -> each.since(before(shares, index, REACH_NANOS)))
        .orElse(UNKNOWN);
  }

  /** The first one that is no more than so long before. */
  private static Share before(List<Share> shares, int index, long nanos) {
    long sinceNanos = shares.get(index).nanos - nanos;
    return shares.stream().filter(each -> each.nanos >= sinceNanos).findFirst().orElseThrow();
  }

  private double since(Share earlier) {
    return all == earlier.all ? UNKNOWN : (there - earlier.there) / (double) (all - earlier.all);
  }
}
