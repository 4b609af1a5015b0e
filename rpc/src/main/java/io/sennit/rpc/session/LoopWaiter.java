// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * A wait for one event that a loop will bring, such as the answer of a call. {@link #signal()} is
 * safe wherever the loop's tasks are and may come before {@link #await}; one thread awaits, once or
 * several times. Made by {@link SessionLoop#waiter()}.
 */
public sealed interface LoopWaiter permits ThreadWaiter, SteppedWaiter {
  /** Ends the wait, now or when it begins; further signals do nothing. */
  void signal();

  /** Whether {@link #signal()} was called. */
  boolean isSignalled();

  /**
   * Waits for {@link #signal()}.
   *
   * @param deadlineNanos absolute on the loop's clock; {@code Long.MAX_VALUE}: no deadline
   * @return false if the deadline passed first
   * @throws InterruptedException if the thread was interrupted before or during the wait; an
   *     interruption of a thread that drives is seen within {@link EventLoopConfig#driveNanos}
   * @throws IllegalStateException where it would wait for itself: inside a callback of the loop
   */
  boolean await(long deadlineNanos) throws InterruptedException;
}
