// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Who may use how many of the last credits and slots. Each tier leaves some to those below it, so
 * that what heals the braid is never stuck behind what it carries, CREDIT behind nothing, and ASK
 * and RECEIVED not even behind CREDIT: they may be what ends its want, and no more than one of each
 * is out ({@link StandingFrame}).
 */
enum Tier {
  NORMAL,
  CONTROL,
  VITAL,
  CREDIT,
  RECEIPT;

  private static final int FOR_CREDIT = 2;

  /** ASK and RECEIVED. */
  private static final int FOR_RECEIPT = 2;

  /** FENCE, FENCE_ACK, REBUILD (or its answer) and READY. */
  private static final int VITAL_PER_PATH = 4;

  /** So that the least window, and the first credits, leave something to messages. */
  private static final int MOST_FOR_VITAL = 48;

  static Tier of(Lane lane) {
    return lane == Lane.NORMAL ? NORMAL : CONTROL;
  }

  /** How many this tier must leave free, on a braid of so many paths. */
  int reserve(BraidConfig config, int paths) {
    int credit = FOR_CREDIT + FOR_RECEIPT;
    int vital = credit + Math.min(VITAL_PER_PATH * paths, MOST_FOR_VITAL);
    return switch (this) {
      case NORMAL -> vital + config.controlReserve();
      case CONTROL -> vital;
      case VITAL -> credit;
      case CREDIT -> FOR_RECEIPT;
      case RECEIPT -> 0;
    };
  }
}
