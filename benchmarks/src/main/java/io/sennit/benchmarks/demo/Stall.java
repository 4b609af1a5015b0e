// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.List;

/** How long a cut path held a transfer up. */
final class Stall {
  private Stall() {}

  /**
   * The longest time without a delivery from the cut on; the usual time between two deliveries is
   * not taken off.
   *
   * @param deliveryNanos rising
   * @param cutNanos by the same clock
   * @return milliseconds; 0 if nothing was delivered after the cut
   */
  static double millis(List<Long> deliveryNanos, long cutNanos) {
    long longestNanos = 0;
    for (int i = 1; i < deliveryNanos.size(); i++) {
      if (deliveryNanos.get(i) > cutNanos) {
        longestNanos = Math.max(
            longestNanos, deliveryNanos.get(i) - Math.max(cutNanos, deliveryNanos.get(i - 1)));
      }
    }
    return Math.round(longestNanos / 1e4) / 100.0;
  }
}
