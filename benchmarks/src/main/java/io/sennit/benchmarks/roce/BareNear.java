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
 *
 * <p>It lives as long as the connection, and numbers its packets from the first round on, so that
 * an answer that comes late is known for what it is.
 */
final class BareNear {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** After so long without an answer, what is under way counts as lost. */
  private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final BareUdp udp;
  private final Meter meter;
  private final Clock clock = Clock.system();
  private long sent;
  private long arrived;

  /** Packets that have arrived in this round. */
  private long counted;

  private long progressNanos;

  BareNear(BareUdp udp, Meter meter) {
    this.udp = udp;
    this.meter = meter;
  }

  Map<String, Double> run(Traffic traffic, long nanos, BooleanSupplier stopped) {
    counted = 0;
    meter.begin();
    progressNanos = clock.nanoTime();
    return traffic.kind() == Traffic.Kind.PING_PONG
        ? pingPong(traffic, nanos, stopped)
        : stream(traffic, nanos, stopped);
  }

  private Map<String, Double> pingPong(Traffic traffic, long nanos, BooleanSupplier stopped) {
    boolean over = false;
    while (!over && !stopped.getAsBoolean()) {
      sent++;
      BareWire.number(udp, 0, traffic.bytes(), sent);
      udp.send(1, BareWire.HEADER_BYTES, 0, traffic.bytes());
      progressNanos = clock.nanoTime();
      long before = counted;
      take();
      while (arrived < sent) {
        if (traffic.sleeps()) {
          udp.await(clock.nanoTime(), GLANCE_NANOS);
        }
        take();
      }
      over = counted > before ? meter.roundTrip(nanos) : meter.skip(nanos);
    }
    return meter.latency();
  }

  private Map<String, Double> stream(Traffic traffic, long nanos, BooleanSupplier stopped) {
    while ((counted == 0 || !meter.isOver(nanos)) && !stopped.getAsBoolean()) {
      if (traffic.kind() == Traffic.Kind.READ) {
        ask();
      } else {
        send(traffic);
      }
      take();
    }
    while (arrived < sent && !stopped.getAsBoolean()) {
      take();
    }
    return meter.throughput(traffic, (double) counted / traffic.packets());
  }

  private void send(Traffic traffic) {
    int burst = BareWire.burst(traffic);
    while (sent - arrived <= BareWire.WINDOW_PACKETS - burst
        && BareWire.send(udp, traffic, burst, sent)) {
      sent += burst;
    }
  }

  private void ask() {
    long window = BareWire.WINDOW_PACKETS - (sent - arrived);
    int requests = (int) (window / BareWire.PACKETS_PER_REQUEST);
    long asked = sent + (long) requests * BareWire.PACKETS_PER_REQUEST;
    BareWire.number(udp, 0, requests * BareWire.REQUEST_BYTES, asked);
    if (requests > 0 && udp.send(requests, BareWire.HEADER_BYTES, 0, BareWire.REQUEST_BYTES)) {
      sent = asked;
    }
  }

  private void take() {
    if (udp.receive() > 0) {
      long now = Math.max(arrived, udp.latestWord());
      counted += now - arrived;
      arrived = now;
      progressNanos = clock.nanoTime();
    } else if (clock.nanoTime() - progressNanos > LOST_NANOS) {
      arrived = sent;
      progressNanos = clock.nanoTime();
    }
  }
}
