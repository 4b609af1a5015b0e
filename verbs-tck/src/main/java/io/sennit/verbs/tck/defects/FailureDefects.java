// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Ways to be wrong about failures and what they flush. */
final class FailureDefects {
  private FailureDefects() {}

  static List<Defect> all() {
    return List.of(
        rejects(),
        inNameOnly(),
        dropsAtError(),
        dropsAtDestroy(),
        flushesAll(),
        staysReady(),
        together());
  }

  private static Defect rejects() {
    return Defect.named("rejects-posts-in-error", "a post in ERROR is NOT_READY")
        .onPost((queue, request) -> queue.state() == QueuePairState.ERROR
            ? PostStatus.NOT_READY
            : queue.inner().post(request))
        .kills("postsInErrorAreAcceptedAndFlushed");
  }

  private static Defect inNameOnly() {
    return Defect.named("error-in-name-only", "ERROR is a word; requests go both ways as before")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          private boolean failed;

          @Override
          public void toError() {
            failed = true;
          }

          @Override
          public QueuePairState state() {
            QueuePairState state = super.state();
            return failed && state != QueuePairState.DESTROYED ? QueuePairState.ERROR : state;
          }
        })
        .kills("halfInErrorRefusesWhatComes", "halfInErrorConsumesNoReceive");
  }

  private static Defect dropsAtError() {
    Set<Integer> failed = ConcurrentHashMap.newKeySet();
    return dropping("forgets-at-error", "toError() throws completions away", failed)
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void toError() {
            super.toError();
            failed.add(number());
          }
        })
        .kills("requestsOutstandingAtToErrorEndOnceEach");
  }

  private static Defect dropsAtDestroy() {
    Set<Integer> destroyed = ConcurrentHashMap.newKeySet();
    return dropping("forgets-at-destruction", "destroy() throws completions away", destroyed)
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public boolean destroy() {
            destroyed.add(number());
            return super.destroy();
          }
        })
        .kills("completionsSurviveDestruction");
  }

  private static Defect dropping(String name, String sentence, Set<Integer> numbers) {
    return Defect.named(name, sentence).onPoll((into, count) -> {
      int kept = 0;
      for (int at = 0; at < count; at++) {
        if (!numbers.contains(into[at].queuePairNumber())) {
          WorkCompletion swapped = into[kept];
          into[kept++] = into[at];
          into[at] = swapped;
        }
      }
      return kept;
    });
  }

  private static Defect flushesAll() {
    return Defect.named("flushes-what-was-done", "a failure takes earlier successes with it")
        .onPoll((into, count) -> {
          for (int at = count - 1; at > 0; at--) {
            WorkCompletion before = into[at - 1];
            if (into[at].status() != CompletionStatus.SUCCESS) {
              before.set(
                  before.id(),
                  CompletionStatus.WORK_REQUEST_FLUSHED,
                  before.opcode(),
                  before.queuePairNumber());
            }
          }
          return count;
        })
        .kills("requestsBeforeAFailureKeepTheirSuccess");
  }

  private static Defect staysReady() {
    return Defect.named("stays-ready", "a failure leaves the state READY_TO_SEND")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          private boolean asked;

          @Override
          public void toError() {
            asked = true;
            super.toError();
          }

          @Override
          public QueuePairState state() {
            QueuePairState state = super.state();
            boolean hidden = state == QueuePairState.ERROR && !asked;
            return hidden ? QueuePairState.READY_TO_SEND : state;
          }
        })
        .kills("failureMovesTheQueuePairToError", "writeWithAWrongKeyIsRefused");
  }

  private static Defect together() {
    return Defect.named("fails-together", "one failure breaks all queue pairs of the domain")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public PostStatus post(WorkRequest request) {
            PostStatus status = super.post(request);
            if (state() == QueuePairState.ERROR) {
              domain().queuePairs().forEach(other -> other.inner().toError());
            }
            return status;
          }
        })
        .kills("otherQueuePairsLiveOn");
  }
}
