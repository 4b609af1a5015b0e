// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** COMPARE_AND_SWAP and FETCH_AND_ADD; skipped where {@code Capabilities.atomics} is false. */
public abstract class AtomicContract extends VerbsContract {
  private static final long RESULT = 4096;

  /** For subclasses. */
  protected AtomicContract() {}

  @BeforeEach
  final void needAtomics() {
    Assumptions.assumeTrue(near.domain.capabilities().atomics(), "the provider has no atomics");
  }

  @Test
  void compareAndSwapReplacesWhatItExpected() {
    far.word(0, Long.MIN_VALUE);
    Completion completion = perform(compareAndSwap(1, Long.MIN_VALUE, -7));
    assertEquals("1 SUCCESS COMPARE_AND_SWAP", completion.outcome() + " " + completion.opcode());
    assertEquals(-7, far.word(0));
    assertEquals(Long.MIN_VALUE, near.word(RESULT));
  }

  @Test
  void compareAndSwapLeavesAnythingElse() {
    long found = (5L << 32) + 5;
    far.word(0, found);
    succeed(compareAndSwap(1, 5, 9));
    assertEquals(found, far.word(0));
    assertEquals(found, near.word(RESULT));
  }

  @Test
  void fetchAndAddReturnsWhatItFound() {
    far.word(0, 40);
    Completion completion = perform(fetchAndAdd(1, 2));
    assertEquals("1 SUCCESS FETCH_AND_ADD", completion.outcome() + " " + completion.opcode());
    assertEquals(42, far.word(0));
    assertEquals(40, near.word(RESULT));
  }

  @Test
  void fetchAndAddWrapsAround() {
    far.word(0, Long.MAX_VALUE);
    succeed(fetchAndAdd(1, 1));
    assertEquals(Long.MIN_VALUE, far.word(0));
  }

  @Test
  void atomicTouchesOnlyItsWord() {
    far.word(0, 1);
    far.word(8, 2);
    far.word(16, 3);
    WorkRequest request = fetchAndAdd(1, -1);
    succeed(request.remote(far.memory.address() + 8, far.memory.remoteKey()));
    assertEquals("1 1 3", far.word(0) + " " + far.word(8) + " " + far.word(16));
  }

  @Test
  void misalignedAtomicIsRefused() {
    far.word(0, 5);
    far.word(8, 5);
    WorkRequest request = fetchAndAdd(1, 1);
    Completion completion =
        perform(request.remote(far.memory.address() + 4, far.memory.remoteKey()));
    assertEquals("1 " + CompletionStatus.REMOTE_INVALID_REQUEST, completion.outcome());
    assertEquals("5 5", far.word(0) + " " + far.word(8));
  }

  @Test
  void contendedWordLosesNothing() {
    QueuePair[] queues = {nearQueue, anotherQueue(1), anotherQueue(2)};
    int all = 40 * queues.length;
    far.word(0, 0);
    for (int at = 0; at < all; at++) {
      WorkRequest request = fetchAndAdd(at, 1).local(near.memory, RESULT + at * 8L, 8);
      post(queues[at % queues.length], request);
    }
    BitSet found = new BitSet();
    for (int at = 0; at < all; at++) {
      Completion completion = next(near);
      assertEquals(CompletionStatus.SUCCESS, completion.status());
      found.set((int) near.word(RESULT + completion.id() * 8));
    }
    assertEquals(all, far.word(0));
    assertEquals(all, found.cardinality(), "different values found: " + found);
  }

  @Test
  void lockWordHasOneWinner() {
    QueuePair other = anotherQueue(1);
    far.word(0, 0);
    for (int at = 0; at < 40; at++) {
      WorkRequest request = compareAndSwap(at, 0, at + 1);
      post(at % 2 == 0 ? nearQueue : other, request.local(near.memory, RESULT + at * 8L, 8));
    }
    List<Long> winners = new ArrayList<>();
    for (int at = 0; at < 40; at++) {
      Completion completion = next(near);
      assertEquals(CompletionStatus.SUCCESS, completion.status());
      if (near.word(RESULT + completion.id() * 8) == 0) {
        winners.add(completion.id() + 1);
      }
    }
    assertEquals(List.of(far.word(0)), winners, "the lock's owner, and who thinks it is");
  }

  private WorkRequest compareAndSwap(long id, long expected, long replacement) {
    return atomic(Opcode.COMPARE_AND_SWAP, id).compareAndSwap(expected, replacement);
  }

  private WorkRequest fetchAndAdd(long id, long addend) {
    return atomic(Opcode.FETCH_AND_ADD, id).add(addend);
  }

  private WorkRequest atomic(Opcode opcode, long id) {
    WorkRequest request = near.oneSided(opcode, id, 0, Long.BYTES, far);
    return request.local(near.memory, RESULT, Long.BYTES);
  }
}
