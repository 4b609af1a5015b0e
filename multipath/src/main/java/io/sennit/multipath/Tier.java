// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Who may use how many of the last credits and slots. Each tier leaves some to those below it, so
 * that what heals the braid is never stuck behind what it carries, and CREDIT behind nothing.
 */
enum Tier {
  NORMAL,
  CONTROL,
  VITAL,
  CREDIT;

  private static final int FOR_VITAL_AND_CREDIT = 12;
  private static final int FOR_CREDIT = 2;

  static Tier of(Lane lane) {
    return lane == Lane.NORMAL ? NORMAL : CONTROL;
  }

  /** How many this tier must leave free. */
  int reserve(BraidConfig config) {
    return switch (this) {
      case NORMAL -> config.controlReserve();
      case CONTROL -> FOR_VITAL_AND_CREDIT;
      case VITAL -> FOR_CREDIT;
      case CREDIT -> 0;
    };
  }
}
