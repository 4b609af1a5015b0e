// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.base.OptionalModule;

/**
 * Hears what a braid decides, all of which is rare: a change of a path's state, a second copy of
 * what is only suspected to be lost, a fence, memory that waits for one, a rebuild.
 */
interface Journal {
  /** One for Java Flight Recorder, or one that forgets where that is missing. */
  static Journal of(BraidSession session) {
    return OptionalModule.FLIGHT_RECORDER.isPresent()
        ? new FlightJournal(session)
        : new Journal() {};
  }

  default void changed(StrandPath path, PathChange before, PathChange now) {}

  /** A further path is opened, kept or rests, or one is forgotten. */
  default void shaped(StrandPath path, String decision, String why) {}

  default void hedged(Strand strand, Work work) {}

  /**
   * {@code frame}: FENCE or FENCE_ACK.
   *
   * @param named as this side does
   */
  default void fenced(PathEpoch named, FrameType frame, boolean received) {}

  /** Bytes of a lost strand's open copies wait until it is fenced. */
  default void quarantined(Strand strand) {}

  default void rebuilding(StrandPath path) {}
}
