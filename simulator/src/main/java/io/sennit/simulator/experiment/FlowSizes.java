// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import java.util.List;

/**
 * Distributions of flow sizes that papers use, by some points of each, with straight lines between
 * them. Immutable.
 */
public enum FlowSizes {
  /**
   * A web search's (Alizadeh et al., DCTCP, SIGCOMM 2010), by the points that HPCC's authors use
   * (SIGCOMM 2019): 60 % below 200 kB, but most bytes in flows of megabytes.
   */
  WEB_SEARCH(List.of(
      new Point(0, 0),
      new Point(10_000, 0.15),
      new Point(20_000, 0.2),
      new Point(30_000, 0.3),
      new Point(50_000, 0.4),
      new Point(80_000, 0.53),
      new Point(200_000, 0.6),
      new Point(1_000_000, 0.7),
      new Point(2_000_000, 0.8),
      new Point(5_000_000, 0.9),
      new Point(10_000_000, 0.97),
      new Point(30_000_000, 1))),
  /**
   * A data-mining cluster's (Greenberg et al., VL2, SIGCOMM 2009): half of the flows below 1.1 kB,
   * one in fifty above 100 MB.
   */
  DATA_MINING(List.of(
      new Point(0, 0),
      new Point(180, 0.1),
      new Point(216, 0.2),
      new Point(560, 0.3),
      new Point(900, 0.4),
      new Point(1_100, 0.5),
      new Point(1_870, 0.6),
      new Point(3_160, 0.7),
      new Point(10_000, 0.8),
      new Point(400_000, 0.9),
      new Point(3_160_000, 0.95),
      new Point(100_000_000, 0.98),
      new Point(1_000_000_000, 1))),
  /** A distributed storage system's of 2019 (Li et al., HPCC, SIGCOMM 2019, its traces). */
  STORAGE(List.of(
      new Point(0, 0),
      new Point(4_000, 0.2293),
      new Point(8_000, 0.6921),
      new Point(16_000, 0.8061),
      new Point(32_000, 0.9047),
      new Point(64_000, 0.9353),
      new Point(128_000, 0.9677),
      new Point(256_000, 0.9753),
      new Point(2_000_000, 1)));

  /** So much of all flows has so many bytes at most. */
  private record Point(long bytes, double share) {}

  // List.of is immutable, which Error Prone cannot see.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Point> points;

  FlowSizes(List<Point> points) {
    this.points = points;
  }

  /** Bytes of a flow on average. */
  public double meanBytes() {
    double mean = 0;
    for (int at = 1; at < points.size(); at++) {
      Point from = points.get(at - 1);
      Point to = points.get(at);
      mean += (to.share() - from.share()) * (from.bytes() + to.bytes()) / 2.0;
    }
    return mean;
  }

  /** Draws the size of a flow: 1 byte at least. */
  public long draw(Randomness random) {
    return bytesAt(Traffics.uniform(random));
  }

  /** Bytes that a share of flows does not exceed. */
  long bytesAt(double share) {
    int at = 1;
    while (at < points.size() - 1 && share > points.get(at).share()) {
      at++;
    }
    Point from = points.get(at - 1);
    Point to = points.get(at);
    double part = (share - from.share()) / (to.share() - from.share());
    return Math.max(1, Math.round(from.bytes() + part * (to.bytes() - from.bytes())));
  }
}
