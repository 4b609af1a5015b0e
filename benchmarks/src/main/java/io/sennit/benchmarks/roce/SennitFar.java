// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.verbs.Opcode;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Serves one-sided requests, takes messages, and answers those of a ping-pong. */
final class SennitFar {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final SennitEnd end;
  private final Traffic traffic;

  SennitFar(SennitEnd end, Traffic traffic) {
    this.end = end;
    this.traffic = traffic;
  }

  void serve(BooleanSupplier stopped) {
    boolean answers = traffic.kind() == Traffic.Kind.PING_PONG;
    while (!stopped.getAsBoolean()) {
      int received = (int) end.poll();
      for (int message = 0; answers && message < received; message++) {
        end.post(Opcode.SEND, 0, traffic.bytes());
      }
      if (received == 0 && traffic.sleeps()) {
        end.sleep(GLANCE_NANOS);
      }
    }
  }
}
