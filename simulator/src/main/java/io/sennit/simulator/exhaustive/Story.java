// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.exhaustive;

/** What the users of two braids do, and what they were promised. Made anew for every run. */
public interface Story {
  String name();

  Limits limits();

  /** Both braids are connected on two paths, and nothing is under way. */
  void begin(Board board);

  /** Whether the near user may do something of his own accord now. */
  default boolean mayAct() {
    return false;
  }

  /** He does it. */
  default void act() {}

  /** Whether silent paths are probed, so that those that were only suspected are trusted again. */
  default boolean probes() {
    return false;
  }

  /** Whether queue pairs of a path may fail. */
  default boolean mayFail(int routeLabel) {
    return true;
  }

  /** A message has come to a side. */
  default void onMessage(Side side, long sequence, String text) {}

  /** Nothing can happen any more: what should have, and has not; empty if all has. */
  String missing();
}
