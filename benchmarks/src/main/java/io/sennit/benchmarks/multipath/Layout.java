// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Fabric;
import java.util.Arrays;

/** Which routes there are between the two hosts. */
enum Layout {
  EQUAL,
  UNEQUAL,
  SMALL_MTU,
  EIGHT,
  LEAF_SPINE;

  private static final int FLOWS = 16;

  private int[] megabits() {
    return switch (this) {
      case EQUAL, SMALL_MTU, LEAF_SPINE -> new int[] {500, 500, 500, 500};
      case UNEQUAL -> new int[] {800, 400, 200, 200};
      case EIGHT -> new int[] {250, 250, 250, 250, 250, 250, 250, 250};
    };
  }

  Fabric lay() {
    return this == LEAF_SPINE
        ? Fabric.leafSpine(2, megabits().length, megabits()[0])
        : Fabric.parallel(this == SMALL_MTU ? 1500 : 9000, megabits());
  }

  /** How the hosts are connected over all routes. */
  Setup setup() {
    return this == LEAF_SPINE ? Setup.leaves(FLOWS) : Setup.rails(megabits().length);
  }

  /** What the first route carries. */
  int firstMegabits() {
    return megabits()[0];
  }

  /** What all routes carry together. */
  double sumMegabits() {
    return Arrays.stream(megabits()).sum();
  }
}
