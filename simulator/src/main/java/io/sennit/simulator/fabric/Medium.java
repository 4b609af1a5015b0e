// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Trace;
import io.sennit.simulator.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all parts of one fabric share. */
final class Medium {
  private static final TraceEvent LOST = TraceEvent.of("lost", "at", "bytes", "cause");

  final Scheduler scheduler;
  final Trace trace;
  final PacketPool pool = new PacketPool();

  /** Whoever looks at all packets, if somebody does. */
  @Nullable
  Tap tap;

  private final List<WayIn> waysIn = new ArrayList<>();
  private final long[] losses = new long[LossCause.values().length];

  Medium(Scheduler scheduler, Trace trace) {
    this.scheduler = scheduler;
    this.trace = trace;
  }

  /**
   * Ends a packet.
   *
   * @param at number of the link or port where it happened
   */
  @SuppressWarnings("EnumOrdinal") // an array of counts
  void lose(int packet, int at, LossCause cause) {
    losses[cause.ordinal()]++;
    trace.add(LOST, at, pool.length(packet), cause.ordinal());
    left(packet);
    pool.release(packet);
  }

  /** Answers its number, from 1 on. */
  int add(WayIn wayIn) {
    waysIn.add(wayIn);
    return waysIn.size();
  }

  /** A packet has left the switch that it was in, if that counts. */
  void left(int packet) {
    int number = pool.wayIn(packet);
    if (number > 0) {
      pool.wayIn(packet, 0);
      waysIn.get(number - 1).left(pool.linkBytes(packet));
    }
  }

  @SuppressWarnings("EnumOrdinal")
  long lost(LossCause cause) {
    return losses[cause.ordinal()];
  }
}
