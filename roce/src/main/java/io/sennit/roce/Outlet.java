// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * What leaves by one local port in one class: the queue pairs that may have something to send, in
 * turns, and the bursts that the sink has not taken yet. A port whose socket is full holds up no
 * other.
 */
final class Outlet {
  private final ArrayDeque<RoceQueuePair> ready = new ArrayDeque<>();
  private final BurstWriter writer = new BurstWriter();
  private boolean refused;

  Outlet() {}

  /** A queue pair may have something to send; it is not in the list. */
  void add(RoceQueuePair queuePair) {
    ready.add(queuePair);
  }

  boolean hasWork() {
    return !ready.isEmpty() || !writer.isEmpty();
  }

  /** Whether there is something that the sink has not refused in this round. */
  boolean isOpen() {
    return hasWork() && !refused;
  }

  /** The sink may have room again. */
  void beginRound() {
    refused = false;
  }

  /** Writes as much as fits into the bursts, and offers them. */
  void transmit(Engine engine, PacketSink sink, long nowNanos) {
    while (!writer.isFull() && !ready.isEmpty()) {
      RoceQueuePair queuePair = ready.remove();
      queuePair.ready = false;
      boolean done = false;
      try {
        done = queuePair.transmit(writer, sink, nowNanos);
      } finally {
        if (!done) {
          engine.makeReady(queuePair);
        }
      }
      writer.endTurn();
      engine.schedule(queuePair);
    }
    refused = !writer.flush(sink, engine.counters());
  }

  /** Forgets what was to be sent out of memory that goes. */
  void discard(MemorySegment memory) {
    writer.discard(memory);
  }

  /** Forgets what one queue pair was to send out of memory that it may not send any more. */
  void discard(RoceQueuePair queuePair, MemorySegment memory) {
    writer.discard(queuePair, memory);
  }

  /** Forgets what a queue pair has not got rid of. */
  void discard(RoceQueuePair queuePair) {
    writer.discard(queuePair);
  }
}
