// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/** Life of the strand of one path. */
public enum StrandState {
  /** No strand: between two lives, or before the first. */
  ABSENT,
  /** Has a queue pair that is not connected, or that the peer may not have connected. */
  CONNECTING,
  /** Carries traffic. */
  GOOD,
  /** Its queue pair is in ERROR; waits to be drained, destroyed, and fenced by the peer. */
  DOWN
}
