// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import io.sennit.verbs.WorkRequest;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** WRITE and WRITE_WITH_IMMEDIATE. */
public abstract class WriteContract extends VerbsContract {
  /** For subclasses. */
  protected WriteContract() {}

  @Test
  void writtenBytesAreInPlaceWhenTheWriteCompletes() {
    for (int length : new int[] {1, 7, 255, 256, 257, 4096, 65_536, 200_001}) {
      byte[] written = near.fill(33, length, length);
      Completion completion = perform(near.write(5, 33, length, far));
      assertEquals("5 SUCCESS WRITE", completion.outcome() + " " + completion.opcode());
      assertArrayEquals(written, far.bytes(33, length), "length " + length);
    }
  }

  @Test
  void memoryAroundAWriteStaysUntouched() {
    byte[] before = far.fill(0, 8192, 1);
    byte[] written = near.fill(0, 100, 2);
    WorkRequest request = near.write(5, 0, 100, far);
    succeed(request.remote(far.memory.address() + 5000, far.memory.remoteKey()));
    System.arraycopy(written, 0, before, 5000, 100);
    assertArrayEquals(before, far.bytes(0, 8192));
  }

  @Test
  void peerSeesNoCompletionOfAWrite() {
    far.receive(1, 0, 64);
    succeed(near.write(5, 0, 64, far));
    assertEquals(1, far.receives.posted());
    succeed(near.send(6, 0, 8));
    assertEquals(Opcode.RECEIVE, expect(far, 1, SUCCESS).opcode());
    assertNothingLeft();
  }

  @Test
  void writesOfOneQueuePairLandInOrder() {
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      near.word(8L * at, at + 1);
      WorkRequest request = near.write(at, 8L * at, 8, far);
      post(nearQueue, request.remote(far.memory.address(), far.memory.remoteKey()));
    }
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      expect(near, at, SUCCESS);
      assertTrue(far.word(0) > at, "write " + at + " completed, but " + far.word(0) + " is there");
    }
    assertEquals(Half.SEND_DEPTH, far.word(0));
  }

  @Test
  void zeroLengthWriteSucceedsAndTouchesNothing() {
    byte[] before = far.fill(0, 64, 1);
    near.fill(0, 64, 2);
    succeed(near.write(5, 0, 0, far));
    assertArrayEquals(before, far.bytes(0, 64));
  }

  @Test
  void sendBehindAWriteAnnouncesIt() {
    for (int round = 1; round <= 50; round++) {
      far.receive(round, 0, 8);
      near.word(1024, round);
      post(nearQueue, near.write(round, 1024, 8, far));
      post(nearQueue, near.send(round, 0, 8));
      expect(far, round, SUCCESS);
      assertEquals(round, far.word(1024));
      expect(near, round, SUCCESS);
      expect(near, round, SUCCESS);
    }
  }

  @Test
  void immediateArrivesWithItsDataInPlace() {
    byte[] slot = far.fill(8192, 64, 9);
    for (int immediate : new int[] {0, 1, -1, 0x12345678, Integer.MIN_VALUE}) {
      byte[] written = near.fill(0, 100, immediate);
      far.receive(1, 8192, 64);
      post(nearQueue, immediate(2, 100, immediate));
      Completion receive = expect(far, 1, SUCCESS);
      assertArrayEquals(written, far.bytes(0, 100), "immediate " + immediate);
      assertEquals(Opcode.RECEIVE_WITH_IMMEDIATE, receive.opcode());
      assertEquals(immediate, receive.immediate());
      assertEquals(100, receive.byteLength());
      assertEquals(Opcode.WRITE_WITH_IMMEDIATE, expect(near, 2, SUCCESS).opcode());
    }
    assertArrayEquals(slot, far.bytes(8192, 64), "the receive's own memory");
  }

  @Test
  void immediateWithoutPayloadArrives() {
    far.receive(1, 8192, 0);
    post(nearQueue, immediate(2, 0, 77));
    Completion receive = expect(far, 1, SUCCESS);
    assertEquals(77, receive.immediate());
    assertEquals(0, receive.byteLength());
    expect(near, 2, SUCCESS);
  }

  @Test
  void inlineWriteMayReuseItsMemoryAtOnce() {
    int length = Math.min(64, near.domain.capabilities().maxInlineBytes());
    Assumptions.assumeTrue(length > 0, "the provider has no inline payloads");
    byte[] written = near.fill(0, length, 1);
    post(nearQueue, near.write(2, 0, length, far).inline());
    near.fill(0, length, 2);
    expect(near, 2, SUCCESS);
    assertArrayEquals(written, far.bytes(0, length));
  }

  private WorkRequest immediate(long id, int length, int value) {
    WorkRequest request = near.oneSided(Opcode.WRITE_WITH_IMMEDIATE, id, 0, length, far);
    return request.immediate(value);
  }
}
