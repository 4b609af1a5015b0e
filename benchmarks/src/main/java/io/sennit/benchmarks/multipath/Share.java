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

  /** Of the former share: what is more than that in the end has not moved. */
  private static final double MOVED = 0.9;

  private static final double NANOS_PER_MILLI = 1e6;

  /** Of nothing: more than any share, so that nobody takes it for a small one. */
  private static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /**
   * How long after others came the share that is asked of that path, around the moment, was halfway
   * from what it had been to what it is in the end. If it moves nowhere, the time until the end;
   * nothing if nobody came or nothing was asked of it before.
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
    double latter = latter(shares.subList(came, shares.size()));
    double moved = latter < MOVED * former ? (former + latter) / 2 : former / 2;
    int at = came;
    while (at + 1 < shares.size() && around(shares, at) > moved) {
      at++;
    }
    return Optional.of((shares.get(at).nanos - shares.get(came).nanos) / NANOS_PER_MILLI);
  }

  /**
   * How long after a path that had gone came back the share that is asked of it was nearly what it
   * is in the end; the time until the end if nothing is ever asked of it; nothing if it never came.
   *
   * @param shares in the order of their moments, in which {@code othersCame} says whether it is
   *     there
   */
  static Optional<Double> arrivalMillis(List<Share> shares) {
    int left = next(shares, 0, false);
    int came = next(shares, left, true);
    int end = next(shares, came, false);
    return left == came || came == end
        ? Optional.empty()
        : Optional.of(arrivalMillis(shares.subList(0, end), came));
  }

  /** The first one from there on at which the path is there, or is not; else the end. */
  private static int next(List<Share> shares, int from, boolean here) {
    int at = from;
    while (at < shares.size() && shares.get(at).othersCame != here) {
      at++;
    }
    return at;
  }

  private static double arrivalMillis(List<Share> shares, int came) {
    double latter = latter(shares.subList(came, shares.size()));
    if (latter == 0) {
      return (shares.getLast().nanos - shares.get(came).nanos) / NANOS_PER_MILLI;
    }
    int at = came;
    while (at + 1 < shares.size() && around(shares, at) < MOVED * latter) {
      at++;
    }
    return (shares.get(at).nanos - shares.get(came).nanos) / NANOS_PER_MILLI;
  }

  /** In the last third of the time; unknown if nothing is asked of any path then. */
  private static double latter(List<Share> shares) {
    return shares.getLast().since(shares.get(shares.size() * 2 / 3));
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
