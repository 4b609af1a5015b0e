// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.LOCAL_PROTECTION_ERROR;
import static io.sennit.verbs.CompletionStatus.REMOTE_ACCESS_ERROR;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.RendezvousException;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Keys, ranges and rights: what must not be reached is not reached, and says so. */
public abstract class ProtectionContract extends VerbsContract {
  /** For subclasses. */
  protected ProtectionContract() {}

  @Test
  void writeWithAWrongKeyIsRefused() {
    assertRefused(Opcode.WRITE, far.memory.address(), ~far.memory.remoteKey());
  }

  @Test
  void readWithAWrongKeyIsRefused() {
    assertRefused(Opcode.READ, far.memory.address(), ~far.memory.remoteKey());
  }

  @Test
  void rangeThatEndsBehindItsRegionIsRefused() {
    long address = far.memory.address() + Half.MEMORY_BYTES - 7;
    assertRefused(Opcode.WRITE, address, far.memory.remoteKey());
  }

  @Test
  void rangeThatBeginsBeforeItsRegionIsRefused() {
    assertRefused(Opcode.WRITE, far.memory.address() - 1, far.memory.remoteKey());
  }

  @Test
  void rangeThatWrapsAroundTheAddressSpaceIsRefused() {
    assertRefused(Opcode.WRITE, -4, far.memory.remoteKey());
  }

  @Test
  void rangeHalfAnAddressSpaceAwayIsRefused() {
    long address = far.memory.address() + Long.MIN_VALUE;
    assertRefused(Opcode.READ, address, far.memory.remoteKey());
  }

  @Test
  void writeNeedsTheWriteRight() {
    MemoryRegion region =
        far.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_READ));
    assertRefused(Opcode.WRITE, region.address(), region.remoteKey());
    assertEquals(0, region.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void readNeedsTheReadRight() {
    MemoryRegion region =
        far.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
    assertRefused(Opcode.READ, region.address(), region.remoteKey());
  }

  @Test
  void atomicNeedsTheAtomicRight() {
    Assumptions.assumeTrue(near.domain.capabilities().atomics(), "the provider has no atomics");
    MemoryRegion region = far.domain.allocate(
        4096, EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ));
    assertRefused(Opcode.FETCH_AND_ADD, region.address(), region.remoteKey());
    assertEquals(0, region.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void keyOfAnotherConnectionIsRefused() throws RendezvousException {
    Half stranger = rendezvous(DOMAIN).get(1);
    stranger.word(0, 1);
    assertRefused(Opcode.WRITE, stranger.memory.address(), stranger.memory.remoteKey());
    assertEquals(1, stranger.word(0));
  }

  @Test
  void keyOfADeregisteredRegionIsRefused() {
    MemoryRegion region = far.domain.allocate(4096, EnumSet.allOf(Access.class));
    long address = region.address();
    assertTrue(waited(region::deregister), "the region cannot be deregistered");
    MemoryRegion successor = far.domain.allocate(4096, EnumSet.allOf(Access.class));
    assertRefused(Opcode.WRITE, address, region.remoteKey());
    assertEquals(0, successor.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void localRangeOutsideItsRegionIsRefused() {
    for (long offset : new long[] {-1, Half.MEMORY_BYTES - 7, Long.MAX_VALUE - 3}) {
      byte[] before = far.fill(0, 64, 1);
      WorkRequest request = near.write(1, 0, 8, far).local(near.memory, offset, 8);
      assertEquals("1 " + LOCAL_PROTECTION_ERROR, perform(request).outcome(), "offset " + offset);
      assertArrayEquals(before, far.bytes(0, 64), "offset " + offset);
      nearQueue = anotherQueue(1);
    }
  }

  @Test
  void readIntoMemoryWithoutLocalWriteIsRefused() {
    MemoryRegion readOnly = near.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    far.word(0, 42);
    WorkRequest request = near.read(1, 0, 8, far).local(readOnly, 0, 8);
    assertEquals("1 " + LOCAL_PROTECTION_ERROR, perform(request).outcome());
    assertEquals(0, readOnly.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void localMemoryOfAnotherDomainIsRefused() {
    byte[] before = far.fill(0, 64, 1);
    WorkRequest request = near.write(1, 0, 8, far).local(far.memory, 128, 8);
    PostStatus posted = nearQueue.post(request);
    if (posted != PostStatus.INVALID) {
      assertEquals(PostStatus.POSTED, posted);
      assertEquals("1 " + LOCAL_PROTECTION_ERROR, next(near).outcome());
    }
    assertArrayEquals(before, far.bytes(0, 64));
  }

  /** Eight bytes there: REMOTE_ACCESS_ERROR, nothing moved, and the queue pair is broken. */
  private void assertRefused(Opcode opcode, long address, int key) {
    byte[] farBefore = far.fill(0, Half.MEMORY_BYTES, 1);
    byte[] nearBefore = near.fill(0, 64, 2);
    WorkRequest request = near.oneSided(opcode, 1, 0, 8, far).add(1).remote(address, key);
    Completion completion = perform(request);
    CompletionStatus status = completion.status();
    assertEquals(REMOTE_ACCESS_ERROR, status, opcode + " at " + Long.toHexString(address));
    assertArrayEquals(nearBefore, near.bytes(0, 64), "near's memory");
    assertArrayEquals(farBefore, far.bytes(0, Half.MEMORY_BYTES), "far's memory");
    awaitState(nearQueue, QueuePairState.ERROR);
  }
}
