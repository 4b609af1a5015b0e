// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * One posting of a message or chunk on one strand; ends in exactly one completion, or, if that was
 * an error, when its strand is fenced. Pooled; linked into its strand's list while open.
 */
final class Copy {
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

  /** Completed with an error: it may still be executed by the peer. */
  boolean lost;

  long postedNanos;

  /** Bytes of this path in front of it when it was posted. */
  long aheadBytes;

  /** Bytes this path had ever delivered when it was posted. */
  long deliveredBefore;

  Copy(int index) {
    this.index = index;
  }
}
