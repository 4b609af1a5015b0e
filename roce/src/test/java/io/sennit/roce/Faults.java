// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * What a simulated network does to packets, in parts per thousand, and how long they take; its
 * links carry one byte per nanosecond.
 *
 * @param jitterNanos what a packet may take longer than another, so that it overtakes
 */
record Faults(
    int lostPerMille,
    int doubledPerMille,
    int corruptedPerMille,
    long delayNanos,
    long jitterNanos) {
  static final Faults NONE = new Faults(0, 0, 0, 20_000, 0);

  static Faults loss(int perMille) {
    return new Faults(perMille, 0, 0, 20_000, 0);
  }
}
