// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.admission.QueueModel.Load;
import io.sennit.rpc.admission.QueueModel.Order;
import io.sennit.rpc.admission.QueueModel.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server answers in time when more comes than it can do. */
final class AdmissionModelTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  /** As many as the threads can answer while a model runs. */
  private static final int CALLS = 5_000;

  private static final AdmissionConfig ON = AdmissionConfig.defaults();
  private static final AdmissionConfig OFF = ON.withByTime(false);
  /** A refusal takes a hundredth of what a call takes. */
  private static final Load SMALL = load(1, 4 * MILLI, SECOND);

  private static Load load(int threads, long serviceNanos, Long... deadlines) {
    return new Load(threads, serviceNanos, List.of(deadlines), serviceNanos / 100);
  }

  private static Outcome run(Load load, AdmissionConfig config, double share) {
    return new QueueModel(load, config, Order.OLDEST_FIRST).run(share, CALLS);
  }

  private static double shareOfCapacity(Outcome outcome) {
    return outcome.goodput() / (double) CALLS;
  }

  /** The fault that all this is for: without it next to nothing is in time. */
  @ParameterizedTest
  @ValueSource(doubles = {2.5, 10})
  void withoutItGoodputFallsWithTheLoad(double share) {
    Outcome outcome = run(SMALL, OFF, share);
    assertTrue(shareOfCapacity(outcome) < 0.2, () -> "" + outcome);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 4, 1000",
    "1, 4, 50",
    "2, 200, 1000",
    "4, 2000, 3000",
    "64, 1, 100",
    "64, 100, 1000"
  })
  void goodputStaysWithAnyThreadsAndAnyTimes(int threads, long serviceMillis, long millis) {
    Load load = load(threads, serviceMillis * MILLI, millis * MILLI);
    for (double share : List.of(1.25, 2.5, 5.0, 10.0)) {
      Outcome outcome = run(load, ON, share);
      double kept = shareOfCapacity(outcome);
      assertTrue(kept >= 0.8, () -> share + " times: " + kept + " of " + outcome);
      assertTrue(outcome.waste() < 0.1, () -> share + " times: " + outcome);
    }
  }

  /** One in a thousand is what chance brings together at four fifths of the capacity. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8})
  void aServerThatIsNotOverloadedRefusesNobody(double share) {
    Outcome outcome = run(SMALL, ON, share);
    assertEquals(0, outcome.refused(), () -> share + " times: " + outcome);
  }

  @Test
  void nearlyNothingIsRefusedAtTheCapacity() {
    Outcome outcome = run(SMALL, ON, 1);
    assertTrue(outcome.goodput() >= 0.95 * outcome.offered(), () -> "" + outcome);
  }

  /** A client that sends ten times what the server can do, and one with a call now and then. */
  @Test
  void aClientWithManyCallsHasThoseOfOthersNotRefused() {
    Admission admission = new Admission(ON, Map.of());
    Deque<Permit> queue = new ArrayDeque<>();
    int refusedOfMany = 0;
    for (int i = 0; i < 20_000; i++) {
      long now = i * (4 * MILLI / 10);
      if (i % 10 == 0 && !queue.isEmpty()) {
        assertEquals(Optional.empty(), queue.remove().start(now));
      }
      Permit many = admission.admit("many", QueueModel.METHOD, SECOND, true, now);
      if (many.refusal().isEmpty() && many.enter(now).isEmpty()) {
        queue.add(many);
      } else {
        refusedOfMany++;
      }
      if (i % 500 == 499) {
        Permit few = admission.admit("few", QueueModel.METHOD, SECOND, true, now);
        assertEquals(Optional.empty(), few.refusal());
        assertEquals(Optional.empty(), few.enter(now));
        queue.add(few);
      }
    }
    assertTrue(refusedOfMany > 17_000, "refused of many: " + refusedOfMany);
  }

  /** Nobody waits too long for calls without deadlines, but there may be too many of them. */
  @Test
  void aQueueThatOneClientHasFilledTakesCallsOfOthers() {
    Admission admission = new Admission(ON.withMaxWaiting(100), Map.of());
    for (int i = 0; i < 200; i++) {
      Permit many = admission.admit("many", QueueModel.METHOD, Long.MAX_VALUE, true, 0);
      boolean taken = many.refusal().isEmpty() && many.enter(0).isEmpty();
      assertEquals(i < 100, taken);
    }
    for (int i = 0; i < 10; i++) {
      Permit few = admission.admit("few", QueueModel.METHOD, Long.MAX_VALUE, true, 0);
      assertEquals(Optional.empty(), few.refusal());
      assertEquals(Optional.empty(), few.enter(0));
    }
  }

  /** If all clients have equally few calls, none of them has fewer than the others. */
  @Test
  void manyClientsWithAFewCallsEachAreStillBounded() {
    List<Object> clients = Stream.generate(Object::new).limit(1000).toList();
    Admission admission = new Admission(ON, Map.of());
    Deque<Permit> queue = new ArrayDeque<>();
    for (int i = 0; i < 20_000; i++) {
      long now = i * (4 * MILLI / 10);
      if (i % 10 == 0 && !queue.isEmpty()) {
        assertEquals(Optional.empty(), queue.remove().start(now));
      }
      Permit next = admission.admit(clients.get(i % 1000), QueueModel.METHOD, SECOND, true, now);
      if (next.refusal().isEmpty() && next.enter(now).isEmpty()) {
        queue.add(next);
      }
      assertTrue(queue.size() < 3 * 250 / 4, () -> queue.size() + " wait");
    }
  }

  @Test
  void callsInAnOverloadedServerWaitForATenthOfTheirTime() {
    Outcome outcome = run(SMALL, ON, 10);
    assertTrue(outcome.report().waitP50Nanos() <= 125 * MILLI, () -> "" + outcome);
  }

  /** Not after it has waited, and been fetched, in vain. */
  @Test
  void whatIsRefusedIsRefusedAtOnce() {
    Outcome outcome = run(SMALL, ON, 10);
    assertEquals(0, outcome.refusedAfterP99Nanos(), () -> "" + outcome);
  }

  @Test
  void callsWithLittleTimeAreServedBesideThoseWithMuch() {
    Load mixed = load(1, 4 * MILLI, 10 * SECOND, 200 * MILLI);
    Outcome outcome = run(mixed, ON, 10);
    assertTrue(shareOfCapacity(outcome) >= 0.8, () -> "" + outcome);
    int patient = outcome.inTime().get(0);
    int impatient = outcome.inTime().get(1);
    assertTrue(impatient > patient / 3, () -> "" + outcome);
  }

  @Test
  void callsWithoutDeadlinesAreNeverRefusedForTime() {
    Outcome outcome = run(load(1, 4 * MILLI, Long.MAX_VALUE), ON, 2.5);
    assertEquals(0, outcome.refused(), () -> "" + outcome);
    assertEquals(outcome.offered(), outcome.goodput());
  }

  /**
   * Newest first, with the same feasibility at the start, answers as many, and sooner; but whoever
   * is not answered waits for its whole time, with its message fetched, instead of going elsewhere
   * at once. So the order is the executor's. (The model has refusals of newest first for nothing.)
   */
  @Test
  void newestFirstAnswersNoMoreAndRefusesLate() {
    Outcome oldest = run(SMALL, ON, 10);
    Outcome newest = new QueueModel(SMALL, OFF, Order.NEWEST_FIRST).run(10, CALLS);
    assertTrue(oldest.goodput() >= 0.85 * newest.goodput(), () -> oldest + ", " + newest);
    assertTrue(newest.refusedAfterP99Nanos() > SECOND / 2, () -> "" + newest);
  }
}
