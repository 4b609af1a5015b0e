// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** What the peer acknowledges per second, as a slowly forgetting maximum. */
final class DeliveryRate {
  private static final long LEAST_INTERVAL_NANOS = 1_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private long sinceNanos;
  private long bytes;
  private long rate;
  private long allBytes;

  DeliveryRate() {}

  /** Something is sent while nothing was under way: the time before does not count. */
  void begin(long nowNanos) {
    sinceNanos = nowNanos;
    bytes = 0;
  }

  void acknowledged(long payloadBytes, long roundTripNanos, long nowNanos) {
    bytes += payloadBytes;
    allBytes += payloadBytes;
    long elapsedNanos = nowNanos - sinceNanos;
    if (elapsedNanos >= Math.max(LEAST_INTERVAL_NANOS, roundTripNanos)) {
      long sample = (long) (bytes * NANOS_PER_SECOND / elapsedNanos);
      rate = Math.max(sample, rate - rate / 8);
      begin(nowNanos);
    }
  }

  /** Everything so far. */
  long allBytes() {
    return allBytes;
  }

  long bytesPerSecond() {
    return rate;
  }
}
