// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.PathTuning;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.stream.StreamConfig;

/** What a seed is about besides its faults: most are about nothing in particular. */
enum Flavor {
  ORDINARY,
  /**
   * Many calls with small windows, most of which are cancelled, some by a side that never reads.
   */
  CANCELS,
  /**
   * No hedging, hardly a probe, and no path is suspected for its silence: nothing else than the
   * right timer gets what is lost going again.
   */
  PATIENT,
  /** More paths than an int has bits. */
  WIDE;

  /** One seed in so many, for each but the first. */
  private static final int SHARE = 10;

  private static final int KIB = 1 << 10;
  /** Between probes of paths that are doubted for a failure of their port, and of silent ones. */
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
