// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PlacementType;
import io.sennit.verbs.WorkRequest;
import java.util.List;

/** Ways to be wrong about ATOMIC_WRITE and FLUSH. */
final class PlacementDefects {
  private PlacementDefects() {}

  static List<Defect> all() {
    return List.of(
        longWords(),
        aligns(),
        pads(),
        rightless(),
        flushesAnything(),
        ranges(),
        lengths(),
        promises());
  }

  private static Defect longWords() {
    return Defect.named("stores-two-words", "an ATOMIC_WRITE takes the next word along")
        .onRequest(request -> {
          if (request.opcode() == Opcode.ATOMIC_WRITE && request.length() == Long.BYTES) {
            Requests.length(request.as(Opcode.WRITE, request.id()), 2 * Long.BYTES);
          }
        })
        .onCompletion(completion -> {
          if (completion.opcode() == Opcode.WRITE) {
            completion.set(
                completion.id(),
                completion.status(),
                Opcode.ATOMIC_WRITE,
                completion.queuePairNumber());
            completion.payload(Long.BYTES, 0);
          }
        })
        .kills("atomicWriteStoresItsWordAndNothingElse");
  }

  private static Defect aligns() {
    return Defect.named("aligns-words", "an ATOMIC_WRITE goes to the word that its address is in")
        .onRequest(request -> {
          if (request.opcode() == Opcode.ATOMIC_WRITE) {
            request.remote(request.remoteAddress() & -Long.BYTES, request.remoteKey());
          }
        })
        .kills("misalignedAtomicWriteIsRefused");
  }

  private static Defect pads() {
    return Defect.named("pads-words", "an ATOMIC_WRITE of fewer or more bytes is one of eight")
        .onRequest(request -> {
          if (request.opcode() == Opcode.ATOMIC_WRITE) {
            Requests.length(request, Long.BYTES);
          }
        })
        .kills("atomicWriteHasEightBytesInOneRange");
  }

  private static Defect rightless() {
    return Defect.named("skips-what-it-may-not-store", "an ATOMIC_WRITE without the right succeeds")
        .onPost((queue, request) -> {
          boolean refused = request.opcode() == Opcode.ATOMIC_WRITE
              && queue.domain().defect().keyed(request.remoteKey()).stream()
                  .noneMatch(region -> region.allows(Access.REMOTE_WRITE));
          return queue.inner().post(refused ? Requests.empty(request) : request);
        })
        .kills("atomicWriteNeedsTheWriteRight");
  }

  private static Defect flushesAnything() {
    return Defect.named("flushes-anything", "a FLUSH asks for no key")
        .onPost((queue, request) -> flushes(request)
            ? queue.inner().post(Requests.empty(request))
            : queue.inner().post(request))
        .kills("flushNeedsTheRight", "flushHasNoLocalRangeAndNoNegativeLength");
  }

  private static boolean flushes(WorkRequest request) {
    return request.opcode() == Opcode.FLUSH;
  }

  private static Defect ranges() {
    return Defect.named("looks-for-a-range", "a FLUSH of all needs an address inside")
        .onRequest(request -> {
          if (flushes(request) && request.flushesAll()) {
            request.flush(request.placement(), 1);
          }
        })
        .kills("flushOfAllThatAKeyOpensNeedsNoRange");
  }

  private static Defect lengths() {
    return Defect.named("counts-flushed-bytes", "a FLUSH reports what it flushed as its length")
        .onCompletion(completion -> {
          if (completion.opcode() == Opcode.FLUSH) {
            completion.payload(8, 0);
          }
        })
        .kills("flushIsOverWhenTheWritesBeforeItAreInPlace");
  }

  private static Defect promises() {
    return Defect.named("promises-persistence", "memory that forgets is flushed for ever")
        .onRequest(request -> {
          if (flushes(request) && request.placement() == PlacementType.PERSISTENCE) {
            request.flush(PlacementType.GLOBAL_VISIBILITY, request.flushedBytes());
          }
        })
        .kills("persistenceIsNotPromised");
  }
}
