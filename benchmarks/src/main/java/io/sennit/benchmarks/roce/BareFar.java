// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.roce;

import io.sennit.roce.spi.BareUdp;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Sends packets back, says how many have come, or sends those that were asked for. */
final class BareFar {
  private static final long GLANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final BareUdp udp;
  private final Traffic traffic;
  private long received;
  private long sent;

  BareFar(BareUdp udp, Traffic traffic) {
    this.udp = udp;
    this.traffic = traffic;
  }

  void serve(BooleanSupplier stopped) {
    while (!stopped.getAsBoolean()) {
      int packets = udp.receive();
      received += packets;
      switch (traffic.kind()) {
        case PING_PONG -> sendBack(packets);
        case SEND, WRITE -> answer(packets);
        case READ -> sendWhatWasAskedFor();
      }
      if (packets == 0 && traffic.sleeps()) {
        udp.await(GLANCE_NANOS);
      }
    }
  }

  private void sendBack(int packets) {
    for (int packet = 0; packet < packets; packet++) {
      udp.send(1, BareWire.HEADER_BYTES, 0, traffic.bytes());
    }
  }

  /** One answer for all that came together, as a protocol would. */
  private void answer(int packets) {
    if (packets > 0) {
      udp.payload().set(ValueLayout.JAVA_LONG, 0, received);
      udp.send(1, BareWire.HEADER_BYTES, 0, BareWire.ANSWER_BYTES);
    }
  }

  private void sendWhatWasAskedFor() {
    long asked = received * BareWire.PACKETS_PER_REQUEST;
    while (sent < asked) {
      int packets = (int) Math.min(asked - sent, BareWire.burst(traffic));
      if (!udp.send(
          packets,
          BareWire.HEADER_BYTES,
          BareWire.offset(traffic, sent),
          BareWire.payloadBytes(traffic))) {
        return;
      }
      sent += packets;
    }
  }
}
