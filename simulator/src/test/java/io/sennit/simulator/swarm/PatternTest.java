// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class PatternTest {
  @Test
  void everyChangedByteIsFound() {
    for (int length = 0; length < 40; length++) {
      MemorySegment memory = MemorySegment.ofArray(new byte[length]);
      Pattern.fill(memory, 77);
      assertEquals(-1, Pattern.mismatch(memory, 77), "length " + length);
      for (int at = 0; at < length; at++) {
        byte was = memory.get(ValueLayout.JAVA_BYTE, at);
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (was ^ 1));
        assertEquals(at, Pattern.mismatch(memory, 77), "of " + length);
        assertEquals(at, Pattern.mismatch(memory, 77, at), "from there, of " + length);
        assertEquals(-1, Pattern.mismatch(memory, 77, at + 1), "behind it, of " + length);
        memory.set(ValueLayout.JAVA_BYTE, at, was);
      }
    }
  }

  @Test
  void keysMakeDifferentBytes() {
    MemorySegment memory = MemorySegment.ofArray(new byte[64]);
    Pattern.fill(memory, 1);
    assertNotEquals(-1, Pattern.mismatch(memory, 2));
  }
}
