// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import java.util.concurrent.RejectedExecutionException;

/**
 * Where sessions live: one owner at a time runs tasks and polls agents. An {@link EventLoop} has a
 * thread for that, a {@link SteppedLoop} is turned by whoever made it.
 *
 * <p>{@link #add} and {@link #remove} belong to the owner; who may call the rest, each loop says.
 */
public sealed interface SessionLoop extends AutoCloseable permits EventLoop, SteppedLoop {
  /**
   * Has the loop run a task, in order for each caller.
   *
   * @throws RejectedExecutionException if the loop is closed, or there is no room
   */
  void execute(Runnable task);

  /** Like {@link #execute}, but false if the queue is full or the loop is closed. */
  boolean offer(Runnable task);

  /** Has an agent polled from now on; owner only. */
  void add(LoopAgent agent);

  /** Forgets an agent; owner only; also during its own poll. */
  void remove(LoopAgent agent);

  /** A new wait for an event of this loop. */
  LoopWaiter waiter();

  /** Whether the caller may wait for it here: not in what the loop itself runs. */
  boolean mayWait();

  /** The loop's clock. */
  Clock clock();

  /** Ends the loop; agents are not polled any more. */
  @Override
  void close();
}
