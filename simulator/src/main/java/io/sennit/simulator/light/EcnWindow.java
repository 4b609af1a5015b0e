// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/**
 * How many packets may be under way, by marks: DCTCP (RFC 8257, gain 1/16). The share of marked
 * packets, smoothed over rounds, says how far the window is cut, once a round. A lost packet takes
 * its own place off the window, as in UET's NSCC, since not every loss is a queue's.
 */
public final class EcnWindow {
  private static final double GAIN = 1 / 16.0;
  private static final double FIRST = 16;

  private final double most;
  private double packets;
  private double threshold = Double.MAX_VALUE;
  private double alpha = 1;
  private long roundNanos;
  private long acked;
  private long marked;

  /** @param mostPackets upper bound */
  public EcnWindow(int mostPackets) {
    most = mostPackets;
    packets = Math.min(FIRST, most);
  }

  public boolean admits(int inFlight) {
    return inFlight < (int) packets;
  }

  /** Its size now. */
  public double packets() {
    return packets;
  }

  /** A packet was acknowledged. */
  public void acked(Echo echo) {
    acked++;
    if (echo.marked()) {
      marked++;
      threshold = Math.min(threshold, packets);
    }
    packets = Math.min(most, packets + (packets < threshold ? 1 : 1 / packets));
    if (echo.sentNanos() >= roundNanos) {
      endRound(echo.nowNanos());
    }
  }

  private void endRound(long nowNanos) {
    alpha += GAIN * ((double) marked / acked - alpha);
    if (marked > 0) {
      packets = Math.max(1, packets * (1 - alpha / 2));
      threshold = packets;
    }
    roundNanos = nowNanos;
    acked = 0;
    marked = 0;
  }

  /** A packet was lost. */
  public void lost() {
    packets = Math.max(1, packets - 1);
    threshold = Math.min(threshold, packets);
  }

  /** Nothing was heard for the time of a timer: from one packet, to half of what it was. */
  public void stalled() {
    threshold = Math.max(2, packets / 2);
    packets = 1;
  }
}
