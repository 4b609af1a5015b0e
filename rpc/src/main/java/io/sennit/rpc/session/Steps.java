// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.StreamHost;
import java.util.function.Supplier;

/**
 * Steps of a bootstrap that may block, each followed by something on the streams' thread. The place
 * of the bootstrap is held until that has run, since what a step has made belongs to it.
 */
final class Steps {
  /**
   * What a step came to.
   *
   * @param next run on the streams' thread
   * @param ifLost run instead if that thread takes nothing any more
   */
  record Outcome(Runnable next, Runnable ifLost) {
    /** One that leaves nothing behind. */
    static Outcome then(Runnable next) {
      return new Outcome(next, () -> {});
    }
  }

  private final Blocking blocking;
  private final StreamHost host;
  private final Place place;

  Steps(Blocking blocking, StreamHost host, Place place) {
    this.blocking = blocking;
    this.host = host;
    this.place = place;
  }

  /** Runs a step elsewhere; it must not throw; false if too many wait already. */
  boolean run(Supplier<Outcome> step) {
    place.hold();
    boolean running = false;
    try {
      running = blocking.run(() -> finish(step));
    } finally {
      if (!running) {
        place.letGo();
      }
    }
    return running;
  }

  private void finish(Supplier<Outcome> step) {
    boolean handedOver = false;
    try {
      Outcome outcome = step.get();
      handedOver = host.execute(() -> {
        try {
          outcome.next().run();
        } finally {
          place.letGo();
        }
      });
      if (!handedOver) {
        outcome.ifLost().run();
      }
    } finally {
      if (!handedOver) {
        place.letGo();
      }
    }
  }
}
