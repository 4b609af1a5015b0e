// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Fabric;
import io.sennit.benchmarks.fabric.Rail;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Which rails there are and what happens to one of them in a round. */
enum Scenario {
  EQUAL("4 equal links", Layout.EQUAL),
  CUT_UNSEEN("a link cut, unseen", Layout.EQUAL),
  CUT_SEEN("a link cut, seen", Layout.EQUAL),
  GREY("2 % lost on a link", Layout.EQUAL),
  SLOW("a link at 1/10", Layout.EQUAL),
  FLAP("a link comes and goes", Layout.EQUAL),
  UNEQUAL("links of 8:4:2:2", Layout.UNEQUAL),
  SMALL_MTU("4 equal links, MTU 1500", Layout.SMALL_MTU),
  EIGHT("8 links of 250", Layout.EIGHT);

  private static final double GREY_SHARE = 0.75 * 0.9;
  private static final double SHARE = 0.95;
  private static final double CUT_SHARE = 1 / 3.0;
  private static final double LOSS = 0.02;
  private static final double SLOWNESS = 0.1;
  private static final double SMALL_MTU_SHARE = 0.93;

  private final String title;
  private final Layout layout;

  Scenario(String title, Layout layout) {
    this.title = title;
    this.layout = layout;
  }

  /** Which rails. */
  private enum Layout {
    EQUAL,
    UNEQUAL,
    SMALL_MTU,
    EIGHT;

    int mtuBytes() {
      return this == SMALL_MTU ? 1500 : 9000;
    }

    int[] megabits() {
      return switch (this) {
        case EQUAL, SMALL_MTU -> new int[] {500, 500, 500, 500};
        case UNEQUAL -> new int[] {800, 400, 200, 200};
        case EIGHT -> new int[] {250, 250, 250, 250, 250, 250, 250, 250};
      };
    }
  }

  /**
   * Something that happens to the first rail.
   *
   * @param share of the round after which it does
   */
  record Event(double share, Consumer<Rail> what) {}

  /** What happens in a round, in its order. */
  List<Event> events() {
    return switch (this) {
      case EQUAL, UNEQUAL, SMALL_MTU, EIGHT -> List.of();
      case CUT_UNSEEN -> List.of(new Event(CUT_SHARE, Rail::cut));
      case CUT_SEEN -> List.of(new Event(CUT_SHARE, Rail::unplug));
      case GREY -> List.of(new Event(0, rail -> rail.lose(LOSS)));
      case SLOW -> List.of(new Event(CUT_SHARE, rail -> rail.slowTo(SLOWNESS)));
      case FLAP ->
        List.of(
            new Event(1 / 6.0, Rail::cut),
            new Event(2 / 6.0, Rail::heal),
            new Event(3 / 6.0, Rail::cut),
            new Event(4 / 6.0, Rail::heal),
            new Event(5 / 6.0, Rail::cut));
    };
  }

  /** For people. */
  String title() {
    return title;
  }

  /** Scenarios of one place have the same rails. */
  String place() {
    return layout.name();
  }

  Fabric lay() {
    return Fabric.parallel(layout.mtuBytes(), layout.megabits());
  }

  int rails() {
    return layout.megabits().length;
  }

  /** What all rails carry together. */
  double sumMegabits() {
    return Arrays.stream(layout.megabits()).sum();
  }

  /** Whether a rail carries nothing for a while. */
  boolean isCut() {
    return this == CUT_UNSEEN || this == CUT_SEEN || this == FLAP;
  }

  /** Which part of what all rails carry is asked for, given what happens to one of them. */
  double share() {
    return switch (this) {
      case EQUAL, UNEQUAL, EIGHT -> SHARE;
      case SMALL_MTU -> SMALL_MTU_SHARE;
      case GREY -> GREY_SHARE;
      // The first rail is a quarter, and is gone, or nearly, for a part of the round.
      case CUT_UNSEEN, CUT_SEEN, SLOW -> SHARE * (1 - 0.25 * (1 - CUT_SHARE));
      case FLAP -> SHARE * (1 - 0.25 * 0.5);
    };
  }
}
