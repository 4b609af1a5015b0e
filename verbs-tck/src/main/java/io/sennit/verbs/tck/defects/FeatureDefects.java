// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.AsyncEvent;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkCompletion;
import io.sennit.verbs.WorkRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Ways to be wrong about what a provider may leave out. */
final class FeatureDefects {
  private FeatureDefects() {}

  static List<Defect> all() {
    return List.of(
        silent(),
        withoutImmediate(),
        signalling(),
        leaking(),
        hushing(),
        undrained(),
        failing(),
        careless(),
        eventless(),
        stuttering());
  }

  private static Defect silent() {
    return Defect.named("does-more-than-it-says", "what is not announced is done all the same")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public Capabilities capabilities() {
            return super.capabilities().with(Set.of());
          }
        })
        .kills("whatIsNotAnnouncedIsRefused");
  }

  private static Defect withoutImmediate() {
    return Defect.named("sends-without-immediate", "a SEND's 32 bits stay at home")
        .onRequest(request -> {
          if (request.opcode() == Opcode.SEND_WITH_IMMEDIATE) {
            request.as(Opcode.SEND, request.id());
          }
        })
        .kills("immediateArrivesWithItsMessage");
  }

  private static Defect signalling() {
    return Defect.named("signals-everything", "unsignalled requests complete like all others")
        .onRequest(WorkRequest::signalled)
        .kills("unsignalledRequestsAreOverWithALaterOne");
  }

  private static Defect leaking() {
    return Defect.named("leaks-unsignalled-places", "an unsignalled request counts for ever")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          private int leaked;

          @Override
          public PostStatus post(WorkRequest request) {
            leaked += request.isSignalled() ? 0 : 1;
            return super.post(request);
          }

          @Override
          public int outstanding() {
            return Math.max(leaked, super.outstanding());
          }
        })
        .kills("unsignalledRequestsKeepTheirPlacesUntilALaterCompletion");
  }

  private static Defect hushing() {
    Set<Long> hushed = new HashSet<>();
    return Defect.named("hushes-unsignalled-failures", "unsignalled means no completion, ever")
        .onPost((queue, request) -> {
          if (!request.isSignalled()) {
            hushed.add(request.id());
          }
          return queue.inner().post(request);
        })
        .onPoll((into, count) -> keepOthers(into, count, hushed))
        .kills("failureOfAnUnsignalledRequestIsCompleted");
  }

  private static int keepOthers(WorkCompletion[] into, int count, Set<Long> hushed) {
    int kept = 0;
    for (int at = 0; at < count; at++) {
      WorkCompletion completion = into[at];
      boolean failed = completion.status() != CompletionStatus.SUCCESS;
      if (!failed || !hushed.contains(completion.id())) {
        into[at] = into[kept];
        into[kept++] = completion;
      }
    }
    return kept;
  }

  private static Defect undrained() {
    return Defect.named("drains-in-name-only", "what is posted while draining begins all the same")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public PostStatus post(WorkRequest request) {
            boolean draining = state() == QueuePairState.SEND_QUEUE_DRAIN;
            if (draining) {
              inner().readyToSend();
            }
            PostStatus status = super.post(request);
            if (draining) {
              inner().drain();
            }
            return status;
          }
        })
        .kills("drainedQueueBeginsNothingUntilItIsReadyAgain");
  }

  private static Defect failing() {
    return Defect.named("drains-by-failing", "what has begun is flushed by draining")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void drain() {
            super.drain();
            if (outstanding() > 0) {
              toError();
            }
          }
        })
        .kills("drainingFinishesWhatHasBegun");
  }

  private static Defect careless() {
    return Defect.named("drains-in-every-state", "drain() does not look at the state")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void drain() {
            if (state() == QueuePairState.READY_TO_SEND) {
              super.drain();
            }
          }
        })
        .kills("onlyAReadyQueueDrains");
  }

  private static Defect eventless() {
    return Defect.named("has-no-events", "nothing is ever an event")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public Optional<AsyncEvent> takeEvent() {
            return Optional.empty();
          }
        })
        .kills(
            "drainingEndsWithOneEvent",
            "refusalIsAnEventOfTheSideThatRefuses",
            "overflowIsAnEvent");
  }

  private static Defect stuttering() {
    return Defect.named("stutters", "every event comes twice")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          private Optional<AsyncEvent> again = Optional.empty();

          @Override
          public Optional<AsyncEvent> takeEvent() {
            Optional<AsyncEvent> event = again.isPresent() ? again : super.takeEvent();
            again = again.isPresent() ? Optional.empty() : event;
            return event;
          }
        })
        .kills("drainingEndsWithOneEvent", "refusalIsAnEventOfTheSideThatRefuses");
  }
}
