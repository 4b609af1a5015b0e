// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** How it stands with a path: the state of its strand, or why it has none. */
public enum StrandState {
  /** Has a queue pair that is not connected, or that the peer may not have connected. */
  CONNECTING,
  /** Connected on both sides; carries probes, and other traffic only if no strand is better. */
  PROVING,
  /** Carries traffic. */
  GOOD,
  /**
   * Silent for longer than it ever should be: gets nothing new, and its oldest work is done again
   * elsewhere.
   */
  SUSPECT,
  /** Its queue pair is in ERROR; waits to be drained, destroyed, and fenced by the peer. */
  DOWN,
  /** No strand: its last one is over, and the pause before the next one has not passed. */
  REBUILDING,
  /** No strand, and none is wanted now: what the others carry is enough. */
  RESTING;

  /** Whether traffic may be on it. */
  public boolean living() {
    return this == PROVING || this == GOOD || this == SUSPECT;
  }
}
