// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

import io.sennit.multipath.Lane;

/** Both sides send, queue pairs of one path fail, are fenced from either side, and are rebuilt. */
final class TwoFences implements Story {
  private final Limits limits;
  private final String name;
  private int atNear;
  private int atFar;

  private TwoFences(String name, Limits limits) {
    this.name = name;
    this.limits = limits;
  }

  /** One failure on each side, at any moments: both may fence at once. */
  static TwoFences fromBothSides() {
    return new TwoFences("FENCE from both sides", new Limits(1, 1, 0, 0, 0));
  }

  /** The path fails again as soon as it is rebuilt: frames about its last life come late. */
  static TwoFences old() {
    return new TwoFences("rebuild, with an old FENCE", new Limits(2, 0, 0, 0, 0));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public void begin(Board board) {
    board.near().send("to far", Lane.NORMAL);
    board.far().send("to near", Lane.NORMAL);
    board.far().send("to near", Lane.NORMAL); // By the other path.
  }

  @Override
  public boolean mayFail(int routeLabel) {
    return routeLabel == 1;
  }

  @Override
  public void onMessage(Side side, long sequence, String text) {
    atNear += text.equals("to near") ? 1 : 0;
    atFar += text.equals("to far") ? 1 : 0;
  }

  @Override
  public String missing() {
    boolean once = atNear == 2 && atFar == 1;
    return once ? "" : "messages that came: " + atNear + " and " + atFar;
  }
}
