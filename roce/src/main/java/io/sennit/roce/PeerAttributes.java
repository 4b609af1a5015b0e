// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Feature;
import java.util.Set;

/**
 * What a queue pair is told of a peer that is not Sennit, such as a NIC or Linux' rxe: the
 * attributes that IBTA's MODIFY QP takes on the way to ready to send. Immutable.
 *
 * @param queuePairNumber the peer's queue pair: 2 to 2^24 − 2
 * @param firstPsn of the peer's requests, 24 bits
 * @param mtuBytes the path MTU, the same at both ends: 256, 512, 1,024, 2,048 or 4,096, and not
 *     more than the local port's
 * @param initiatorDepth READs and atomics that may be under way from here (max_rd_atomic); more
 *     than the engine has means what it has; with 0 a post of one is INVALID
 * @param responderResources READs and atomics of the peer that are answered at a time
 *     (max_dest_rd_atomic), at least 1; more than the engine has means what it has
 * @param retries how long an answer is waited for
 * @param features ATOMIC_WRITE and FLUSH, if the peer executes them; they are INVALID from here and
 *     refused from there if not; other features mean nothing
 */
public record PeerAttributes(
    int queuePairNumber,
    int firstPsn,
    int mtuBytes,
    int initiatorDepth,
    int responderResources,
    Retries retries,
    Set<Feature> features) {
  private static final int BITS_24 = 0xff_ffff;

  /**
   * IBTA's timers and counts.
   *
   * @param ackTimeout the shortest time-out is 4.096 µs · 2^n: 1 to 31; a longer round trip makes
   *     it longer
   * @param retryCount repetitions without any progress before RETRY_EXCEEDED: 0 to 7, and 7 is
   *     seven, not for ever
   * @param rnrRetryCount the same where the peer has no receive, but 7 is IBTA's "for ever", which
   *     ends after {@link EngineConfig#MOST_NOT_READY_NANOS} without progress
   * @param rnrTimer how long the peer is asked to wait if it meets no receive here: IBTA's code, 0
   *     to 31
   */
  public record Retries(int ackTimeout, int retryCount, int rnrRetryCount, int rnrTimer) {
    /** 67 ms 7 times, no receive for ever, and 0.64 ms: what verbs' own examples take. */
    public static final Retries USUAL = new Retries(14, 7, 7, 12);

    private static final int TICK_NANOS = 4_096;
    private static final int MOST_ACK_TIMEOUT = 31;
    private static final int MOST_RETRIES = 7;
    private static final int MOST_RNR_TIMER = 31;

    public Retries {
      if (ackTimeout < 1 || ackTimeout > MOST_ACK_TIMEOUT) {
        throw new IllegalArgumentException("an ack time-out of " + ackTimeout + " is not 1 to 31");
      }
      if (isNoCount(retryCount) || isNoCount(rnrRetryCount)) {
        throw new IllegalArgumentException(
            "retries of " + retryCount + " and " + rnrRetryCount + " are not 0 to 7");
      }
      if (rnrTimer < 0 || rnrTimer > MOST_RNR_TIMER) {
        throw new IllegalArgumentException("no receiver-not-ready timer " + rnrTimer);
      }
    }

    private static boolean isNoCount(int count) {
      return count < 0 || count > MOST_RETRIES;
    }

    boolean isRnrEndless() {
      return rnrRetryCount == MOST_RETRIES;
    }

    /** The ack time-out. */
    public long timeoutNanos() {
      return (long) TICK_NANOS << ackTimeout;
    }
  }

  /** Those of a peer's unreliable connection: no READs, no retries. */
  public static PeerAttributes unreliable(int queuePairNumber, int firstPsn, int mtuBytes) {
    return new PeerAttributes(queuePairNumber, firstPsn, mtuBytes, 0, 1, Retries.USUAL);
  }

  public PeerAttributes {
    features = Set.copyOf(features);
    if (queuePairNumber < 2 || queuePairNumber >= BITS_24) {
      throw new IllegalArgumentException(
          "a peer's queue pair " + queuePairNumber + " is not 2 to 2^24 - 2");
    }
    if (firstPsn < 0 || firstPsn > BITS_24) {
      throw new IllegalArgumentException("a PSN of " + firstPsn + " is not 24 bits");
    }
    Bounds.checkIbtaMtu(mtuBytes);
    if (initiatorDepth < 0 || responderResources < 1) {
      throw new IllegalArgumentException("READs at a time are " + initiatorDepth
          + " from here, at least 0, and " + responderResources + " from the peer, at least 1");
    }
  }

  /** Those of a peer that has no {@link #features}. */
  public PeerAttributes(
      int queuePairNumber,
      int firstPsn,
      int mtuBytes,
      int initiatorDepth,
      int responderResources,
      Retries retries) {
    this(
        queuePairNumber, firstPsn, mtuBytes, initiatorDepth, responderResources, retries, Set.of());
  }
}
