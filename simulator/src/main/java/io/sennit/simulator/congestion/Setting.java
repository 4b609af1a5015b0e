// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.congestion;

import io.sennit.simulator.fabric.LinkConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What meets at the bottleneck: a link of 25 Gbit/s with a buffer of 1 MiB, behind hosts with 100
 * Gbit/s.
 *
 * @param load who sends
 * @param flows how many
 * @param roundTripMicros with empty queues
 * @param marks whether packets are marked from 100 KB waiting on, as for DCTCP at 10 Gbit/s (65
 *     packets of 1,500 bytes, SIGCOMM 2010)
 * @param lostPpm packets lost by chance, each way
 */
record Setting(Load load, int flows, int roundTripMicros, boolean marks, int lostPpm) {
  static final long BOTTLENECK = 3_125_000_000L;
  private static final long HOST_RATE = 4 * BOTTLENECK;
  private static final long BUFFER_BYTES = 1 << 20;
  private static final long MARKED_BYTES = 100_000;
  private static final int MTU_BYTES = 4_200;
  private static final long NANOS = 1_000;

  /** Turns of both loops, and the links of both hosts. */
  private static final long HOST_LINK_NANOS = 1_000;

  private static final long HOSTS_NANOS = 8_000;
  private static final int ONE_PERCENT = 10_000;

  /** Who sends. */
  enum Load {
    /** All flows all the time, each between hosts of its own. */
    STEADY,
    /** The same, but the last flow begins when the others have settled. */
    LATE,
    /** Each sends 64 KiB every half a millisecond, all at once, to one host. */
    INCAST
  }

  /** Those that are compared. */
  static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    for (int roundTripMicros : new int[] {20, 200}) {
      for (int flows : new int[] {1, 4, 16}) {
        all.add(new Setting(Load.STEADY, flows, roundTripMicros, true, 0));
        all.add(new Setting(Load.STEADY, flows, roundTripMicros, false, 0));
        all.add(new Setting(Load.STEADY, flows, roundTripMicros, false, ONE_PERCENT / 10));
        all.add(new Setting(Load.STEADY, flows, roundTripMicros, false, ONE_PERCENT));
      }
      for (boolean marks : new boolean[] {true, false}) {
        all.add(new Setting(Load.INCAST, 16, roundTripMicros, marks, 0));
        all.add(new Setting(Load.LATE, 4, roundTripMicros, marks, 0));
      }
    }
    return all;
  }

  LinkConfig hostLink() {
    return new LinkConfig(HOST_RATE, HOST_LINK_NANOS, 16 << 20, Long.MAX_VALUE / 4, MTU_BYTES);
  }

  LinkConfig bottleneck() {
    long delayNanos = roundTripMicros * NANOS / 2 - HOSTS_NANOS / 2;
    long ecnBytes = marks ? MARKED_BYTES : Long.MAX_VALUE / 4;
    return new LinkConfig(BOTTLENECK, delayNanos, BUFFER_BYTES, ecnBytes, MTU_BYTES);
  }

  String network() {
    String loss = lostPpm == 0
        ? ""
        : String.format(Locale.ROOT, ", %.1f %% lost", lostPpm / (double) ONE_PERCENT);
    return (marks ? "ECN" : "no ECN") + loss;
  }

  String who() {
    return switch (load) {
      case STEADY -> flows == 1 ? "1 flow" : flows + " flows";
      case LATE -> flows - 1 + " flows and a late one";
      case INCAST -> flows + " to 1";
    };
  }
}
