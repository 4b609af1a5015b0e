// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** What was acknowledged in the last round that kept the pipe busy. */
final class DeliveryRate {
  private static final double NANOS_PER_SECOND = 1e9;

  private long roundNanos;
  private long packets;
  private long allPackets;
  private boolean busy = true;
  private long bytesPerSecond;

  DeliveryRate() {}

  /**
   * A packet was acknowledged.
   *
   * @param more whether others were under way too
   */
  void acked(long sentNanos, long nowNanos, boolean more) {
    packets++;
    allPackets++;
    busy &= more;
    if (sentNanos < roundNanos) {
      return;
    }
    if (busy && roundNanos > 0 && nowNanos > roundNanos) {
      double bytes = (double) packets * PipeConfig.PAYLOAD_BYTES;
      bytesPerSecond = (long) (bytes * NANOS_PER_SECOND / (nowNanos - roundNanos));
    }
    roundNanos = nowNanos;
    packets = 0;
    busy = true;
  }

  /** Everything so far. */
  long allBytes() {
    return allPackets * PipeConfig.PAYLOAD_BYTES;
  }

  /** 0 if unknown. */
  long bytesPerSecond() {
    return bytesPerSecond;
  }
}
