// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.rpc.admission.SharingModel.Load;
import io.sennit.rpc.admission.SharingModel.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server with a thread for each call answers in time when more comes than it can do. */
final class CrowdModelTest {
  private static final long MILLI = 1_000_000;
  private static final int SECONDS = 60;
  private static final AdmissionConfig ON = AdmissionConfig.defaults();
  private static final Load SMALL = new Load(1, 1, 4 * MILLI, 0, 1_000 * MILLI);

  private static Outcome run(Load load, AdmissionConfig config, double share) {
    return new SharingModel(load, config).run(share, calls(load));
  }

  /** That can be answered while a model runs. */
  private static int calls(Load load) {
    return (int) (SECONDS * load.capacity());
  }

  /** The fault that all this is for: no call waits, and none is in time. */
  @ParameterizedTest
  @ValueSource(doubles = {2.5, 10})
  void withoutItGoodputFallsWithTheLoad(double share) {
    Outcome outcome = run(SMALL, ON.withByTime(false), share);
    assertTrue(outcome.inTime() < 0.2 * calls(SMALL), () -> "" + outcome);
  }

  /** Also where others on the machine leave a fifth or a tenth of the processors. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 4, 1000",
    "1, 0.2, 4, 1000",
    "2, 0.1, 4, 2000",
    "1, 1, 1, 200",
    "4, 1, 50, 1000",
    "16, 1, 20, 500"
  })
  void goodputStays(int processors, double left, long compute, long millis) {
    Load load = new Load(processors, left, compute * MILLI, 0, millis * MILLI);
    for (double share : List.of(1.25, 2.5, 5.0, 10.0)) {
      Outcome outcome = run(load, ON, share);
      double kept = outcome.inTime() / (double) calls(load);
      assertTrue(kept >= 0.8, () -> share + " times: " + kept + " of " + outcome);
    }
  }

  /** What they wait for is nobody's fault, and what they compute is. */
  @Test
  void goodputStaysWhereHandlersWaitBeforeTheyCompute() {
    Load load = new Load(1, 1, 4 * MILLI, 200 * MILLI, 1_000 * MILLI);
    Outcome outcome = run(load, ON, 2.5);
    assertTrue(outcome.inTime() >= 0.8 * calls(load), () -> "" + outcome);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8})
  void aServerThatIsNotOverloadedRefusesNobody(double share) {
    Outcome outcome = run(SMALL, ON, share);
    assertEquals(0, outcome.refused(), () -> "" + outcome);
    assertEquals(outcome.offered(), outcome.inTime());
  }

  /** However long they wait, and however busy others keep the machine. */
  @ParameterizedTest
  @CsvSource({"1, 900", "0.1, 900", "0.1, 100"})
  void handlersThatWaitForOthersAreNoOverload(double left, long wait) {
    Load load = new Load(1, left, MILLI / 10, wait * MILLI, 1_000 * MILLI);
    Outcome outcome = run(load, ON, 0.5);
    assertEquals(0, outcome.refused(), () -> "" + outcome);
    assertEquals(outcome.offered(), outcome.inTime());
  }

  @Test
  void callsWithoutDeadlinesAreNeverRefusedForTime() {
    Outcome outcome = run(new Load(1, 1, 4 * MILLI, 0, Long.MAX_VALUE), ON, 2.5);
    assertEquals(0, outcome.refused(), () -> "" + outcome);
    assertEquals(outcome.offered(), outcome.inTime());
  }

  /** What is refused says why. */
  @Test
  void theReportTellsIt() {
    Outcome outcome = run(SMALL, ON, 10);
    assertEquals(outcome.refused(), outcome.report().refusedCrowded(), () -> "" + outcome);
  }
}
