// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.base.Randomness;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Throws the dice for the packets of one direction of a link. */
final class Mishaps {
  private static final int MILLION = 1_000_000;
  private static final int MOST_FLIPS = 3;

  private final Randomness random;
  private LinkFaults faults = LinkFaults.NONE;
  private boolean inBurst;

  Mishaps(Randomness random) {
    this.random = random;
  }

  void faults(LinkFaults newFaults) {
    faults = newFaults;
    inBurst = false;
  }

  LinkFaults faults() {
    return faults;
  }

  boolean loses() {
    return happens(faults.lostPpm());
  }

  boolean losesInBurst() {
    LinkFaults.Bursts bursts = faults.bursts();
    if (happens(inBurst ? bursts.endPpm() : bursts.beginPpm())) {
      inBurst = !inBurst;
    }
    return inBurst && happens(bursts.lostPpm());
  }

  boolean doubles() {
    return happens(faults.doubledPpm());
  }

  boolean corrupts() {
    return happens(faults.corruptedPpm());
  }

  /** How much later than it should a packet arrives; mostly 0. */
  long heldNanos() {
    return happens(faults.heldPpm()) ? 1 + Math.floorMod(random.nextLong(), faults.heldNanos()) : 0;
  }

  /** How much later than a packet a copy of it arrives: mostly 0, and there is none. */
  long echoedNanos() {
    return happens(faults.echoedPpm())
        ? 1 + Math.floorMod(random.nextLong(), faults.echoedNanos())
        : 0;
  }

  /** Flips one to three bits, where the links' own checks have let it pass. */
  void corrupt(MemorySegment memory, long offset, int length) {
    for (int flips = 1 + random.nextInt(MOST_FLIPS); flips > 0 && length > 0; flips--) {
      long at = offset + random.nextInt(length);
      byte flipped =
          (byte) (memory.get(ValueLayout.JAVA_BYTE, at) ^ (1 << random.nextInt(Byte.SIZE)));
      memory.set(ValueLayout.JAVA_BYTE, at, flipped);
    }
  }

  private boolean happens(int ppm) {
    return ppm > 0 && random.nextInt(MILLION) < ppm;
  }
}
