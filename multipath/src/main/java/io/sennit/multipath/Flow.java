// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * One direction of a path: what is in flight, what it delivers (bytes between two deliveries over
 * the time between them; windowed maximum, after BBR), and how much may be in flight.
 */
final class Flow {
  private static final double NANOS_PER_SECOND = 1e9;

  /** One on the line and one behind it, however slow the line is. */
  private static final int LEAST_CHUNKS = 2;

  private final PathTuning tuning;
  private final WindowedExtreme rate = new WindowedExtreme();
  private final PathWindow window;
  private long inFlightBytes;
  private int inFlightChunks;
  private long deliveredBytes;
  private long deliveredAtNanos;
  private long fullSampleAtNanos;

  Flow(Core core) {
    tuning = core.tuning();
    window = new PathWindow(core);
  }

  PathWindow window() {
    return window;
  }

  long inFlightBytes() {
    return inFlightBytes;
  }

  int inFlightChunks() {
    return inFlightChunks;
  }

  void restart() {
    inFlightBytes = 0;
    inFlightChunks = 0;
    rate.clear();
    window.restart();
  }

  /** Whether one chunk more may be under way, given the shortest round trip. */
  boolean admits(long minRttNanos, long nowNanos) {
    return window.admits(inFlightChunks, nowNanos)
        && (inFlightChunks < LEAST_CHUNKS
            || nanosFor(inFlightBytes) < tuning.aheadNanos() + 2 * minRttNanos);
  }

  /** A copy is under way. */
  void posted(Copy copy, Work work, long nowNanos) {
    copy.aheadBytes = inFlightBytes;
    copy.deliveredBefore = deliveredBytes;
    // What was idle has not delivered less than it could.
    copy.deliveredAtNanos = inFlightBytes == 0 ? nowNanos : deliveredAtNanos;
    inFlightBytes += work.bytes();
    if (work instanceof Chunk) {
      inFlightChunks++;
      window.posted(nowNanos);
    }
  }

  /** A copy has completed, well or badly. */
  void completed(Work work) {
    inFlightBytes -= work.bytes();
    inFlightChunks -= work instanceof Chunk ? 1 : 0;
  }

  /** It has completed well. */
  void delivered(Work work, long nowNanos) {
    deliveredBytes += work.bytes();
    deliveredAtNanos = nowNanos;
  }

  /** Learns the rate from a delivered chunk. */
  void learn(Copy copy, long nowNanos, long windowNanos, long rateByProvider) {
    // Not since its post alone: acknowledgements that were held up come all at once.
    long since = Math.min(copy.postedNanos, copy.deliveredAtNanos);
    double moved = deliveredBytes - copy.deliveredBefore;
    long sample = (long) (moved * NANOS_PER_SECOND / Math.max(1, nowNanos - since));
    sample = Math.max(sample, rateByProvider);
    // One chunk alone says what was asked for, and not what could be had.
    boolean limited = copy.aheadBytes == 0 && window.chunks() > 1;
    boolean stale = nowNanos - fullSampleAtNanos > tuning.minRttWindowNanos();
    if (!limited || stale || sample >= rate()) {
      rate.add(sample, nowNanos, windowNanos);
      fullSampleAtNanos = limited ? fullSampleAtNanos : nowNanos;
    }
  }

  /** Bytes per second; 0 if unknown. */
  long rate() {
    return Math.max(0, rate.value());
  }

  /** Time that so many bytes take on the line; 0 if its rate is unknown. */
  long nanosFor(long bytes) {
    return rate() == 0 ? 0 : (long) (bytes * NANOS_PER_SECOND / rate());
  }

  /** The same, with time for a slow line if its rate is unknown. */
  long generousNanosFor(long bytes) {
    long assumed = rate() == 0 ? tuning.assumedRate() : rate();
    return (long) (bytes * NANOS_PER_SECOND / assumed);
  }
}
