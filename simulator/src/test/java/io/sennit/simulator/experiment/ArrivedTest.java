// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.base.Randomness;
import io.sennit.simulator.Seeds;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Ranges that come in any order, beside a plain set of bytes. */
final class ArrivedTest {
  private static final int BYTES = 2_000;

  @Test
  void everyByteCountsOnceHoweverItComes() {
    for (int seed = 0; seed < 50; seed++) {
      Randomness random = new Seeds(seed).randomness("arrived");
      Arrived arrived = new Arrived();
      BitSet expected = new BitSet(BYTES);
      while (expected.cardinality() < BYTES) {
        int start = random.nextInt(BYTES);
        int end = Math.min(BYTES, start + random.nextInt(60));
        arrived.placed(start, end - start);
        expected.set(start, end);
        assertEquals(expected.cardinality(), arrived.bytes(), "with seed " + seed);
      }
    }
  }
}
