// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairConfig;
import io.sennit.verbs.WorkCompletion;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Ways to be wrong about completions and the bounds of queues. */
final class CompletionDefects {
  private CompletionDefects() {}

  static List<Defect> all() {
    return List.of(
        loses(),
        twice(),
        newestFirst(),
        firstNumber(),
        cutsIds(),
        overfills(),
        full(),
        forgets(),
        oneQueue(),
        depth());
  }

  private static Defect loses() {
    AtomicInteger seen = new AtomicInteger();
    return Defect.named("loses-completions", "every 100th completion never comes")
        .onPoll((into, count) -> {
          int kept = count;
          for (int at = 0; at < kept; at++) {
            if (seen.incrementAndGet() % 100 == 0) {
              remove(into, at--, kept--);
            }
          }
          return kept;
        })
        .kills("everyRequestCompletesExactlyOnce");
  }

  private static void remove(WorkCompletion[] from, int index, int count) {
    WorkCompletion removed = from[index];
    System.arraycopy(from, index + 1, from, index, count - index - 1);
    from[count - 1] = removed;
  }

  private static Defect twice() {
    AtomicInteger polls = new AtomicInteger();
    return Defect.named("completes-twice", "now and then the last completion of a poll is repeated")
        .onPoll((into, count) -> {
          if (count == 0 || count == into.length || polls.incrementAndGet() % 5 != 0) {
            return count;
          }
          copy(into[count - 1], into[count]);
          return count + 1;
        })
        .kills("everyRequestCompletesExactlyOnce");
  }

  private static Defect newestFirst() {
    return Defect.named("newest-first", "a poll fills the array from the other end")
        .onPoll((into, count) -> {
          for (int low = 0, high = count - 1; low < high; low++, high--) {
            WorkCompletion swapped = into[low];
            into[low] = into[high];
            into[high] = swapped;
          }
          return count;
        })
        .kills(
            "messagesOfOneQueuePairArriveInOrder",
            "completionsOfAQueuePairComeInTheOrderOfTheirPosts",
            "completionsOfSeveralQueuePairsShareAQueue");
  }

  private static Defect firstNumber() {
    return Defect.named("names-the-first-queue-pair", "completions name the domain's oldest one")
        .completionQueues((inner, domain) -> new DefectiveCompletionQueue(inner, domain) {
          @Override
          public int poll(WorkCompletion[] into) {
            int count = super.poll(into);
            for (int at = 0; at < count; at++) {
              WorkCompletion old = into[at];
              int length = old.byteLength();
              int immediate = old.immediate();
              int number = domain().queuePairs().getFirst().number();
              old.set(old.id(), old.status(), old.opcode(), number).payload(length, immediate);
            }
            return count;
          }
        })
        .kills("manyQueuePairsShareOneReceiveQueue", "completionsOfSeveralQueuePairsShareAQueue");
  }

  private static Defect cutsIds() {
    return Defect.named("cuts-ids", "32 bits of the id come back")
        .onCompletion(completion -> {
          int length = completion.byteLength();
          int id = (int) completion.id();
          completion.set(
              id, completion.status(), completion.opcode(), completion.queuePairNumber());
          completion.payload(length, completion.immediate());
        })
        .kills("idComesBackUnchanged");
  }

  private static Defect overfills() {
    return Defect.named("takes-more-than-it-gives", "what does not fit the array is lost")
        .completionQueues((inner, domain) -> new DefectiveCompletionQueue(inner, domain) {
          @Override
          public int poll(WorkCompletion[] into) {
            int count = super.poll(into);
            super.poll(new WorkCompletion[] {new WorkCompletion()});
            return count;
          }
        })
        .kills("pollFillsNoMoreThanTheArrayAndKeepsTheRest");
  }

  private static Defect full() {
    return Defect.named("hides-full-send-queues", "a request without room is dropped silently")
        .onPost((queue, request) -> {
          PostStatus status = queue.inner().post(request);
          return status == PostStatus.QUEUE_FULL ? PostStatus.POSTED : status;
        })
        .kills("queueIsFullAtTheSendDepthUntilACompletionIsPolled");
  }

  private static Defect forgets() {
    return Defect.named("counts-nothing-outstanding", "outstanding() ends with the execution")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public int outstanding() {
            return 0;
          }
        })
        .kills("outstandingCountsWhatIsNotYetPolled");
  }

  private static Defect oneQueue() {
    return Defect.named("one-queue-for-all", "receives complete where sends do")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public QueuePair createQueuePair(QueuePairConfig config) {
            CompletionQueue queue = config.sendCompletions();
            return super.createQueuePair(new QueuePairConfig(
                config.path(), queue, queue, config.receives(), config.sendDepth()));
          }
        })
        .kills("sendsAndReceivesCompleteInTheirOwnQueues");
  }

  private static Defect depth() {
    return Defect.named("ignores-the-depth", "a completion queue never overflows")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public CompletionQueue createCompletionQueue(int depth) {
            return super.createCompletionQueue(Math.max(depth, 1024));
          }
        })
        .kills("overflowBreaksTheQueuePairsInsteadOfLosingSilently");
  }

  private static void copy(WorkCompletion from, WorkCompletion to) {
    to.set(from.id(), from.status(), from.opcode(), from.queuePairNumber());
    to.payload(from.byteLength(), from.immediate());
  }
}
