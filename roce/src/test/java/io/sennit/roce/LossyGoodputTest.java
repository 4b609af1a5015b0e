// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sennit.verbs.Opcode;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What loss costs, in virtual time: one queue pair over a link of a byte per nanosecond, with room
 * for 4 MiB under way.
 */
final class LossyGoodputTest {
  private static final int REQUESTS = 120;
  private static final long BUDGET_BYTES = 16 << 20;
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "WRITE, 20, 0.95",
    "WRITE, 200, 0.95",
    "WRITE, 500, 0.95",
    "READ, 20, 0.95",
    "READ, 200, 0.9",
    "READ, 500, 0.75",
    "SEND, 20, 0.95",
  })
  void onePercentLostLeavesMostOfTheGoodput(Opcode opcode, int delayMicros, double least) {
    double plain = bytesPerNano(opcode, new Faults(0, 0, 0, delayMicros * 1000L, 0));
    double lossy = bytesPerNano(opcode, new Faults(10, 0, 0, delayMicros * 1000L, 0));
    String figures = String.format(
        Locale.ROOT, "%s over %d us: %.3f of %.3f bytes/ns", opcode, delayMicros, lossy, plain);
    assertTrue(lossy >= least * plain, figures);
  }

  private static double bytesPerNano(Opcode opcode, Faults faults) {
    Pair pair = new Pair(7, 4096, EngineConfig.STANDARD, BUDGET_BYTES);
    pair.faults = faults;
    long startNanos = pair.nowNanos;
    for (int id = 0; id < REQUESTS; id++) {
      if (opcode == Opcode.SEND) {
        pair.far.receive(id, 0, Side.MEMORY_BYTES);
      }
      pair.near.post(pair.near.request(opcode, id, 0, Side.MEMORY_BYTES, pair.far));
    }
    assertTrue(pair.run(() -> pair.near.inbox.size() == REQUESTS, PATIENCE_NANOS), "not done");
    assertEquals("0 SUCCESS " + opcode + " " + Side.MEMORY_BYTES, pair.near.inbox.peek());
    return (double) REQUESTS * Side.MEMORY_BYTES / (pair.nowNanos - startNanos);
  }
}
