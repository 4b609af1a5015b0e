// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.RnrTimer;

/**
 * Every bound of an engine.
 *
 * @param maxQueuePairs most queue pairs of one engine
 * @param maxRegions most memory regions of one domain
 * @param tables most of what is less often needed
 * @param maxReadAtomic most READ requests and atomics under way on one queue pair, each way
 * @param readRequestBytes most bytes that one READ request asks for; longer READs are several
 * @param maxHeldPackets most packets that are kept until one before them comes, for all queue
 *     pairs; a multiple of 64. One peer has a quarter of them, or 64 if that is more
 * @param ackEveryPackets how often an answer is asked for within a message; a power of two
 * @param leastProbeNanos shortest silence after which the last packet is sent again, once, so that
 *     the answer tells what is missing; with selective repair only
 * @param leastTimeoutNanos shortest wait for an answer before the first repetition
 * @param mostTimeoutNanos longest wait; each repetition doubles it up to here
 * @param retryCount repetitions without any progress before RETRY_EXCEEDED
 * @param rnrTimerCode how long a peer that met no receive is asked to wait, IBTA's code 0 to 31
 * @param rnrRetryCount repetitions after that before RECEIVER_NOT_READY_EXCEEDED; {@link #ENDLESS}
 *     if only {@link #MOST_NOT_READY_NANOS} ends them
 * @param leastWindowBytes smallest congestion window that delay or time-outs leave; large enough
 *     that a loop which the machine schedules late is not taken for a congested network for long
 * @param mostWindowBytes largest congestion window
 * @param queueingNanos delay above the shortest round trip that is no sign of congestion yet:
 *     besides queues of the fabric it has to cover the sleep of the peer's loop
 * @param mostNoticesPerSecond reports of congestion that a queue pair obeys in the long run, beside
 *     once in a round trip at most: anybody could forge them
 * @param congestion which congestion control queue pairs use
 * @param pathMtu how it is found out what a path carries
 */
public record EngineConfig(
    int maxQueuePairs,
    int maxRegions,
    Tables tables,
    int maxReadAtomic,
    int readRequestBytes,
    int maxHeldPackets,
    int ackEveryPackets,
    long leastProbeNanos,
    long leastTimeoutNanos,
    long mostTimeoutNanos,
    int retryCount,
    int rnrTimerCode,
    int rnrRetryCount,
    int leastWindowBytes,
    int mostWindowBytes,
    long queueingNanos,
    int mostNoticesPerSecond,
    Congestion congestion,
    PathMtuTuning pathMtu) {
  /** Most repetitions: with the longest waits of {@link #STANDARD} a peer is given 5 minutes. */
  public static final int MOST_RETRIES = 1000;

  /** A count that is none. */
  public static final int ENDLESS = Integer.MAX_VALUE;

  /** Longest wait for a receive of a peer that is asked without counting: 60 s. */
  public static final long MOST_NOT_READY_NANOS = 60_000_000_000L;

  private static final int MOST_NOTICES = 1_000_000;

  /**
   * How many there may be of what few programs need. Who asks for one more is refused, and it is
   * counted.
   *
   * @param maxDatagramQueuePairs queue pairs for datagrams of one engine, management aside
   * @param maxUnreliableQueuePairs unreliable connections of one engine
   * @param unreliableBytesPerSecond what these send together at most, headers included
   * @param maxWindows memory windows of one domain
   * @param maxEvents asynchronous events of one domain that nobody has taken; of each queue pair a
   *     few at most come at all
   */
  public record Tables(
      int maxDatagramQueuePairs,
      int maxUnreliableQueuePairs,
      long unreliableBytesPerSecond,
      int maxWindows,
      int maxEvents) {
    /** What a device uses. */
    public static final Tables STANDARD = new Tables(64, 64, 1_250_000_000, 4096, 1024);

    public Tables {
      if (maxDatagramQueuePairs < 1
          || maxUnreliableQueuePairs < 1
          || maxWindows < 1
          || maxEvents < 1) {
        throw new IllegalArgumentException("bounds of an engine are positive");
      }
      if (unreliableBytesPerSecond < Pace.LEAST_BYTES_PER_SECOND) {
        throw new IllegalArgumentException(
            unreliableBytesPerSecond + " bytes a second are not enough for unreliable connections");
      }
    }
  }

  /**
   * What a device uses unless told otherwise: gives up on a silent peer after 10 s, for it may only
   * be stopped or collecting garbage.
   */
  public static final EngineConfig STANDARD = new EngineConfig(
      16_384,
      4096,
      Tables.STANDARD,
      64,
      64 << 10,
      4096,
      8,
      200_000,
      2_000_000,
      300_000_000,
      39,
      20,
      7,
      64 << 10,
      4 << 20,
      1_000_000,
      Congestion.SWIFT.mostNoticesPerSecond(),
      Congestion.SWIFT,
      PathMtuTuning.STANDARD);

  /**
   * The same with another patience.
   *
   * @param newRetryCount 0 to {@link #MOST_RETRIES}; of STANDARD's waits 9 are 1.1 s
   */
  public EngineConfig withRetryCount(int newRetryCount) {
    return new EngineConfig(
        maxQueuePairs,
        maxRegions,
        tables,
        maxReadAtomic,
        readRequestBytes,
        maxHeldPackets,
        ackEveryPackets,
        leastProbeNanos,
        leastTimeoutNanos,
        mostTimeoutNanos,
        newRetryCount,
        rnrTimerCode,
        rnrRetryCount,
        leastWindowBytes,
        mostWindowBytes,
        queueingNanos,
        mostNoticesPerSecond,
        congestion,
        pathMtu);
  }

  /** The same with another congestion control, and as many reports obeyed as it needs. */
  public EngineConfig withCongestion(Congestion newCongestion) {
    return new EngineConfig(
        maxQueuePairs,
        maxRegions,
        tables,
        maxReadAtomic,
        readRequestBytes,
        maxHeldPackets,
        ackEveryPackets,
        leastProbeNanos,
        leastTimeoutNanos,
        mostTimeoutNanos,
        retryCount,
        rnrTimerCode,
        rnrRetryCount,
        leastWindowBytes,
        mostWindowBytes,
        queueingNanos,
        newCongestion.mostNoticesPerSecond(),
        newCongestion,
        pathMtu);
  }

  /** The same with other bounds of what is less often needed. */
  public EngineConfig with(Tables newTables) {
    return new EngineConfig(
        maxQueuePairs,
        maxRegions,
        newTables,
        maxReadAtomic,
        readRequestBytes,
        maxHeldPackets,
        ackEveryPackets,
        leastProbeNanos,
        leastTimeoutNanos,
        mostTimeoutNanos,
        retryCount,
        rnrTimerCode,
        rnrRetryCount,
        leastWindowBytes,
        mostWindowBytes,
        queueingNanos,
        mostNoticesPerSecond,
        congestion,
        pathMtu);
  }

  /** The same with another way to find out what a path carries. */
  public EngineConfig with(PathMtuTuning newPathMtu) {
    return new EngineConfig(
        maxQueuePairs,
        maxRegions,
        tables,
        maxReadAtomic,
        readRequestBytes,
        maxHeldPackets,
        ackEveryPackets,
        leastProbeNanos,
        leastTimeoutNanos,
        mostTimeoutNanos,
        retryCount,
        rnrTimerCode,
        rnrRetryCount,
        leastWindowBytes,
        mostWindowBytes,
        queueingNanos,
        mostNoticesPerSecond,
        congestion,
        newPathMtu);
  }

  /** The same for one connection whose timers and counts are given. */
  EngineConfig with(PeerAttributes.Retries retries) {
    return new EngineConfig(
        maxQueuePairs,
        maxRegions,
        tables,
        maxReadAtomic,
        readRequestBytes,
        maxHeldPackets,
        ackEveryPackets,
        leastProbeNanos,
        retries.timeoutNanos(),
        retries.timeoutNanos(),
        retries.retryCount(),
        retries.rnrTimer(),
        retries.isRnrEndless() ? ENDLESS : retries.rnrRetryCount(),
        leastWindowBytes,
        mostWindowBytes,
        queueingNanos,
        mostNoticesPerSecond,
        congestion,
        pathMtu);
  }

  /** How many of the packets that are kept may be one peer's. */
  int heldPacketsOfADomain() {
    return Math.max(maxHeldPackets / 4, PacketPool.CHUNK_SLOTS);
  }

  public EngineConfig {
    if (maxQueuePairs < 1 || maxRegions < 1 || maxReadAtomic < 1) {
      throw new IllegalArgumentException("bounds of an engine are positive");
    }
    if (retryCount < 0 || retryCount > MOST_RETRIES) {
      throw new IllegalArgumentException(retryCount + " repetitions are not 0 to " + MOST_RETRIES);
    }
    if (readRequestBytes < Bounds.MOST_MTU_BYTES || readRequestBytes % Bounds.MOST_MTU_BYTES != 0) {
      throw new IllegalArgumentException("READ requests of " + readRequestBytes
          + " bytes are no multiple of " + Bounds.MOST_MTU_BYTES);
    }
    if (Integer.bitCount(ackEveryPackets) != 1) {
      throw new IllegalArgumentException(ackEveryPackets + " packets are no power of two");
    }
    if (maxHeldPackets < 0 || maxHeldPackets % PacketPool.CHUNK_SLOTS != 0 || leastProbeNanos < 1) {
      throw new IllegalArgumentException(
          maxHeldPackets + " packets kept, a probe after " + leastProbeNanos + " ns");
    }
    if (leastTimeoutNanos < 1 || mostTimeoutNanos < leastTimeoutNanos) {
      throw new IllegalArgumentException(
          "no time-outs from " + leastTimeoutNanos + " to " + mostTimeoutNanos + " ns");
    }
    if (leastWindowBytes < 1 || mostWindowBytes < leastWindowBytes) {
      throw new IllegalArgumentException(
          "no windows from " + leastWindowBytes + " to " + mostWindowBytes + " bytes");
    }
    if (mostNoticesPerSecond < 1 || mostNoticesPerSecond > MOST_NOTICES) {
      throw new IllegalArgumentException(
          mostNoticesPerSecond + " notices a second are not 1 to " + MOST_NOTICES);
    }
    if (rnrRetryCount < 0 || RnrTimer.nanos(rnrTimerCode) <= 0) {
      throw new IllegalArgumentException("no receiver-not-ready timer " + rnrTimerCode);
    }
  }
}
