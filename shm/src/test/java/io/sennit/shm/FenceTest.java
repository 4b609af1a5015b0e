// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePairState;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** A peer stopped in mid-copy must not be able to touch memory that was declared safe. */
final class FenceTest {
  private static final byte CANARY = 0x2a;

  @Test
  void aWriterStoppedInMidCopyHoldsTheQueuePairUntilItGoesOn() throws Exception {
    try (Twin twin = new Twin(Opcode.WRITE)) {
      Half half = twin.half;
      twin.stopInMidCopy();
      for (int i = 0; i < 100; i++) {
        assertFalse(half.queuePair.destroy(), "destroyed in mid-copy, attempt " + i);
      }
      assertEquals(QueuePairState.ERROR, half.queuePair.state());
      assertFalse(half.domain.close(), "closed in mid-copy");
      assertFalse(half.domain.peerGone(), "a stopped process is not a dead one");
      twin.signal("CONT");
      Waits.until("the fence", half.queuePair::destroy);
      half.region.segment().fill(CANARY);
      twin.expect("ended RETRY_EXCEEDED");
      assertUntouched(half.region.segment());
    }
  }

  @Test
  void aWriterStoppedInMidCopyHoldsTheRegionUntilItGoesOn() throws Exception {
    try (Twin twin = new Twin(Opcode.WRITE)) {
      Half half = twin.half;
      twin.stopInMidCopy();
      for (int i = 0; i < 100; i++) {
        assertFalse(half.region.deregister(), "deregistered in mid-copy, attempt " + i);
      }
      long address = half.region.address();
      twin.signal("CONT");
      Waits.until("the fence", half.region::deregister);
      MemorySegment memory = half.domain.own().file().asSlice(address, Half.REGION_BYTES);
      memory.fill(CANARY);
      twin.expect("ended REMOTE_ACCESS_ERROR");
      assertUntouched(memory);
      assertEquals(QueuePairState.ERROR, half.queuePair.state());
    }
  }

  @Test
  void aReaderStoppedInMidCopyHoldsTheQueuePairToo() throws Exception {
    try (Twin twin = new Twin(Opcode.READ)) {
      twin.stopInMidCopy();
      assertFalse(twin.half.queuePair.destroy());
      twin.signal("CONT");
      Waits.until("the fence", twin.half.queuePair::destroy);
      twin.expect("ended RETRY_EXCEEDED");
    }
  }

  @Test
  void aBusyWriterCannotDelayAFence() throws Exception {
    try (Twin twin = new Twin(Opcode.WRITE)) {
      Waits.until("the first bytes", () -> firstByte(twin.half) == 0x55);
      Waits.until("the region's fence", twin.half.region::deregister);
      Waits.until("the queue pair's fence", twin.half.queuePair::destroy);
    }
  }

  @Test
  void deathProvedByTheKernelReleasesWhatAStoppedWriterHeld() throws Exception {
    try (Twin twin = new Twin(Opcode.WRITE)) {
      twin.stopInMidCopy();
      assertFalse(twin.half.queuePair.destroy());
      twin.signal("KILL");
      Waits.until("the proof of death", twin.half.queuePair::destroy);
      assertTrue(twin.isInOperation(), "the dead leave their announcement behind");
      assertTrue(twin.half.domain.peerGone());
    }
  }

  private static byte firstByte(Half half) {
    return half.region.segment().get(ValueLayout.JAVA_BYTE, 0);
  }

  private static void assertUntouched(MemorySegment memory) {
    for (long i = 0; i < memory.byteSize(); i++) {
      assertEquals(CANARY, memory.get(ValueLayout.JAVA_BYTE, i), "written after the fence at " + i);
    }
  }
}
