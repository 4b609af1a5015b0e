// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * The decisions that keep memory from being touched late (the rules of docs/GUARANTEES.md, "Late
 * copies"). A seam, so that the suite can prove that each rule is needed by breaking it.
 */
class LeaseRules {
  static final LeaseRules SOUND = new LeaseRules();

  /**
   * Whether granted memory is free.
   *
   * @param unfencedPaths bit i: a copy of the peer's WRITE may still come over path i
   */
  boolean grantIsFree(long unfencedPaths) {
    return unfencedPaths == 0;
  }

  /** Whether the owner of lent memory may be told that it is free. */
  boolean loanIsFree(int openCopies) {
    return openCopies == 0;
  }

  /** Whether FENCE may be answered: only a destroyed queue pair is a fence, a killed one is not. */
  boolean mayAnswerFence(boolean destroyed) {
    return destroyed;
  }
}
