// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * One posting of a message or chunk on one strand; ends in exactly one completion, or, if that was
 * an error, when its strand is fenced. Pooled; linked into its strand's list while open.
 */
final class Copy {
  static final long NOT_YET = Long.MAX_VALUE;

  final int index;
  long id;

  @Nullable
  Strand strand;

  @Nullable
  Work work;

  @Nullable
  Copy previous;

  @Nullable
  Copy next;

  /** Beside the chunks: on the queue pair of the messages, or that of the probes. */
  boolean control;

  /** Completed with an error: it may still be executed by the peer. */
  boolean lost;

  /** {@link #NOT_YET} until the poll after a post outside of one. */
  long postedNanos;

  /** Time that had been lost when it was posted. */
  long lostBefore;

  /** Bytes of this direction of the path in front of it when it was posted. */
  long aheadBytes;

  /** Bytes this direction of the path had ever delivered when it was posted, and when the last. */
  long deliveredBefore;

  long deliveredAtNanos;

  Copy(int index) {
    this.index = index;
  }
}
