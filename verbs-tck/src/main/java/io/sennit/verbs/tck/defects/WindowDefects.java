// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.Access;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.MemoryWindow;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ways to be wrong about memory windows. */
final class WindowDefects {
  private WindowDefects() {}

  static List<Defect> all() {
    return List.of(
        wide(),
        generous(),
        shared(),
        open(),
        mute(),
        anyKey(),
        anyLocalKey(),
        anyBind(),
        oneTail(),
        forgetful(),
        immortal());
  }

  private static Defect wide() {
    return Defect.named("binds-whole-regions", "a window opens all of its region")
        .onRequest(request -> {
          MemoryRegion region = request.localRegion();
          if (request.opcode() == Opcode.BIND_WINDOW && region != null) {
            request.local(region, 0, (int) region.length());
          }
        })
        .kills("boundWindowOpensItsRangeAndNoMore");
  }

  private static Defect generous() {
    return Defect.named("binds-with-all-rights", "what a window was bound for does not matter")
        .onRequest(request -> {
          MemoryWindow window = request.window();
          if (window != null) {
            request.bind(window, request.keyTail(), EnumSet.allOf(Access.class));
          }
        })
        .kills("windowGivesTheRightsItWasBoundWith");
  }

  /** What is bound with each key, so that a way round the window can be taken. */
  private static void note(Map<Integer, MemoryRegion> bound, WorkRequest request) {
    MemoryWindow window = request.window();
    MemoryRegion region = request.localRegion();
    if (window != null && region != null) {
      bound.put(window.remoteKey(request.keyTail()), region);
    }
  }

  private static Defect shared() {
    Map<Integer, MemoryRegion> bound = new HashMap<>();
    return Defect.named("opens-windows-to-all", "a window opens through every queue pair")
        .onPost((queue, request) -> {
          note(bound, request);
          MemoryRegion region = bound.get(request.remoteKey());
          boolean other = !queue.equals(queue.domain().queuePairs().getFirst());
          if (region != null && other && request.opcode() == Opcode.WRITE) {
            return queue.inner().post(Requests.empty(request));
          }
          return queue.inner().post(request);
        })
        .kills("windowOpensThroughItsQueuePairOnly");
  }

  private static Defect open() {
    return Defect.named("keeps-windows-open", "LOCAL_INVALIDATE does nothing")
        .onPost((queue, request) -> {
          boolean closes = request.opcode() == Opcode.LOCAL_INVALIDATE;
          return queue.inner().post(closes ? Requests.empty(request) : request);
        })
        .kills("windowIsClosedByItsOwner");
  }

  private static Defect mute() {
    return Defect.named("invalidates-nothing", "SEND_WITH_INVALIDATE is a SEND")
        .onRequest(WindowDefects::sendOnly)
        .kills("windowIsClosedByItsUser", "onlyAWindowIsClosedByThePeer");
  }

  private static void sendOnly(WorkRequest request) {
    if (request.opcode() == Opcode.SEND_WITH_INVALIDATE) {
      request.as(Opcode.SEND, request.id());
    }
  }

  private static Defect anyKey() {
    Map<Integer, MemoryRegion> bound = new HashMap<>();
    return Defect.named("lets-peers-close-anything", "a key to close is not looked at")
        .onPost((queue, request) -> {
          note(bound, request);
          if (!bound.containsKey(request.invalidatedKey())) {
            sendOnly(request);
          }
          return queue.inner().post(request);
        })
        .kills("onlyAWindowIsClosedByThePeer");
  }

  private static Defect anyLocalKey() {
    return Defect.named("closes-closed-windows", "LOCAL_INVALIDATE of any key succeeds")
        .onCompletion(completion -> forgive(completion, CompletionStatus.LOCAL_QUEUE_PAIR_ERROR))
        .kills("onlyAnOpenWindowIsClosedByItsOwner");
  }

  private static Defect anyBind() {
    return Defect.named("binds-anything", "what a window may be bound to is not looked at")
        .onCompletion(completion -> forgive(completion, CompletionStatus.MEMORY_WINDOW_BIND_ERROR))
        .kills(
            "regionMustAllowToBeBound",
            "windowThatWritesNeedsARegionThatMayBeWritten",
            "boundWindowIsNotBoundAgain");
  }

  private static void forgive(WorkCompletion completion, CompletionStatus status) {
    if (completion.status() == status) {
      completion.set(
          completion.id(),
          CompletionStatus.SUCCESS,
          completion.opcode(),
          completion.queuePairNumber());
    }
  }

  private static Defect oneTail() {
    return Defect.named("cuts-key-tails", "the low 8 bits of a window's key are always 1")
        .onRequest(request -> {
          MemoryWindow window = request.window();
          if (window != null) {
            request.bind(window, 1, request.windowAccess());
          }
        })
        .kills("tailTellsOldKeysFromNewOnes");
  }

  private static Defect forgetful() {
    return Defect.named("forgets-bound-windows", "a region is gone though a window is bound to it")
        .regions(region -> new DefectiveRegion(region) {
          @Override
          public boolean deregister() {
            super.deregister();
            return true;
          }
        })
        .kills("boundRegionIsNotGivenBack");
  }

  private static Defect immortal() {
    Set<DefectiveQueuePair> destroyed = new HashSet<>();
    return Defect.named("keeps-windows-of-the-dead", "a destroyed queue pair's windows stay bound")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public boolean destroy() {
            destroyed.add(this);
            toError();
            return true;
          }

          @Override
          public QueuePairState state() {
            return destroyed.contains(this) ? QueuePairState.DESTROYED : super.state();
          }

          @Override
          public PostStatus post(WorkRequest request) {
            return destroyed.contains(this) ? PostStatus.NOT_READY : super.post(request);
          }
        })
        .kills("destroyedQueuePairClosesItsWindows");
  }
}
