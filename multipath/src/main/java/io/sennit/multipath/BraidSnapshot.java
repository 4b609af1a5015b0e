// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * A braid at one moment, for people and tests; immutable.
 *
 * @param paths in the order of the first offer, then later ones, which may have taken the places of
 *     others that are forgotten
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
    return share(path.bytes(), PathBytes::moved);
  }

  /** The same of what was sent and written. */
  public double outShare(PathSnapshot path) {
    return share(path.bytes(), PathBytes::out);
  }

  /** The same of what was read. */
  public double inShare(PathSnapshot path) {
    return share(path.bytes(), PathBytes::read);
  }

  private double share(PathBytes one, ToLongFunction<PathBytes> what) {
    long all = paths.stream().map(PathSnapshot::bytes).mapToLong(what).sum();
    return all == 0 ? 0 : (double) what.applyAsLong(one) / all;
  }
}
