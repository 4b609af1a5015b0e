// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** The burst that the unreliable connections of an engine fill and send in turns. */
final class UcBurst {
  private final Burst[] burst = {new Burst()};
  private final PacketTrailer trailer = new PacketTrailer();
  private final EngineCounters counters;

  UcBurst(EngineCounters counters) {
    this.counters = counters;
  }

  /** Starts anew. */
  Burst begin(Flow flow, PacketSink sink) {
    burst[0].begin(flow, sink.numbersSegments(flow.localPort()));
    return burst[0];
  }

  Burst burst() {
    return burst[0];
  }

  PacketTrailer trailer() {
    return trailer;
  }

  /** Offers it; what is refused is written again another time, so that nothing is kept here. */
  boolean send(PacketSink sink) {
    boolean taken = sink.send(burst, 1) == 1;
    if (taken) {
      counters.add(EngineCounters.Kind.SENT, burst[0].packetCount());
    }
    return taken;
  }
}
