// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.WorkRequest;
import java.util.List;

/** Ways to be wrong about atomics; they look into the peer's memory through the registry. */
final class AtomicDefects {
  private AtomicDefects() {}

  static List<Defect> all() {
    return List.of(
        neverSwaps(),
        halves(),
        alwaysSwaps(),
        newValue(),
        saturates(),
        carries(),
        misaligned(),
        losesAdds());
  }

  private static Defect neverSwaps() {
    return Defect.named("never-swaps", "COMPARE_AND_SWAP writes back what it expected")
        .onRequest(request -> {
          if (request.opcode() == Opcode.COMPARE_AND_SWAP) {
            request.compareAndSwap(request.compare(), request.compare());
          }
        })
        .kills("compareAndSwapReplacesWhatItExpected");
  }

  private static Defect halves() {
    return Defect.named("compares-half-words", "only the low 32 bits are compared")
        .onPost((queue, request) -> {
          long found = found(queue, request);
          if (request.opcode() == Opcode.COMPARE_AND_SWAP
              && (int) found == (int) request.compare()) {
            request.compareAndSwap(found, request.swapOrAdd());
          }
          return queue.inner().post(request);
        })
        .kills("compareAndSwapLeavesAnythingElse");
  }

  private static Defect alwaysSwaps() {
    return Defect.named("always-swaps", "COMPARE_AND_SWAP does not compare")
        .onPost((queue, request) -> {
          if (request.opcode() == Opcode.COMPARE_AND_SWAP) {
            request.compareAndSwap(found(queue, request), request.swapOrAdd());
          }
          return queue.inner().post(request);
        })
        .kills("lockWordHasOneWinner");
  }

  private static Defect newValue() {
    return Defect.named("returns-the-new-value", "FETCH_AND_ADD adds first and fetches then")
        .onPost((queue, request) -> {
          PostStatus status = queue.inner().post(request);
          MemoryRegion local = request.localRegion();
          if (request.opcode() == Opcode.FETCH_AND_ADD && local != null) {
            Requests.addToWord(local.segment(), request.localOffset(), request.swapOrAdd());
          }
          return status;
        })
        .kills("fetchAndAddReturnsWhatItFound");
  }

  private static Defect saturates() {
    return Defect.named("saturates", "FETCH_AND_ADD stops at the largest value")
        .onPost((queue, request) -> {
          long room = Long.MAX_VALUE - found(queue, request);
          if (request.opcode() == Opcode.FETCH_AND_ADD && request.swapOrAdd() > room && room >= 0) {
            request.add(room);
          }
          return queue.inner().post(request);
        })
        .kills("fetchAndAddWrapsAround");
  }

  private static Defect carries() {
    return Defect.named("carries-over", "an overflowing FETCH_AND_ADD reaches the next word")
        .onPost((queue, request) -> {
          long found = found(queue, request);
          long sum = found + request.swapOrAdd();
          if (request.opcode() == Opcode.FETCH_AND_ADD && Long.compareUnsigned(sum, found) < 0) {
            queue.domain().defect().keyed(request.remoteKey()).ifPresent(target -> {
              long offset = request.remoteAddress() - target.inner().address() + Long.BYTES;
              Requests.addToWord(target.segment(), offset, 1);
            });
          }
          return queue.inner().post(request);
        })
        .kills("atomicTouchesOnlyItsWord");
  }

  private static Defect misaligned() {
    return Defect.named("aligns-atomics", "a misaligned atomic hits the word below")
        .onRequest(request -> {
          if (request.opcode() == Opcode.FETCH_AND_ADD) {
            request.remote(request.remoteAddress() & -Long.BYTES, request.remoteKey());
          }
        })
        .kills("misalignedAtomicIsRefused");
  }

  private static Defect losesAdds() {
    return Defect.named("loses-contended-adds", "adds at the same time overwrite each other")
        .onPost((queue, request) -> {
          if (request.opcode() == Opcode.FETCH_AND_ADD && queue.outstanding() > 0) {
            request.add(0);
          }
          return queue.inner().post(request);
        })
        .kills("contendedWordLosesNothing");
  }

  private static long found(DefectiveQueuePair queue, WorkRequest request) {
    return queue
        .domain()
        .defect()
        .keyed(request.remoteKey())
        .map(target -> Requests.word(request, target))
        .orElse(0L);
  }
}
