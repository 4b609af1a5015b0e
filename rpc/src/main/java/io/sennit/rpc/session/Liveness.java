// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Decides when a peer has been silent for too long: a ping over the strands at every heartbeat, and
 * the time since the last answer. Time during which this side itself was away (a long collection, a
 * stopped process) is not held against the peer: one step counts for two heartbeats at most.
 */
final class Liveness {
  private final long heartbeatNanos;
  private final long silenceNanos;
  private long lastTickNanos;
  private long silentNanos;
  private boolean pinging;

  Liveness(long nowNanos, long heartbeatNanos, long silenceNanos) {
    this.heartbeatNanos = heartbeatNanos;
    this.silenceNanos = silenceNanos;
    lastTickNanos = nowNanos;
  }

  /** Whether a ping is to be sent now. */
  boolean tick(long nowNanos) {
    long passed = nowNanos - lastTickNanos;
    if (passed < heartbeatNanos) {
      return false;
    }
    lastTickNanos = nowNanos;
    if (pinging) {
      silentNanos += Math.min(passed, 2 * heartbeatNanos);
      return false;
    }
    silentNanos = 0;
    pinging = true;
    return true;
  }

  /** The ping was answered. */
  void answered() {
    pinging = false;
    silentNanos = 0;
  }

  boolean isSilent() {
    return silentNanos >= silenceNanos;
  }

  long nextTimerNanos() {
    return lastTickNanos + heartbeatNanos;
  }
}
