// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What both processes of a run said about their paths, over time. Safe from any thread. */
final class PathHistory {
  /** Who said it. */
  enum End {
    CLIENT,
    SERVER
  }

  private final List<Sample> fromClient = new ArrayList<>();
  private final List<Sample> fromServer = new ArrayList<>();
  private final List<List<Sample>> fromBoth = List.of(fromClient, fromServer);

  /** Nothing was said yet. */
  PathHistory() {}

  /**
   * Adds a sample, not older than the last one of that end. One without paths comes when the
   * session is over, and takes nothing back of what was moved.
   */
  synchronized void add(End end, Sample sample) {
    if (!sample.paths().isEmpty()) {
      (end == End.CLIENT ? fromClient : fromServer).add(sample);
    }
  }

  /** Every path as the end that moves most over it saw it last; bytes of both ends together. */
  synchronized List<PathSample> latest() {
    Map<String, PathSample> byLabel = new TreeMap<>();
    for (List<Sample> said : fromBoth) {
      if (!said.isEmpty()) {
        said.getLast()
            .paths()
            .forEach(path -> byLabel.merge(path.label(), path, PathHistory::both));
      }
    }
    return List.copyOf(byLabel.values());
  }

  /** Bytes that both ends had moved over a path by then. */
  synchronized double bytes(String label, long nanos) {
    double bytes = 0;
    for (List<Sample> said : fromBoth) {
      bytes += bytes(said, label, nanos);
    }
    return bytes;
  }

  /** Between two samples bytes are taken to flow evenly. */
  private static double bytes(List<Sample> said, String label, long nanos) {
    int after = firstAfter(said, nanos);
    if (after == 0) {
      return 0;
    }
    Sample before = said.get(after - 1);
    double from = bytes(before, label);
    if (after == said.size()) {
      return from;
    }
    Sample next = said.get(after);
    double share = (double) (nanos - before.nanos()) / (next.nanos() - before.nanos());
    return from + share * (bytes(next, label) - from);
  }

  private static int firstAfter(List<Sample> said, long nanos) {
    int low = 0;
    int high = said.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (said.get(middle).nanos() <= nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double bytes(Sample sample, String label) {
    return sample.paths().stream()
        .filter(path -> path.label().equals(label))
        .mapToLong(PathSample::bytes)
        .sum();
  }

  private static PathSample both(PathSample one, PathSample other) {
    PathSample busier = one.bytes() >= other.bytes() ? one : other;
    return new PathSample(
        busier.label(),
        busier.state(),
        busier.rttNanos(),
        busier.bytesPerSecond(),
        one.bytes() + other.bytes(),
        Math.max(one.rebuilds(), other.rebuilds()));
  }
}
