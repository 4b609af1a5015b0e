// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import io.sennit.simulator.light.Echo;
import io.sennit.simulator.light.PacketPolicy;
import java.util.ArrayDeque;

/**
 * Clocking by acknowledgements after MP-RDMA (Lu et al., NSDI 2018): one window for all paths, and
 * no memory of any of them.
 *
 * <ul>
 *   <li>An acknowledgement without a mark lets the window grow by one packet a round, one with a
 *       mark takes half a packet off it; what may leave then, {@value #CLOCKED} packets at most,
 *       goes the way from which it came. The first window goes over paths at random.
 *   <li>Once a round, with a chance of {@value #PROBE_PERCENT} %, a packet tries a path at random.
 *   <li>Paths that are more than {@value #DISORDER} packets behind are pruned: their
 *       acknowledgement clocks nothing, and takes a packet off the window.
 *   <li>So does one that could clock something when nothing is left to send.
 *   <li>The receiver's bitmap has {@value #BITMAP} places: the sender is never further ahead, what
 *       was clocked waits meanwhile, and when the last place is filled what is missing at the first
 *       one is sent again. (Theirs overruns the bitmap and is told so, which costs more.)
 * </ul>
 *
 * <p>A loss is no sign of congestion, and moves no window.
 */
final class MpRdma implements PacketPolicy {
  static final int DISORDER = 32;
  static final int BITMAP = 64;
  static final int CLOCKED = 2;
  private static final int FIRST_WINDOW = 16;
  private static final int PROBE_PERCENT = 1;

  private final int labels;
  private final Randomness random;
  private double window = FIRST_WINDOW;

  /** Packets that may leave without an acknowledgement: those of the first round. */
  private int unclocked = FIRST_WINDOW;

  /** Ways by which packets may leave that acknowledgements have clocked. */
  private final ArrayDeque<Integer> clocks = new ArrayDeque<>();

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

  /** Its size now, in packets. */
  double window() {
    return window;
  }

  @Override
  public int disorder() {
    return BITMAP - 1;
  }

  @Override
  public boolean admits(int inFlight, long ahead) {
    return ahead < BITMAP && (inFlight == 0 || unclocked > 0 || !clocks.isEmpty());
  }

  @Override
  public int label() {
    if (!clocks.isEmpty()) {
      return clocks.remove();
    }
    unclocked = Math.max(0, unclocked - 1);
    return random.nextInt(labels);
  }

  @Override
  public void acked(Echo echo) {
    window = echo.marked() ? Math.max(1, window - 0.5) : window + 1 / window;
    newest = Math.max(newest, echo.number());
    boolean behind = !echo.again() && echo.number() < newest - DISORDER;
    if (behind || echo.idle()) {
      window = Math.max(1, window - 1);
    } else {
      clock(echo);
    }
  }

  private void clock(Echo echo) {
    int room = (int) window - echo.inFlight() - clocks.size();
    for (int packet = 0; packet < Math.min(CLOCKED, room); packet++) {
      clocks.add(packet == 0 && probes(echo) ? random.nextInt(labels) : echo.label());
    }
  }

  private boolean probes(Echo echo) {
    if (echo.sentNanos() < probedNanos) {
      return false;
    }
    probedNanos = echo.nowNanos();
    return random.nextInt(100) < PROBE_PERCENT;
  }

  @Override
  public void lost(int label) {}

  @Override
  public void timedOut(int label, long nowNanos) {}

  /** Nothing clocks any more: it begins again. */
  @Override
  public void stalled() {
    window = 1;
    clocks.clear();
    unclocked = 1;
  }
}
