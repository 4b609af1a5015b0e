// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Payload bytes that one process moved as the initiator.
 *
 * @param bytesBy by verb
 * @param paths by path, both verbs and control traffic together
 */
record Traffic(ByVerb bytesBy, List<OnPath> paths) {
  /** Nothing moved. */
  static final Traffic NONE = new Traffic(new ByVerb(0, 0, 0), List.of());

  /** Bytes by the verb that moved them. */
  record ByVerb(long send, long read, long write) {
    ByVerb plus(ByVerb other) {
      return new ByVerb(send + other.send, read + other.read, write + other.write);
    }
  }

  /** Bytes on one path. */
  record OnPath(String label, long bytes) {}

  /**
   * One path among all.
   *
   * @param share of all bytes, 0 to 1
   */
  record PathShare(String label, long bytes, double share) {}

  /** What two processes moved together; the same path seen from both ends is one path. */
  Traffic plus(Traffic other) {
    Map<String, Long> byLabel = new LinkedHashMap<>();
    for (OnPath path : both(paths, other.paths)) {
      byLabel.merge(path.label(), path.bytes(), Long::sum);
    }
    return new Traffic(
        bytesBy.plus(other.bytesBy),
        byLabel.entrySet().stream()
            .map(e -> new OnPath(e.getKey(), e.getValue()))
            .toList());
  }

  /** Each path's share of the bytes of all. */
  List<PathShare> shares() {
    long all = paths.stream().mapToLong(OnPath::bytes).sum();
    return paths.stream()
        .map(path -> new PathShare(path.label(), path.bytes(), (double) path.bytes() / all))
        .toList();
  }

  private static List<OnPath> both(List<OnPath> first, List<OnPath> second) {
    List<OnPath> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
