// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

/**
 * Every bound of a connection manager.
 *
 * @param udpPort that the managers of peers receive at; 4791 but in a test
 * @param timing how long a peer's answer is waited for, and what peers are told of that
 * @param mostWaitNanos longest wait for one answer, however often the peer asks for more time
 * @param decisionNanos how long the application may think about a request
 * @param timewaitNanos how long a connection that has ended still answers for itself
 * @param maxConnections most connections at a time, those that are being made included
 * @param maxHalfOpen most of them that were asked for by peers and are not established
 * @param maxHalfOpenPerPeer the same for one peer's address
 * @param maxTimewait most that have ended and still answer; the oldest goes first
 */
public record CmConfig(
    int udpPort,
    CmTiming timing,
    long mostWaitNanos,
    long decisionNanos,
    long timewaitNanos,
    int maxConnections,
    int maxHalfOpen,
    int maxHalfOpenPerPeer,
    int maxTimewait) {
  /**
   * Most repetitions to a peer that has not shown the id of this side, and so may be somebody whose
   * address was forged.
   */
  public static final int UNPROVEN_RETRIES = 3;

  /** Gives up on a silent peer after 6 s. */
  public static final CmConfig STANDARD = new CmConfig(
      4791,
      new CmTiming(17, 10),
      60_000_000_000L,
      10_000_000_000L,
      4_000_000_000L,
      16_384,
      256,
      64,
      1024);

  public CmConfig {
    if (udpPort < 1 || udpPort > 0xffff) {
      throw new IllegalArgumentException(udpPort + " is no UDP port");
    }
    if (mostWaitNanos < timing.timeoutNanos() || decisionNanos < 1 || timewaitNanos < 1) {
      throw new IllegalArgumentException("times of a connection manager are positive, and "
          + mostWaitNanos + " ns is not less than one time-out");
    }
    if (maxConnections < 1 || maxHalfOpen < 1 || maxHalfOpenPerPeer < 1 || maxTimewait < 1) {
      throw new IllegalArgumentException("bounds of a connection manager are positive");
    }
  }
}
