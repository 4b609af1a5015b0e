// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.List;
import java.util.Map;

/**
 * A braid at one moment, for people and tests; immutable.
 *
 * @param paths in the order of the first offer
 * @param counters value by counter, every counter present
 */
public record BraidSnapshot(List<PathSnapshot> paths, Map<Counter, Long> counters) {
  public BraidSnapshot {
    paths = List.copyOf(paths);
    counters = Map.copyOf(counters);
  }

  /** The value of one counter. */
  public long count(Counter counter) {
    return counters.getOrDefault(counter, 0L);
  }

  /** The part of all bytes that a path has moved, 0 to 1; 0 if nothing has moved. */
  public double share(PathSnapshot path) {
    long all = paths.stream().mapToLong(each -> each.bytes().moved()).sum();
    return all == 0 ? 0 : (double) path.bytes().moved() / all;
  }
}
