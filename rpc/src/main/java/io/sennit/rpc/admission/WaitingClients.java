// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import java.util.HashMap;
import java.util.Map;

/**
 * Whose calls wait for a thread, so that a client with many does not have those of others refused.
 * Counts the calls that find a queue; short ones, which refuse nobody, cost nothing here. Guarded
 * by its {@link Admission}.
 */
final class WaitingClients {
  /** Calls that wait before others are counted. */
  private static final int SHORT_QUEUE = 8;

  private final Map<Object, Integer> counts = new HashMap<>();
  private int all;

  /** @param waiting calls of all clients, this one included */
  void entered(Permit permit, int waiting) {
    if (waiting > SHORT_QUEUE) {
      counts.merge(permit.client, 1, Integer::sum);
      all++;
      permit.counted = true; // Last: there may be no memory for the first.
    }
  }

  void left(Permit permit) {
    if (permit.counted) {
      counts.computeIfPresent(permit.client, (client, count) -> count == 1 ? null : count - 1);
      all--;
      permit.counted = false; // Last, as above.
    }
  }

  /**
   * Whether a client has, with one call more, at most half as many waiting as clients have on
   * average. Such calls together are at most half of the queue, so they may wait for longer.
   */
  boolean hasFew(Object client) {
    long its = 1L + counts.getOrDefault(client, 0);
    int clients = counts.size() + (its == 1 ? 1 : 0);
    return 2 * its * clients <= all;
  }
}
