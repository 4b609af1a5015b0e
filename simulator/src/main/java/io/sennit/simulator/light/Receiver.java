// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import java.util.function.IntFunction;

/** The far half of a pipe: takes packets in any order, answers each of them. */
final class Receiver {
  private final LightNet net;
  private final IntFunction<Route> routes;
  private final Sink sink;
  private final boolean[] present;
  private long oldestMissing;

  Receiver(Pipe.Plan plan) {
    net = plan.net();
    routes = plan.routes();
    sink = plan.sink();
    present = new boolean[plan.config().aheadPackets()];
  }

  void onPacket(Header packet, int bytes, boolean marked) {
    if (!sink.accepts(packet.number)) {
      return;
    }
    if (packet.number >= oldestMissing && !present[slot(packet.number)]) {
      present[slot(packet.number)] = true;
      sink.arrived(packet.number, bytes);
      advance();
    }
    packet.marked = marked;
    answer(packet, Header.ANSWER);
  }

  /** Its payload was cut off on the way: asks for it at once. */
  void onTrimmed(Header packet) {
    answer(packet, Header.REFUSAL);
  }

  private void answer(Header packet, int kind) {
    packet.kind = kind;
    packet.arrived = oldestMissing;
    net.answer(packet, routes.apply(packet.label).reversed());
  }

  private int slot(long number) {
    return (int) number & (present.length - 1);
  }

  private void advance() {
    long before = oldestMissing;
    while (present[slot(oldestMissing)]) {
      present[slot(oldestMissing)] = false;
      oldestMissing++;
    }
    if (oldestMissing > before) {
      sink.advanced(oldestMissing);
    }
  }
}
