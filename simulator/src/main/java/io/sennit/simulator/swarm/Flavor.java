// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.PathTuning;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.stream.StreamConfig;

/** The kind of workload and tuning of a seed, besides its faults; most are ordinary. */
enum Flavor {
  ORDINARY,
  /**
   * Many calls with small windows, most of which are cancelled, some by a side that never reads.
   */
  CANCELS,
  /**
   * No hedging, few probes, and no path is suspected for its silence: only the right timer recovers
   * from a loss.
   */
  PATIENT,
  /** More paths than an int has bits. */
  WIDE;

  /** Each flavor but the first is drawn for one seed in ten. */
  private static final int SHARE = 10;

  private static final int KIB = 1 << 10;
  /** Pause between probes of silent paths and of paths whose port has failed. */
  private static final long SELDOM_NANOS = 2_000_000_000;

  private static final long HOUR_NANOS = 3_600_000_000_000L;

  static Flavor draw(Randomness random) {
    return switch (random.nextInt(SHARE)) {
      case 0 -> CANCELS;
      case 1 -> PATIENT;
      case 2 -> WIDE;
      default -> ORDINARY;
    };
  }

  SessionConfig apply(SessionConfig config, Randomness random) {
    return switch (this) {
      case ORDINARY -> config;
      case CANCELS -> config.withRooms(config.braid(), smallWindows(random), config.bodies());
      case PATIENT -> config.withRooms(patient(config.braid()), config.streams(), config.bodies());
      case WIDE -> config.withStrands(16);
    };
  }

  /** How many calls there are for each of an ordinary seed. */
  int callsFactor() {
    return this == CANCELS ? 4 : 1;
  }

  private static StreamConfig smallWindows(Randomness random) {
    int windowBytes = 1 + random.nextInt(16 * KIB);
    return new StreamConfig(
        1 + random.nextInt(32 * KIB),
        windowBytes,
        1 + random.nextInt(4),
        windowBytes + random.nextInt(32 * KIB),
        16 * KIB,
        64L * KIB,
        16L << 20,
        random.nextInt(128 * KIB),
        1 + random.nextInt(16),
        1_000,
        64 * KIB,
        4096,
        5_000_000_000L,
        Long.MAX_VALUE);
  }

  private static BraidConfig patient(BraidConfig braid) {
    PathTuning paths = braid.paths();
    return braid.withPaths(new PathTuning(
        paths.rttGainShift(),
        paths.minRttWindowNanos(),
        paths.rateWindowRounds(),
        paths.pauseNanos(),
        SELDOM_NANOS,
        HOUR_NANOS,
        HOUR_NANOS,
        paths.goodProbes(),
        paths.missedProbes(),
        HOUR_NANOS,
        paths.provingNanos(),
        paths.assumedRate(),
        0,
        0,
        paths.exploreEvery(),
        paths.slowFactor(),
        paths.waitPercent(),
        paths.sampleAbovePaths(),
        paths.queueTargetNanos(),
        paths.cutPercent(),
        paths.mostCutPercent(),
        paths.aheadNanos(),
        paths.controlBytes()));
  }
}
