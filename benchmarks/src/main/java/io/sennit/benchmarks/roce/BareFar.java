// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.base.Clock;
import io.sennit.roce.spi.BareUdp;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Sends packets back, says up to where they have come, or sends those that were asked for.
 *
 * <p>It lives as long as the connection and goes by the numbers that packets carry, which are never
 * used again: what is late belongs to its own round and disturbs no other.
 */
final class BareFar {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final BareUdp udp;
  private final Clock clock = Clock.system();

  /** Of the latest packet of the near end that was answered, or sent since it was asked for. */
  private long served;

  BareFar(BareUdp udp) {
    this.udp = udp;
  }

  void serve(Traffic traffic, BooleanSupplier stopped) {
    while (!stopped.getAsBoolean()) {
      int packets = udp.receive();
      if (traffic.kind() == Traffic.Kind.READ) {
        sendWhatWasAskedFor(traffic);
      } else if (packets > 0) {
        boolean back = traffic.kind() == Traffic.Kind.PING_PONG;
        answer(back ? traffic.bytes() : BareWire.ANSWER_BYTES);
      }
      if (packets == 0 && traffic.sleeps()) {
        udp.await(clock.nanoTime(), GLANCE_NANOS);
      }
    }
  }

  /** One answer for all that came together, as a protocol would. */
  private void answer(int bytes) {
    served = Math.max(served, udp.latestWord());
    BareWire.number(udp, 0, bytes, served);
    udp.send(1, BareWire.HEADER_BYTES, 0, bytes);
  }

  private void sendWhatWasAskedFor(Traffic traffic) {
    long asked = Math.max(served, udp.latestWord());
    boolean open = true;
    while (open && served < asked) {
      int packets = (int) Math.min(asked - served, BareWire.burst(traffic));
      open = BareWire.send(udp, traffic, packets, served);
      served += open ? packets : 0;
    }
  }
}
