// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.WorkRequest;

/** What a copy is a copy of, and how many there are. */
abstract sealed class Work permits MessageSlot, Chunk {
  /** Posted and not ended. */
  int openCopies;

  /** Of these, on strands that are not DOWN. */
  int liveCopies;

  /** Ever posted. */
  int copiesMade;

  /** One copy has succeeded. */
  boolean done;

  /** Waits for a strand. */
  boolean queued;

  /** A copy was refused in the peer's name. */
  boolean refused;

  final void begin() {
    openCopies = 0;
    liveCopies = 0;
    copiesMade = 0;
    done = false;
    queued = false;
    refused = false;
  }

  /** Whether nothing but another copy can finish it. */
  final boolean orphaned() {
    return !done && !queued && liveCopies == 0;
  }

  /**
   * Whether one more copy may help: of those that are not lost with their strand there is only one,
   * and nobody knows whether it lives.
   */
  final boolean alone() {
    return !done && !queued && liveCopies == 1;
  }

  /** Describes itself as a work request of this id. */
  abstract void fill(WorkRequest request, long id);

  /** Bytes it moves. */
  abstract int bytes();

  /** Whether the bytes come from the peer. */
  abstract boolean inbound();
}
