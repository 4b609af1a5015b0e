// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * What this side has moved over a path.
 *
 * @param sent by SEND, headers included; counted when posted
 * @param written by WRITE
 * @param read by READ
 * @param sinceRebuild of these, on strands after the path's first one
 * @param inFlight posted and not completed
 */
public record PathBytes(long sent, long written, long read, long sinceRebuild, long inFlight) {
  /** What went to the peer. */
  public long out() {
    return sent + written;
  }

  /** All that was moved. */
  public long moved() {
    return sent + written + read;
  }
}
