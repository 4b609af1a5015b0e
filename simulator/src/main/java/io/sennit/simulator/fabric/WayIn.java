// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.simulator.Task;

/**
 * A port by which packets come into a switch that has its neighbours pause: counts what came in and
 * has not left, and sends pause frames back. One frame holds for a bounded time, so that a lost one
 * delays but does not stop; it is renewed while there is too much.
 */
final class WayIn {
  private static final int STOP = 1;
  private static final int GO_ON = 0;

  private final Medium medium;
  private final PauseConfig config;
  private final Link in;
  private final Link back;
  private final int number;
  private final Task told = this::told;
  private final Task renewal = this::renew;
  private long heldBytes;
  private boolean stopping;
  private long stops;

  /**
   * Counts for one link.
   *
   * @param in leads into the switch
   * @param back its other direction, which takes the frames
   */
  WayIn(Medium medium, PauseConfig config, Link in, Link back) {
    this.medium = medium;
    this.config = config;
    this.in = in;
    this.back = back;
    number = medium.add(this);
  }

  /** A packet comes in; false if there is no room, which there is if pauses are obeyed. */
  boolean take(int packet) {
    int bytes = medium.pool.linkBytes(packet);
    if (heldBytes + bytes > config.xoffBytes() + PauseConfig.headroomBytes(in.config())) {
      return false;
    }
    medium.pool.wayIn(packet, number);
    heldBytes += bytes;
    if (!stopping && heldBytes > config.xoffBytes()) {
      stopping = true;
      stop();
    }
    return true;
  }

  /** A packet that had come in has left, or is lost. */
  void left(int bytes) {
    heldBytes -= bytes;
    if (stopping && heldBytes <= config.xonBytes()) {
      stopping = false;
      stops++;
      tell(GO_ON);
    }
  }

  private void stop() {
    tell(STOP);
    long again = PauseConfig.longestNanos(in.config()) / 2;
    medium.scheduler.after(Math.max(1, again), renewal, stops);
  }

  private void renew(long ofStop) {
    if (stopping && ofStop == stops) {
      stop();
    }
  }

  private void tell(int what) {
    if (back.carriesFrames()) {
      medium.scheduler.at(back.frameArrivalNanos(), told, what);
    }
  }

  private void told(long what) {
    in.pause(what == STOP ? PauseConfig.longestNanos(in.config()) : 0);
  }
}
