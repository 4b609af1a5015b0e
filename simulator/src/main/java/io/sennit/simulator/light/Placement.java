// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** Hears of the payload that arrives for a region, packet by packet and copy by copy. */
@FunctionalInterface
public interface Placement {
  /**
   * A packet's payload has come.
   *
   * @param offset in the region
   */
  void placed(long offset, int bytes);
}
