// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Rail;
import java.util.List;
import java.util.function.Consumer;

/** Which routes there are and what happens to one of them in a round. */
enum Scenario {
  EQUAL("4 equal links", Layout.EQUAL),
  CUT_UNSEEN("a link cut, unseen", Layout.EQUAL),
  CUT_SEEN("a link cut, seen", Layout.EQUAL),
  GREY("2 % lost on a link", Layout.EQUAL),
  SLOW("a link at 1/10", Layout.EQUAL),
  FLAP("a link comes and goes", Layout.EQUAL),
  FILLED("a link filled by others", Layout.EQUAL),
  UNEQUAL("links of 8:4:2:2", Layout.UNEQUAL),
  SMALL_MTU("4 equal links, MTU 1500", Layout.SMALL_MTU),
  EIGHT("8 links of 250", Layout.EIGHT),
  ADDED("a port added live", Layout.EQUAL),
  LEAF_SPINE("leaf-spine, 16 flows", Layout.LEAF_SPINE);

  private static final double GREY_SHARE = 0.75 * 0.9;
  private static final double SHARE = 0.95;
  private static final double CUT_SHARE = 1 / 3.0;
  private static final double LOSS = 0.02;
  private static final double SLOWNESS = 0.1;
  private static final double SMALL_MTU_SHARE = 0.93;

  /** Of a link, taken by others; with the headers of their packets hardly anything is left. */
  private static final double OTHERS_SHARE = 0.95;

  private final String title;
  private final Layout layout;

  Scenario(String title, Layout layout) {
    this.title = title;
    this.layout = layout;
  }

  /**
   * Something that happens to the first route.
   *
   * @param share of the round after which it does
   */
  record Event(double share, What what) {}

  /** What happens. */
  interface What {
    void to(Incidents route) throws InterruptedException;
  }

  private static Event event(double share, Consumer<Rail> what) {
    return new Event(share, route -> route.happen(what));
  }

  /** What happens in a round, in its order. */
  List<Event> events() {
    return switch (this) {
      case EQUAL, UNEQUAL, SMALL_MTU, EIGHT, LEAF_SPINE -> List.of();
      case CUT_UNSEEN -> List.of(event(CUT_SHARE, Rail::cut));
      case CUT_SEEN -> List.of(event(CUT_SHARE, Rail::unplug));
      case GREY -> List.of(event(0, rail -> rail.lose(LOSS)));
      case SLOW -> List.of(event(CUT_SHARE, rail -> rail.slowTo(SLOWNESS)));
      case FILLED -> List.of(new Event(CUT_SHARE, route -> route.fill(othersMegabits())));
      case ADDED ->
        List.of(
            new Event(0, Incidents::desert),
            new Event(CUT_SHARE, route -> route.happenToLast(Rail::settle)));
      case FLAP ->
        List.of(
            event(1 / 6.0, Rail::cut),
            event(2 / 6.0, Rail::heal),
            event(3 / 6.0, Rail::cut),
            event(4 / 6.0, Rail::heal),
            event(5 / 6.0, Rail::cut));
    };
  }

  /** For people. */
  String title() {
    return title;
  }

  Layout layout() {
    return layout;
  }

  private int othersMegabits() {
    return (int) (layout.firstMegabits() * OTHERS_SHARE);
  }

  /** Whether only Sennit is in it. */
  boolean isOurs() {
    return this == EIGHT || this == ADDED;
  }

  /** Whether a rail carries nothing for a while. */
  boolean isCut() {
    return this == CUT_UNSEEN || this == CUT_SEEN || this == FLAP;
  }

  /** Which part of what all rails carry is asked for, given what happens to one of them. */
  double share() {
    return switch (this) {
      case EQUAL, UNEQUAL, EIGHT, LEAF_SPINE -> SHARE;
      case SMALL_MTU -> SMALL_MTU_SHARE;
      case GREY -> GREY_SHARE;
      // The first rail is a quarter, and is gone, or nearly, for a part of the round.
      case CUT_UNSEEN, CUT_SEEN, SLOW -> SHARE * (1 - 0.25 * (1 - CUT_SHARE));
      case FLAP -> SHARE * (1 - 0.25 * 0.5);
      case ADDED -> SHARE * (1 - 0.25 * CUT_SHARE);
      case FILLED -> SHARE * (1 - 0.25 * OTHERS_SHARE * (1 - CUT_SHARE));
    };
  }
}
