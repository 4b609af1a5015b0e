// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkRequest;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ways to be wrong about WRITE and READ. */
final class OneSidedDefects {
  private static final int CUT_BYTES = 65_536;

  private OneSidedDefects() {}

  static List<Defect> all() {
    return List.of(
        cut(Opcode.WRITE, "writtenBytesAreInPlaceWhenTheWriteCompletes"),
        cut(Opcode.READ, "fetchedBytesAreInPlaceWhenTheReadCompletes"),
        words(Opcode.WRITE, "memoryAroundAWriteStaysUntouched"),
        words(Opcode.READ, "readTouchesNothingButItsTarget"),
        notifies(Opcode.WRITE, "peerSeesNoCompletionOfAWrite"),
        notifies(Opcode.READ, "peerSeesNoCompletionOfARead"),
        swapsWrites(),
        refusesEmpty(),
        writeBehind(),
        ignoresInline(),
        boundsReads(),
        readsNeedWrite());
  }

  private static Defect cut(Opcode opcode, String victim) {
    return Defect.named("cuts-" + name(opcode) + "s-at-64-KiB", "the rest is forgotten")
        .onRequest(request -> {
          if (request.opcode() == opcode) {
            Requests.length(request, Math.min(request.length(), CUT_BYTES));
          }
        })
        .kills(victim);
  }

  private static Defect words(Opcode opcode, String victim) {
    return Defect.named(name(opcode) + "s-whole-words", "lengths are rounded up to 8 bytes")
        .onRequest(request -> {
          if (request.opcode() == opcode) {
            Requests.length(request, Requests.roundUp(request.length(), 8));
          }
        })
        .kills(victim);
  }

  private static Defect notifies(Opcode opcode, String victim) {
    return Defect.named("notifies-of-" + name(opcode) + "s", "the peer loses a receive to it")
        .onPost((queue, request) -> {
          if (request.opcode() == opcode) {
            queue.inner().post(new WorkRequest().reset(Opcode.SEND, request.id()));
          }
          return queue.inner().post(request);
        })
        .kills(victim);
  }

  private static Defect swapsWrites() {
    return Defect.named("swaps-writes", "of two writes the second lands first")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          private @Nullable WorkRequest first;

          @Override
          public PostStatus post(WorkRequest request) {
            WorkRequest kept = first;
            if (kept == null) {
              first = Requests.copy(request);
              return PostStatus.POSTED;
            }
            first = null;
            inner().post(Requests.copy(request, request.opcode(), kept.id()));
            return inner().post(Requests.copy(kept, kept.opcode(), request.id()));
          }
        })
        .kills("writesOfOneQueuePairLandInOrder", "atomicWritesOfOneQueuePairLandInOrder");
  }

  private static Defect refusesEmpty() {
    return Defect.named("refuses-empty-requests", "a one-sided request of no bytes is invalid")
        .onPost((queue, request) -> {
          boolean empty = request.length() == 0 && request.opcode() != Opcode.SEND;
          return empty ? PostStatus.INVALID : queue.inner().post(request);
        })
        .kills(
            "zeroLengthWriteSucceedsAndTouchesNothing", "zeroLengthReadSucceedsAndTouchesNothing");
  }

  private static Defect writeBehind() {
    return Defect.named("writes-behind", "a write lands when the next one is posted")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          private @Nullable WorkRequest last;

          @Override
          public PostStatus post(WorkRequest request) {
            WorkRequest now = Requests.copy(request);
            if (request.opcode() != Opcode.WRITE) {
              return inner().post(now);
            }
            WorkRequest before = last == null ? Requests.empty(request) : last;
            last = now;
            return inner().post(Requests.copy(before, Opcode.WRITE, request.id()));
          }
        })
        .kills(
            "sendBehindAWriteAnnouncesIt",
            "readBehindAWriteSeesIt",
            "atomicWriteFollowsTheWritesBeforeIt",
            "flushIsOverWhenTheWritesBeforeItAreInPlace");
  }

  private static Defect ignoresInline() {
    ArrayDeque<Runnable> late = new ArrayDeque<>();
    return Defect.named("ignores-inline", "the payload is read when somebody polls")
        .onPost((queue, request) -> {
          QueuePair inner = queue.inner();
          if (!request.isInline()) {
            return inner.post(request);
          }
          late.add(() -> inner.post(request));
          return PostStatus.POSTED;
        })
        .completionQueues((inner, domain) -> new LateQueue(inner, domain, late))
        .kills(
            "inlinePayloadMayBeReusedAtOnce",
            "inlineWriteMayReuseItsMemoryAtOnce",
            "inlineAtomicWriteMayReuseItsMemoryAtOnce");
  }

  private static Defect boundsReads() {
    return Defect.named("bounds-reads", "more READs than may be outstanding are refused")
        .onPost((queue, request) -> {
          int most = queue.domain().capabilities().maxReadAtomic();
          boolean refused = request.opcode() == Opcode.READ && queue.outstanding() >= most;
          return refused ? PostStatus.QUEUE_FULL : queue.inner().post(request);
        })
        .kills("moreReadsThanMayBeOutstandingQueueUp");
  }

  private static Defect readsNeedWrite() {
    return Defect.named("asks-reads-for-the-write-right", "READ needs REMOTE_WRITE")
        .onPost((queue, request) -> {
          boolean refused = request.opcode() == Opcode.READ
              && queue.domain().defect().keyed(request.remoteKey()).stream()
                  .noneMatch(region -> region.allows(Access.REMOTE_WRITE));
          if (refused) {
            request.remote(request.remoteAddress(), ~request.remoteKey());
          }
          return queue.inner().post(request);
        })
        .kills("readNeedsNothingButTheReadRight");
  }

  private static String name(Opcode opcode) {
    return opcode == Opcode.WRITE ? "write" : "read";
  }
}
