// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.light.Placement;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which bytes of a flow have come to the receiving port. Each counts when it comes first, however
 * often it comes and in whatever order: second copies are no goodput. Confined to the world's
 * thread.
 */
final class Arrived implements Placement {
  /** Ranges that have come, by their start; their ends. They neither overlap nor touch. */
  private final TreeMap<Long, Long> ranges = new TreeMap<>();

  private long bytes;

  Arrived() {}

  long bytes() {
    return bytes;
  }

  @Override
  public void placed(long offset, int count) {
    if (count == 0) {
      return;
    }
    long start = offset;
    long end = offset + count;
    long known = 0;
    Map.Entry<Long, Long> before = ranges.floorEntry(end);
    while (before != null && before.getValue() >= start) {
      start = Math.min(start, before.getKey());
      end = Math.max(end, before.getValue());
      known += before.getValue() - before.getKey();
      ranges.remove(before.getKey());
      before = ranges.floorEntry(end);
    }
    bytes += end - start - known;
    ranges.put(start, end);
  }
}
