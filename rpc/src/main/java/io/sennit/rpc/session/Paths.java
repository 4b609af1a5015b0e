// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which paths a new braid has. */
final class Paths {
  /** Paths that a braid can ever have. */
  private static final int MOST = 64;

  private Paths() {}

  /**
   * Between as many ports on both sides, port i reaches port i (rails); else every port reaches
   * every other. A bound cuts labels before pairs, and pairs before ports: each port has its turn
   * before any has a second one.
   *
   * @param local number of ports here
   * @param remote number of ports there
   * @param most paths at most
   */
  static List<Path> between(int local, int remote, List<Integer> labels, int most) {
    List<Path> paths = new ArrayList<>();
    int wide = Math.max(local, remote);
    int narrow = Math.min(local, remote);
    int rounds = pairs(local, remote) / wide;
    for (int label : labels) {
      for (int i = 0; i < rounds * wide && paths.size() < most; i++) {
        int one = i % wide;
        int other = (one + i / wide) % narrow;
        paths.add(local >= remote ? new Path(one, other, label) : new Path(other, one, label));
      }
    }
    return paths;
  }

  /**
   * Which others it may open later, if those that it begins with are full; those of near ports
   * first.
   *
   * @param labels of the device, all that may be worth having
   */
  static List<Path> further(PortLists ports, List<Integer> labels, List<Path> begun) {
    List<Path> further = between(ports.local().size(), ports.remote().size(), labels, MOST);
    further.removeAll(begun);
    further.sort(
        Comparator.comparing(path -> !ports.local().get(path.localPort()).near()));
    return further.subList(0, Math.min(further.size(), MOST - begun.size()));
  }

  /** Pairs of ports that reach each other. */
  static int pairs(int local, int remote) {
    return local == remote ? local : local * remote;
  }

  /** How many labels each pair has if nobody says another number, so many paths being worth it. */
  static int labelsPerPair(int usualPaths, int pairs) {
    return Math.max(1, usualPaths / pairs);
  }
}
