// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.defects;

import io.sennit.verbs.CompletionChannel;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Invitation;
import io.sennit.verbs.PortEvent;
import io.sennit.verbs.RendezvousException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/** Ways to sleep through something. */
final class WakeUpDefects {
  private static final long PIECE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private WakeUpDefects() {}

  static List<Defect> all() {
    return List.of(
        blind(),
        wearsOut(),
        forgetful(),
        neverWakes(),
        early(),
        deaf(),
        zero(),
        endless(),
        throwsLate(),
        ownChannel(),
        rumours());
  }

  private static Defect blind() {
    return Defect.named("arms-blindly", "arm() does not look whether something came")
        .completionQueues((inner, domain) -> new DefectiveCompletionQueue(inner, domain) {
          @Override
          public boolean arm() {
            super.arm();
            return true;
          }
        })
        .kills("armRefusesWhileSomethingIsThere");
  }

  private static Defect forgetful() {
    AtomicInteger arms = new AtomicInteger();
    return Defect.named("forgets-to-arm", "every 500th arm() asks for nothing")
        .completionQueues((inner, domain) -> new DefectiveCompletionQueue(inner, domain) {
          @Override
          public boolean arm() {
            return arms.incrementAndGet() % 500 == 0 || super.arm();
          }
        })
        .kills("thousandsOfHandOffsLoseNoWakeUp");
  }

  private static Defect wearsOut() {
    AtomicInteger arms = new AtomicInteger();
    return Defect.named("wears-out", "after 1,000 events nobody waited for there are no more")
        .completionQueues((inner, domain) -> new DefectiveCompletionQueue(inner, domain) {
          @Override
          public boolean arm() {
            return arms.incrementAndGet() > 1_000 || super.arm();
          }
        })
        .kills("completionsThatNobodySleptForLeaveTheNextWakeUpWhole");
  }

  private static Defect neverWakes() {
    return Defect.named("never-wakes", "a completion makes no event")
        .channels(inner -> new DefectiveChannel(inner) {
          private volatile boolean woken;

          @Override
          public boolean await(long timeoutNanos) {
            boolean event = super.await(timeoutNanos) && woken;
            woken &= !event;
            return event;
          }

          @Override
          public void wake() {
            woken = true;
            super.wake();
          }
        })
        .kills("armedQueueWakesItsChannel", "ownCompletionWakesToo");
  }

  private static Defect early() {
    return Defect.named("forgets-early-wakes", "wake() is for sleepers only")
        .channels(inner -> new WakeFilter(inner, sleepers -> sleepers > 0))
        .kills("wakeBeforeAwaitIsNotLost");
  }

  private static Defect deaf() {
    return Defect.named("sleeps-deeply", "wake() does not reach a sleeper")
        .channels(inner -> new WakeFilter(inner, sleepers -> sleepers == 0))
        .kills("wakesFromAnotherThreadEndAwait");
  }

  private static Defect zero() {
    return Defect.named("waits-for-ever-at-zero", "a timeout of 0 or less means none")
        .channels(inner -> new Endless(inner, timeoutNanos -> timeoutNanos <= 0))
        .kills("awaitWithoutTimeReturnsAtOnce");
  }

  private static Defect endless() {
    return Defect.named("ignores-timeouts", "await() waits for an event")
        .channels(inner -> new Endless(inner, timeoutNanos -> timeoutNanos > 0))
        .kills("awaitEndsAtItsTimeout");
  }

  private static Defect throwsLate() {
    return Defect.named("throws-late", "wake() of a closed channel throws")
        .channels(inner -> new DefectiveChannel(inner) {
          private volatile boolean closed;

          @Override
          public void wake() {
            if (closed) {
              throw new IllegalStateException("closed");
            }
            super.wake();
          }

          @Override
          public void close() {
            closed = true;
            super.close();
          }
        })
        .kills("wakeOfAClosedChannelDoesNothing");
  }

  private static Defect ownChannel() {
    return Defect.named("wakes-somebody-else", "an invited domain makes its own channel")
        .devices((inner, defect) -> new DefectiveDevice(inner, defect) {
          @Override
          public Invitation invite(DomainConfig config, CompletionChannel channel)
              throws RendezvousException {
            return super.invite(config, inner().createCompletionChannel());
          }
        })
        .kills("channelOfTheInvitedDomainIsTheOneGiven");
  }

  private static Defect rumours() {
    return Defect.named("spreads-rumours", "a port that works is told to have failed")
        .channels(inner -> new DefectiveChannel(inner) {
          @Override
          public Optional<PortEvent> takePortEvent() {
            return Optional.of(new PortEvent(PortEvent.Kind.PORT_ERROR, 0, 4096));
          }
        })
        .kills("portThatWorksHasNoEvents");
  }

  /** Passes wake-ups on only for some numbers of sleepers. */
  private static final class WakeFilter extends DefectiveChannel {
    private final AtomicInteger sleepers = new AtomicInteger();
    private final LongPredicate passes;

    WakeFilter(CompletionChannel inner, LongPredicate passes) {
      super(inner);
      this.passes = passes;
    }

    @Override
    public boolean await(long timeoutNanos) {
      sleepers.incrementAndGet();
      try {
        return super.await(timeoutNanos);
      } finally {
        sleepers.decrementAndGet();
      }
    }

    @Override
    public void wake() {
      if (passes.test(sleepers.get())) {
        super.wake();
      }
    }
  }

  /** Waits until it is closed, for some timeouts. */
  private static final class Endless extends DefectiveChannel {
    private final LongPredicate affected;
    private volatile boolean closed;

    Endless(CompletionChannel inner, LongPredicate affected) {
      super(inner);
      this.affected = affected;
    }

    @Override
    public boolean await(long timeoutNanos) {
      if (!affected.test(timeoutNanos)) {
        return super.await(timeoutNanos);
      }
      boolean event = false;
      while (!event && !closed) {
        event = super.await(PIECE_NANOS);
      }
      return event;
    }

    @Override
    public void close() {
      closed = true;
      super.close();
    }
  }
}
