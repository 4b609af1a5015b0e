// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.QueuePairState;
import io.sennit.verbs.WorkRequest;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Ways to be wrong about the life of a queue pair. */
final class LifecycleDefects {
  private LifecycleDefects() {}

  static List<Defect> all() {
    return List.of(
        early(),
        reconnects(),
        tooEarly(),
        unprepared(),
        anyAddress(),
        sequence(),
        notInInit(),
        destroyNeedsError(),
        destroyInNameOnly(),
        leaks(),
        malformed(),
        keepsRequest(),
        wolf());
  }

  private static Defect early() {
    return Defect.named("ready-at-birth", "a queue pair takes requests before it is connected")
        .onPost((queue, request) -> {
          PostStatus status = queue.inner().post(request);
          return status == PostStatus.NOT_READY ? PostStatus.POSTED : status;
        })
        .kills("newQueuePairWaitsToBeConnected");
  }

  private static Defect reconnects() {
    return Defect.named("connects-again", "a second connect() is taken without a word")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void connect(byte[] remoteAddress) {
            if (state() == QueuePairState.INIT) {
              super.connect(remoteAddress);
            }
          }
        })
        .kills("connectedQueuePairIsReadyAndConnectsOnlyOnce");
  }

  private static Defect tooEarly() {
    return Defect.named("sends-too-early", "a queue pair that may receive may send too")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void prepareToReceive(byte[] remoteAddress) {
            inner().connect(remoteAddress);
          }
        })
        .kills("queuePairReceivesBeforeItMaySend");
  }

  private static Defect unprepared() {
    return Defect.named("sends-to-nobody", "readyToSend() does not look at the state")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void readyToSend() {
            if (state() == QueuePairState.READY_TO_RECEIVE) {
              super.readyToSend();
            }
          }
        })
        .kills("onlyAPreparedQueuePairIsMadeReadyToSend");
  }

  private static Defect anyAddress() {
    return Defect.named("takes-any-address", "connect() does not look at what a peer sent")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void connect(byte[] remoteAddress) {
            super.connect(remoteAddress.length == 8 ? remoteAddress : address());
          }
        })
        .kills("malformedAddressIsRefused");
  }

  private static Defect sequence() {
    AtomicInteger last = new AtomicInteger(1000);
    return Defect.named("numbers-queue-pairs-in-sequence", "the next number can be guessed")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          private final int number = last.incrementAndGet();

          @Override
          public int number() {
            return number;
          }
        })
        .kills("numbersAreUniqueAndNotGuessable");
  }

  private static Defect notInInit() {
    return Defect.named("ignores-toError-in-init", "toError() works only when connected")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public void toError() {
            if (state() != QueuePairState.INIT) {
              super.toError();
            }
          }
        })
        .kills("toErrorIsAllowedInEveryState");
  }

  private static Defect destroyNeedsError() {
    return Defect.named("destroys-only-in-error", "destroy() does not enter ERROR by itself")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public boolean destroy() {
            QueuePairState state = state();
            boolean able = state == QueuePairState.ERROR || state == QueuePairState.DESTROYED;
            return able && super.destroy();
          }
        })
        .kills("destroyIsAllowedInEveryState");
  }

  private static Defect destroyInNameOnly() {
    return Defect.named("destroys-in-name-only", "what was sent before still comes in: no fence")
        .queuePairs(Undead::new)
        .kills(
            "destroyedHalfDoesNotAnswer",
            "destructionIsTheFence",
            "destroyedHalfConsumesNoReceive");
  }

  private static Defect leaks() {
    return Defect.named("leaks-queue-pairs", "a destroyed queue pair keeps its place")
        .queuePairs(Undead::new)
        .kills("strandCanBeRebuiltForEver");
  }

  private static Defect malformed() {
    return Defect.named("hides-malformed-requests", "what is INVALID is dropped silently")
        .onPost((queue, request) -> {
          PostStatus status = queue.inner().post(request);
          return status == PostStatus.INVALID ? PostStatus.POSTED : status;
        })
        .kills("malformedRequestsAreInvalidAndLeaveNothing");
  }

  private static Defect keepsRequest() {
    ArrayDeque<Runnable> late = new ArrayDeque<>();
    return Defect.named("keeps-the-request", "the caller's request is read again at the poll")
        .queuePairs((inner, domain) -> new DefectiveQueuePair(inner, domain) {
          @Override
          public PostStatus post(WorkRequest request) {
            late.add(() -> inner().post(Requests.copy(request)));
            return PostStatus.POSTED;
          }
        })
        .completionQueues((inner, domain) -> new LateQueue(inner, domain, late))
        .kills("requestIsNotKeptAfterThePost");
  }

  private static Defect wolf() {
    return Defect.named("cries-wolf", "a peer whose queue pair is destroyed is taken for dead")
        .domains((inner, defect) -> new DefectiveDomain(inner, defect) {
          @Override
          public boolean peerGone() {
            return defect.domains().stream()
                .flatMap(domain -> domain.queuePairs().stream())
                .anyMatch(queuePair -> queuePair.state() == QueuePairState.DESTROYED);
          }
        })
        .kills("livingPeerIsNotGone");
  }

  /** Says that it is destroyed, and goes on. */
  private static final class Undead extends DefectiveQueuePair {
    private boolean destroyed;

    Undead(QueuePair inner, DefectiveDomain domain) {
      super(inner, domain);
    }

    @Override
    public QueuePairState state() {
      return destroyed ? QueuePairState.DESTROYED : super.state();
    }

    @Override
    public boolean destroy() {
      destroyed = true;
      return true;
    }
  }
}
