// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.base.Clock;
import io.sennit.roce.spi.BareUdp;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Works for a round. What is under way is bounded, since a receive socket that overflows is no
 * physical limit; what is lost all the same is neither repeated nor counted.
 */
final class BareNear {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** After so long without an answer, what is under way counts as lost. */
  private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final BareUdp udp;
  private final Traffic traffic;
  private final Meter meter;
  private final Clock clock = Clock.system();
  private long sent;
  private long arrived;
  private long lost;
  private long progressNanos;

  BareNear(BareUdp udp, Traffic traffic, Meter meter) {
    this.udp = udp;
    this.traffic = traffic;
    this.meter = meter;
  }

  Map<String, Double> run(long nanos, BooleanSupplier stopped) {
    while (udp.receive() > 0) {
      // Answers that came too late for the round before.
    }
    meter.begin();
    progressNanos = clock.nanoTime();
    return traffic.kind() == Traffic.Kind.PING_PONG
        ? pingPong(nanos, stopped)
        : stream(nanos, stopped);
  }

  private Map<String, Double> pingPong(long nanos, BooleanSupplier stopped) {
    boolean over = false;
    while (!over && !stopped.getAsBoolean()) {
      udp.send(1, BareWire.HEADER_BYTES, 0, traffic.bytes());
      progressNanos = clock.nanoTime();
      over = answered() ? meter.roundTrip(nanos) : meter.skip(nanos);
    }
    return meter.latency();
  }

  /** Whether the answer came before it counts as lost. */
  private boolean answered() {
    while (udp.receive() == 0) {
      if (isLost()) {
        return false;
      }
      if (traffic.sleeps()) {
        udp.await(GLANCE_NANOS);
      }
    }
    return true;
  }

  private boolean isLost() {
    return clock.nanoTime() - progressNanos > LOST_NANOS;
  }

  private Map<String, Double> stream(long nanos, BooleanSupplier stopped) {
    boolean reads = traffic.kind() == Traffic.Kind.READ;
    while ((arrived == 0 || !meter.isOver(nanos)) && !stopped.getAsBoolean()) {
      if (reads) {
        ask();
      } else {
        send();
      }
      take(reads);
    }
    while (arrived + lost < sent && !stopped.getAsBoolean()) {
      take(reads);
    }
    return meter.throughput(traffic, (double) arrived / traffic.packets());
  }

  private void send() {
    int burst = BareWire.burst(traffic);
    while (sent - arrived - lost <= BareWire.WINDOW_PACKETS - burst
        && udp.send(
            burst,
            BareWire.HEADER_BYTES,
            BareWire.offset(traffic, sent),
            BareWire.payloadBytes(traffic))) {
      sent += burst;
    }
  }

  private void ask() {
    long window = BareWire.WINDOW_PACKETS - (sent - arrived - lost);
    int requests = (int) (window / BareWire.PACKETS_PER_REQUEST);
    if (requests > 0 && udp.send(requests, BareWire.HEADER_BYTES, 0, BareWire.REQUEST_BYTES)) {
      sent += (long) requests * BareWire.PACKETS_PER_REQUEST;
    }
  }

  private void take(boolean reads) {
    int packets = udp.receive();
    if (packets > 0) {
      progressNanos = clock.nanoTime();
      arrived = reads ? arrived + packets : udp.latestWord();
    } else if (isLost()) {
      lost = sent - arrived;
      progressNanos = clock.nanoTime();
    }
  }
}
