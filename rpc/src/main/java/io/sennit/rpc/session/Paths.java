// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.util.ArrayList;
import java.util.List;

/** Which paths a new braid has: every pair of ports, every route label, up to a bound. */
final class Paths {
  private Paths() {}

  /** Label by label, so that a bound cuts labels before it cuts ports. */
  static List<Path> cross(List<Port> local, List<Port> remote, List<Integer> labels, int most) {
    List<Path> paths = new ArrayList<>();
    for (int label : labels) {
      for (Port near : local) {
        for (Port far : remote) {
          if (paths.size() < most) {
            paths.add(new Path(near.index(), far.index(), label));
          }
        }
      }
    }
    return paths;
  }

  /** Route labels of so many strands between two ports: 1, 2, 3. */
  static List<Integer> labels(int count) {
    List<Integer> labels = new ArrayList<>();
    for (int label = 1; label <= count; label++) {
      labels.add(label);
    }
    return labels;
  }
}
