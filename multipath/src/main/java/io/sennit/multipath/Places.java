// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * The places that paths have in a set of them, which has 64 bits. When all are taken, a new path
 * gets that of one whose port has gone, the longest gone first, or else of a further one that has
 * brought nothing, if nothing is left of its last life. The acceptor, which only follows, may
 * forget any that has no life: it is told of it again.
 *
 * <p>What is kept of the forgotten ones is the highest epoch that any of them had. The opener
 * begins new paths above it, so that no path ever has an epoch twice, should it come back, and a
 * late frame about one of them is known by it. Those that the session began with stay.
 */
final class Places {
  /** Most paths, with a strand or without. */
  static final int MOST = Long.SIZE;

  private static final int LAST_EPOCH = -1;

  private final Core core;
  private int begun;
  private int epoch;

  Places(Core core) {
    this.core = core;
  }

  /** So many paths have their places for good. */
  void begin(int paths) {
    begun = paths;
  }

  /** The path whose place a new one may take; null if there is none. */
  @Nullable
  StrandPath leaving(StrandPath[] paths) {
    StrandPath found = null;
    for (int i = begun; i < paths.length; i++) {
      StrandPath path = paths[i];
      if (mayLeave(path) && (found == null || goneNanos(path) < goneNanos(found))) {
        found = path;
      }
    }
    return found;
  }

  /** Both halves of its last life are destroyed: no lease waits for it, and no copy is open. */
  private boolean mayLeave(StrandPath path) {
    return path.strand == null
        && !path.rebuildAnswerDue
        && path.epoch != LAST_EPOCH
        && (path.portFailed || broughtNothing(path) || !core.session.opener());
  }

  /** A further one that was tried; what was forgotten can be tried again. */
  private static boolean broughtNothing(StrandPath path) {
    return path.resting && !path.worthwhile;
  }

  private static long goneNanos(StrandPath path) {
    return path.portFailed ? path.portFailedNanos : Long.MAX_VALUE;
  }

  /** Keeps what must be known of a path that has lost its place. */
  void forget(StrandPath path) {
    epoch = PathEpoch.earlier(epoch, path.epoch) ? path.epoch : epoch;
    core.journal.shaped(path, "forget", "its place is needed");
  }

  /** The last epoch that a new path may have had before, as the side that chooses epochs knows. */
  int epochBefore() {
    return core.session.opener() ? epoch : 0;
  }

  /** Whether a frame about a path that is not known may be about a forgotten one. */
  boolean mayHaveForgotten(int named) {
    return epoch != 0 && !PathEpoch.earlier(epoch, named);
  }
}
