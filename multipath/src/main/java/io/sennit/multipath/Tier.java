// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Who may use how many of the last credits and slots. Each tier leaves some to those below it, so
 * that what heals the braid is never stuck behind what it carries, and CREDIT, ASK and RECEIVED
 * behind nothing.
 */
enum Tier {
  NORMAL,
  CONTROL,
  VITAL,
  CREDIT;

  private static final int FOR_CREDIT = 4;

  /** FENCE, FENCE_ACK, REBUILD (or its answer) and READY. */
  private static final int VITAL_PER_PATH = 4;

  /** So that the least window, and the first credits, leave something to messages. */
  private static final int MOST_FOR_VITAL = 48;

  static Tier of(Lane lane) {
    return lane == Lane.NORMAL ? NORMAL : CONTROL;
  }

  /** How many this tier must leave free, on a braid of so many paths. */
  int reserve(BraidConfig config, int paths) {
    int vital = FOR_CREDIT + Math.min(VITAL_PER_PATH * paths, MOST_FOR_VITAL);
    return switch (this) {
      case NORMAL -> vital + config.controlReserve();
      case CONTROL -> vital;
      case VITAL -> FOR_CREDIT;
      case CREDIT -> 0;
    };
  }
}
