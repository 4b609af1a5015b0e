// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.Access;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** READ. */
public abstract class ReadContract extends VerbsContract {
  /** For subclasses. */
  protected ReadContract() {}

  @Test
  void fetchedBytesAreInPlaceWhenTheReadCompletes() {
    for (int length : new int[] {1, 7, 255, 256, 257, 4096, 65_536, 200_001}) {
      byte[] there = far.fill(33, length, length);
      Completion completion = perform(near.read(5, 33, length, far));
      assertEquals("5 SUCCESS READ", completion.outcome() + " " + completion.opcode());
      assertArrayEquals(there, near.bytes(33, length), "length " + length);
    }
  }

  @Test
  void readTouchesNothingButItsTarget() {
    byte[] source = far.fill(0, 8192, 1);
    byte[] before = near.fill(0, 8192, 2);
    WorkRequest request = near.read(5, 3000, 100, far);
    succeed(request.remote(far.memory.address() + 5000, far.memory.remoteKey()));
    System.arraycopy(source, 5000, before, 3000, 100);
    assertArrayEquals(before, near.bytes(0, 8192));
    assertArrayEquals(source, far.bytes(0, 8192));
  }

  @Test
  void peerSeesNoCompletionOfARead() {
    far.receive(1, 0, 64);
    succeed(near.read(5, 0, 64, far));
    assertEquals(1, far.receives.posted());
    succeed(near.send(6, 0, 8));
    expect(far, 1, SUCCESS);
    assertNothingLeft();
  }

  @Test
  void zeroLengthReadSucceedsAndTouchesNothing() {
    byte[] before = near.fill(0, 64, 1);
    far.fill(0, 64, 2);
    succeed(near.read(5, 0, 0, far));
    assertArrayEquals(before, near.bytes(0, 64));
  }

  @Test
  void moreReadsThanMayBeOutstandingQueueUp() {
    int reads = Math.min(Half.SEND_DEPTH, near.domain.capabilities().maxReadAtomic() * 3 + 1);
    byte[] there = far.fill(0, reads * 1024, 3);
    for (int at = 0; at < reads; at++) {
      post(nearQueue, near.read(at, at * 1024L, 1024, far));
    }
    for (int at = 0; at < reads; at++) {
      expect(near, at, SUCCESS);
    }
    assertArrayEquals(there, near.bytes(0, reads * 1024));
  }

  @Test
  void readBehindAWriteSeesIt() {
    for (int round = 1; round <= 50; round++) {
      near.word(0, round);
      WorkRequest read = near.read(2, 1024, 8, far);
      post(nearQueue, near.write(1, 0, 8, far));
      post(nearQueue, read.remote(far.memory.address(), far.memory.remoteKey()));
      expect(near, 1, SUCCESS);
      expect(near, 2, SUCCESS);
      assertEquals(round, near.word(1024));
    }
  }

  @Test
  void readNeedsNothingButTheReadRight() {
    MemoryRegion source = far.domain.allocate(4096, EnumSet.of(Access.REMOTE_READ));
    MemoryRegion target = near.domain.allocate(4096, EnumSet.of(Access.LOCAL_WRITE));
    source.segment().set(ValueLayout.JAVA_LONG, 8, 42);
    WorkRequest request = near.read(5, 0, 0, far).local(target, 16, 8);
    succeed(request.remote(source.address() + 8, source.remoteKey()));
    assertEquals(42, target.segment().get(ValueLayout.JAVA_LONG, 16));
  }
}
