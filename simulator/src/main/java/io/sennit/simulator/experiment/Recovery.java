// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import java.util.List;
import java.util.OptionalLong;

/**
 * How long after a fault goodput is back for good: at four fifths of the rate before, less the
 * share of the links that are broken, through a window of some looks, as long as all flows have
 * something to send.
 *
 * @param timeline bytes that had arrived, at each look
 * @param startNanos when all flows have begun
 * @param endNanos when the first flow was done
 */
record Recovery(Plan plan, List<Long> timeline, long startNanos, long endNanos) {
  private static final int WINDOW = 25;
  private static final double ENOUGH = 0.8;

  /** Empty if there is no fault, nothing before or after it to look at, or it is not back. */
  OptionalLong nanos() {
    int start = look(startNanos);
    int fault = look(plan.faultNanos());
    int last = Math.min(look(endNanos), timeline.size() - 1) - WINDOW;
    if (fault <= start || fault >= last) {
      return OptionalLong.empty();
    }
    double enough = ENOUGH * rate(start, fault) * plan.shareLeft();
    if (rate(last, last + WINDOW) < enough) {
      return OptionalLong.empty();
    }
    int back = last;
    while (back > fault && rate(back - 1, back - 1 + WINDOW) >= enough) {
      back--;
    }
    return OptionalLong.of((back - fault) * plan.sampleNanos());
  }

  private int look(long nanos) {
    return (int) (nanos / plan.sampleNanos());
  }

  private double rate(int from, int to) {
    return (double) (timeline.get(to) - timeline.get(from)) / (to - from);
  }
}
