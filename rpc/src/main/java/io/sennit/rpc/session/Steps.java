// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.StreamHost;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
  private final Consumer<Throwable> onFault;

  /** @param onFault told on the streams' thread of whatever a step, or what follows it, throws */
  Steps(Blocking blocking, StreamHost host, Place place, Consumer<Throwable> onFault) {
    this.blocking = blocking;
    this.host = host;
    this.place = place;
    this.onFault = onFault;
  }

  /** Runs a step elsewhere; false if too many wait already. */
  boolean run(Supplier<Outcome> step) {
    place.hold();
    boolean running = false;
    try {
      running = blocking.run(new Running(step));
    } finally {
      if (!running) {
        place.letGo();
      }
    }
    return running;
  }

  /** Made before the step: there may be no memory for it afterwards. */
  private final class Running implements Runnable {
    private final Supplier<Outcome> step;
    private final Runnable handOver = this::handOver;
    private @Nullable Outcome outcome;
    private @Nullable Throwable fault;

    private Running(Supplier<Outcome> step) {
      this.step = step;
    }

    @Override
    public void run() {
      try {
        outcome = step.get();
      } catch (Throwable thrown) {
        fault = thrown;
      }
      boolean handedOver = false;
      try {
        handedOver = host.execute(handOver);
      } finally {
        if (!handedOver) {
          lose();
        }
      }
    }

    private void handOver() {
      try {
        Outcome known = outcome;
        if (known != null) {
          known.next().run();
        } else if (fault != null) {
          onFault.accept(fault);
        }
      } catch (Throwable thrown) {
        onFault.accept(thrown);
      } finally {
        place.letGo();
      }
    }

    private void lose() {
      try {
        Outcome known = outcome;
        if (known != null) {
          known.ifLost().run();
        }
      } finally {
        place.letGo();
      }
    }
  }
}
