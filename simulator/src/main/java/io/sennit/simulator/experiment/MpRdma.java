// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import io.sennit.simulator.light.Echo;
import io.sennit.simulator.light.PacketPolicy;

/**
 * Clocking by acknowledgements after MP-RDMA (Lu et al., NSDI 2018): one window for all paths and
 * no memory of any of them. An acknowledgement without a mark lets the window grow by one packet a
 * round, one with a mark (and a loss) takes half a packet off it, and what may leave then, two
 * packets at most, goes the way from which it came. Paths that are more than {@value #DISORDER}
 * packets behind are clocked no more; the sender is never more than {@value #AHEAD} packets ahead,
 * as the receiver keeps a bitmap of so many. Once a round, with a chance of 1 %, a packet tries a
 * path at random.
 */
final class MpRdma implements PacketPolicy {
  private static final int DISORDER = 32;
  private static final int AHEAD = 64;
  private static final int FIRST_WINDOW = 16;
  private static final int CLOCKED = 2;
  private static final int PROBE_PERCENT = 1;

  private final int labels;
  private final Randomness random;
  private double window = FIRST_WINDOW;

  /** Packets that may leave without an acknowledgement: those of the first round. */
  private int unclocked = FIRST_WINDOW;

  private int clocked;
  private int clockedLabel;
  private long newest;
  private long probedNanos;

  MpRdma(int labels, Randomness random) {
    this.labels = labels;
    this.random = random;
  }

  @Override
  public int labels() {
    return labels;
  }

  @Override
  public boolean admits(int inFlight, long ahead) {
    boolean clock = clocked > 0 || unclocked > 0;
    return ahead < AHEAD && (inFlight == 0 || (clock && inFlight < (int) window));
  }

  @Override
  public int label() {
    if (clocked > 0) {
      clocked--;
      return clockedLabel;
    }
    unclocked = Math.max(0, unclocked - 1);
    return random.nextInt(labels);
  }

  @Override
  public void acked(Echo echo) {
    window = echo.marked() ? Math.max(1, window - 0.5) : window + 1 / window;
    newest = Math.max(newest, echo.number());
    if (echo.number() <= newest - DISORDER) {
      clocked = 0;
      return;
    }
    clocked = CLOCKED;
    boolean due = echo.sentNanos() >= probedNanos;
    boolean probes = due && random.nextInt(100) < PROBE_PERCENT;
    probedNanos = due ? echo.nowNanos() : probedNanos;
    clockedLabel = probes ? random.nextInt(labels) : echo.label();
  }

  /** It is sent again by the path that is heard next, or at once if none is under way. */
  @Override
  public void lost(int label) {
    window = Math.max(1, window - 0.5);
  }

  @Override
  public void stalled() {
    window = 1;
    unclocked = 1;
  }
}
