// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static io.sennit.verbs.CompletionStatus.REMOTE_ACCESS_ERROR;
import static io.sennit.verbs.CompletionStatus.REMOTE_INVALID_REQUEST;
import static io.sennit.verbs.CompletionStatus.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Access;
import io.sennit.verbs.Feature;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.WorkRequest;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** ATOMIC_WRITE and FLUSH, where they are announced. */
public abstract class PlacementContract extends VerbsContract {
  private static final int WORD_AT = 128 << 10;
  private static final int LONG_BYTES = 100_000;

  /** For subclasses. */
  protected PlacementContract() {}

  private void assumeOffered(Feature feature) {
    boolean offered = near.domain.capabilities().offers(feature);
    Assumptions.assumeTrue(offered, () -> "the provider has no " + feature);
  }

  /** Stores what is at the same place here. */
  private WorkRequest atomicWrite(long id, long offset) {
    assumeOffered(Feature.ATOMIC_WRITE);
    return near.oneSided(Opcode.ATOMIC_WRITE, id, offset, Long.BYTES, far);
  }

  private WorkRequest flush(long id, long offset, int length) {
    return flushOf(id, far.memory, offset).flush(PlacementType.GLOBAL_VISIBILITY, length);
  }

  private WorkRequest flushOf(long id, MemoryRegion region, long offset) {
    assumeOffered(Feature.FLUSH);
    WorkRequest request = new WorkRequest().reset(Opcode.FLUSH, id);
    return request.remote(region.address() + offset, region.remoteKey());
  }

  @Test
  void atomicWriteStoresItsWordAndNothingElse() {
    byte[] before = far.fill(0, 64, 1);
    near.fill(0, 64, 2);
    Completion completion = perform(atomicWrite(1, 24));
    assertEquals("1 SUCCESS ATOMIC_WRITE", completion.outcome() + " " + completion.opcode());
    assertEquals(8, completion.byteLength());
    System.arraycopy(near.bytes(24, 8), 0, before, 24, 8);
    assertArrayEquals(before, far.bytes(0, 64));
  }

  @Test
  void inlineAtomicWriteMayReuseItsMemoryAtOnce() {
    WorkRequest request = atomicWrite(1, 0);
    int inline = near.domain.capabilities().maxInlineBytes();
    Assumptions.assumeTrue(inline >= 8, "the provider has no inline payloads");
    near.word(0, 1);
    post(nearQueue, request.inline());
    near.word(0, 2);
    expect(near, 1, SUCCESS);
    assertEquals(1, far.word(0));
  }

  @Test
  void misalignedAtomicWriteIsRefused() {
    byte[] before = far.fill(0, 64, 1);
    WorkRequest request = atomicWrite(1, 0);
    request.remote(far.memory.address() + 4, far.memory.remoteKey());
    assertEquals("1 " + REMOTE_INVALID_REQUEST, perform(request).outcome());
    assertArrayEquals(before, far.bytes(0, 64));
  }

  @Test
  void atomicWriteHasEightBytesInOneRange() {
    WorkRequest request = atomicWrite(1, 0);
    for (int length : new int[] {0, 1, 4, 7, 9, 16}) {
      PostStatus status = nearQueue.post(request.local(near.memory, 0, length));
      assertEquals(PostStatus.INVALID, status, length + " bytes");
    }
    request.local(near.memory, 0, 4).andLocal(near.memory, 4, 4);
    assertEquals(PostStatus.INVALID, nearQueue.post(request), "two ranges");
    assertEquals(0, nearQueue.outstanding());
  }

  @Test
  void atomicWriteNeedsTheWriteRight() {
    EnumSet<Access> others = EnumSet.complementOf(EnumSet.of(Access.REMOTE_WRITE));
    MemoryRegion region = far.domain.allocate(4096, others);
    WorkRequest request = atomicWrite(1, 0);
    near.word(0, 1);
    request.remote(region.address(), region.remoteKey());
    assertEquals("1 " + REMOTE_ACCESS_ERROR, perform(request).outcome());
    assertEquals(0, region.segment().get(ValueLayout.JAVA_LONG, 0));
  }

  @Test
  void atomicWritesOfOneQueuePairLandInOrder() {
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      near.word(8L * at, at + 1);
      WorkRequest request = atomicWrite(at, 8L * at);
      post(nearQueue, request.remote(far.memory.address(), far.memory.remoteKey()));
    }
    for (int at = 0; at < Half.SEND_DEPTH; at++) {
      expect(near, at, SUCCESS);
      assertTrue(far.word(0) > at, "write " + at + " completed, but " + far.word(0) + " is there");
    }
    assertEquals(Half.SEND_DEPTH, far.word(0));
  }

  /** The peer sees the word only when all that was written before is there. */
  @Test
  void atomicWriteFollowsTheWritesBeforeIt() {
    for (int round = 1; round <= 20; round++) {
      byte[] written = near.fill(0, LONG_BYTES, round);
      near.word(WORD_AT, round);
      post(nearQueue, near.write(1, 0, LONG_BYTES, far));
      post(nearQueue, atomicWrite(2, WORD_AT));
      int seen = round;
      boolean came = waited(() -> {
        near.drain();
        far.drain();
        return far.word(WORD_AT) == seen;
      });
      assertTrue(came, "the word of round " + round + " does not come");
      assertArrayEquals(written, far.bytes(0, LONG_BYTES), "round " + round);
      expect(near, 1, SUCCESS);
      expect(near, 2, SUCCESS);
    }
  }

  @Test
  void flushIsOverWhenTheWritesBeforeItAreInPlace() {
    for (int round = 1; round <= 20; round++) {
      byte[] written = near.fill(0, LONG_BYTES, round);
      post(nearQueue, near.write(1, 0, LONG_BYTES, far));
      post(nearQueue, flush(2, 0, LONG_BYTES));
      expect(near, 1, SUCCESS);
      Completion completion = expect(near, 2, SUCCESS);
      assertEquals("FLUSH 0", completion.opcode() + " " + completion.byteLength());
      assertArrayEquals(written, far.bytes(0, LONG_BYTES), "round " + round);
    }
    assertNothingLeft();
  }

  @Test
  void flushNeedsTheRight() {
    EnumSet<Access> others = EnumSet.complementOf(EnumSet.of(Access.FLUSH_GLOBAL));
    MemoryRegion region = far.domain.allocate(4096, others);
    WorkRequest request = flushOf(1, region, 0);
    WorkRequest[] refused = {
      request.flush(PlacementType.GLOBAL_VISIBILITY, 8),
      new WorkRequest().copy(request).flushAll(PlacementType.GLOBAL_VISIBILITY),
      flush(1, 0, 8).remote(far.memory.address(), ~far.memory.remoteKey()),
      flush(1, -1, 8),
      flush(1, Half.MEMORY_BYTES - 7, 8),
    };
    for (int at = 0; at < refused.length; at++) {
      Completion completion = perform(refused[at]);
      assertEquals("1 " + REMOTE_ACCESS_ERROR, completion.outcome(), "request " + at);
      nearQueue = anotherQueue(1 + at);
    }
  }

  @Test
  void flushOfAllThatAKeyOpensNeedsNoRange() {
    WorkRequest request = flush(1, -1, 0).flushAll(PlacementType.GLOBAL_VISIBILITY);
    succeed(request);
    request.remote(far.memory.address() + 8, far.memory.remoteKey());
    succeed(request.flush(PlacementType.GLOBAL_VISIBILITY, 0));
  }

  @Test
  void flushHasNoLocalRangeAndNoNegativeLength() {
    assertEquals(PostStatus.INVALID, nearQueue.post(flush(1, 0, -1)));
    assertEquals(PostStatus.INVALID, nearQueue.post(flush(1, 0, 8).local(near.memory, 0, 8)));
    assertEquals(0, nearQueue.outstanding());
  }

  /** No memory here survives a loss of power, and nobody may be told so. */
  @Test
  void persistenceIsNotPromised() {
    WorkRequest request = flush(1, 0, 8).flush(PlacementType.PERSISTENCE, 8);
    assertEquals("1 " + REMOTE_ACCESS_ERROR, perform(request).outcome());
  }
}
