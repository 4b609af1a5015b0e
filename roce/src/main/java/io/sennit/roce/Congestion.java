// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** Which congestion control a queue pair uses; {@code docs/BENCHMARKS.md} compares them. */
public enum Congestion {
  /** A window on delay, after Swift; reports of marked packets only help. */
  SWIFT(4_000),

  /** A rate on reports of marked packets, after DCQCN: it needs them all. */
  DCQCN(20_000);

  private final int mostNoticesPerSecond;

  Congestion(int mostNoticesPerSecond) {
    this.mostNoticesPerSecond = mostNoticesPerSecond;
  }

  /** Reports that a queue pair has to obey in the long run. */
  int mostNoticesPerSecond() {
    return mostNoticesPerSecond;
  }

  CongestionControl control(EngineConfig config, RoundTrips roundTrips) {
    return switch (this) {
      case SWIFT -> new SwiftWindow(config, roundTrips);
      case DCQCN -> new DcqcnRate(DcqcnParameters.STANDARD, config, roundTrips);
    };
  }
}
