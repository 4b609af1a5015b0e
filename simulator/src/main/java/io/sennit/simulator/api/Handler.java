// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A piece of application code with a thread. It and whoever runs it hand one turn to and fro: what
 * one has written, the other sees.
 */
final class Handler {
  /** A piece that does not give its turn back in that much real time waits for something real. */
  private static final long MOST_REAL_SECONDS = 10;

  private final Thread thread;
  private final Semaphore turn = new Semaphore(0);
  private final Semaphore back = new Semaphore(0);
  private BooleanSupplier until = () -> true;
  private long deadlineNanos;
  private boolean cancelled;
  private @Nullable Throwable failure;

  Handler(Runnable piece) {
    thread = Thread.ofVirtual().name("sennit-simulated-handler").unstarted(() -> run(piece));
  }

  private void run(Runnable piece) {
    turn.acquireUninterruptibly();
    try {
      piece.run();
    } catch (Throwable thrown) {
      failure = thrown; // Thrown again where the turn was given.
    }
    back.release();
  }

  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** Gives it a turn, and waits until it gives that back. */
  void proceed() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
    turn.release();
    boolean interrupted = false;
    long endNanos = TimeUnit.SECONDS.toNanos(MOST_REAL_SECONDS);
    try {
      if (!back.tryAcquire(endNanos, TimeUnit.NANOSECONDS)) {
        throw stuck();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a handler ran");
    }
    rethrow(failure);
  }

  private IllegalStateException stuck() {
    IllegalStateException stuck = new IllegalStateException("a handler has not ended in "
        + MOST_REAL_SECONDS + " s of real time: does it wait for a thread, or for a future by"
        + " join()? Wait by blocking calls, or by Fabric.await");
    stuck.setStackTrace(thread.getStackTrace());
    return stuck;
  }

  private static void rethrow(@Nullable Throwable thrown) {
    switch (thrown) {
      case null -> {}
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      default -> throw new IllegalStateException(thrown);
    }
  }

  void waitFor(BooleanSupplier newUntil, long newDeadlineNanos) {
    until = newUntil;
    deadlineNanos = newDeadlineNanos;
  }

  boolean mayGoOn(long nowNanos) {
    return nowNanos >= deadlineNanos || until.getAsBoolean();
  }

  /** Its wait fails as soon as it has its turn. */
  void cancel() {
    cancelled = true;
  }

  /** Gives the turn back, until there is another one; by its own thread. */
  void giveUp() {
    back.release();
    turn.acquireUninterruptibly();
    if (cancelled) {
      throw new IllegalStateException("the fabric was closed while a handler waited");
    }
  }
}
