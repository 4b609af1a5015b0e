// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import io.sennit.simulator.Scheduler;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One direction of a session's lifeline: frames in order, after a while, as long as the way is
 * open; what is sent while it is not is dropped, as a lost connection does.
 */
final class Lifeline {
  private final Scheduler scheduler;
  private final long delayNanos;
  private final BooleanSupplier open;
  private final Consumer<byte[]> target;
  private final ArrayDeque<byte[]> underWay = new ArrayDeque<>();

  Lifeline(Scheduler scheduler, long delayNanos, BooleanSupplier open, Consumer<byte[]> target) {
    this.scheduler = scheduler;
    this.delayNanos = delayNanos;
    this.open = open;
    this.target = target;
  }

  void send(byte[] frame) {
    if (open.getAsBoolean()) {
      underWay.add(frame);
      scheduler.after(delayNanos, due -> target.accept(underWay.remove()), 0);
    }
  }
}
