// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.verbs.Opcode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Works for a round, keeping as much under way as the traffic says. */
final class SennitNear {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final SennitEnd end;
  private final Traffic traffic;
  private final Meter meter;
  private int underWay;
  private int received;

  SennitNear(SennitEnd end, Traffic traffic, Meter meter) {
    this.end = end;
    this.traffic = traffic;
    this.meter = meter;
  }

  Map<String, Double> run(long nanos, BooleanSupplier stopped) {
    meter.begin();
    return switch (traffic.kind()) {
      case PING_PONG -> pingPong(nanos, stopped);
      case SEND -> stream(Opcode.SEND, nanos, stopped);
      case WRITE -> stream(Opcode.WRITE, nanos, stopped);
      case READ -> stream(Opcode.READ, nanos, stopped);
    };
  }

  private void poll() {
    long done = end.poll();
    underWay -= (int) (done >>> 32);
    received += (int) done;
  }

  private Map<String, Double> pingPong(long nanos, BooleanSupplier stopped) {
    boolean over = false;
    for (int sent = 1; !over && !stopped.getAsBoolean(); sent++) {
      end.post(Opcode.SEND, 0, traffic.bytes());
      underWay++;
      poll();
      while (received < sent && !stopped.getAsBoolean()) {
        if (traffic.sleeps()) {
          end.sleep(GLANCE_NANOS);
        }
        poll();
      }
      over = meter.roundTrip(nanos);
    }
    drain(stopped);
    return meter.latency();
  }

  private Map<String, Double> stream(Opcode opcode, long nanos, BooleanSupplier stopped) {
    long posted = 0;
    while (!meter.isOver(nanos) && !stopped.getAsBoolean()) {
      while (underWay < traffic.depth()) {
        long offset = posted * traffic.bytes() % Traffic.MEMORY_BYTES;
        end.post(opcode, offset, traffic.bytes());
        posted++;
        underWay++;
      }
      poll();
    }
    drain(stopped);
    return meter.throughput(traffic, (double) posted);
  }

  private void drain(BooleanSupplier stopped) {
    while (underWay > 0 && !stopped.getAsBoolean()) {
      poll();
    }
  }
}
