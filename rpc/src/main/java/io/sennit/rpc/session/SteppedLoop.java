// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.BoundedMpscQueue;
import io.sennit.base.Clock;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/**
 * A loop without a thread: whoever made it has it turn, in a time of its own. What a turn does is
 * what an {@link EventLoop} does in one. Confined to one thread, which is the owner; who waits lets
 * the time of its maker pass.
 */
public final class SteppedLoop implements SessionLoop {
  /** Who has the loop turn. */
  public interface Turner {
    /** There is something to do: the loop is to turn soon. */
    void wake();

    /** Something threw that must not; the loop goes on. */
    void onBug(Object where, Throwable bug);

    /** Whether time may be let pass here: not in what happens in it. */
    boolean mayPass();

    /**
     * Lets time pass until something is so, or it is that late.
     *
     * @param deadlineNanos on the loop's clock; {@code Long.MAX_VALUE}: none, but that the turner
     *     has a bound of its own
     * @throws IllegalStateException if it may not, or nothing will come of it
     */
    void pass(BooleanSupplier until, long deadlineNanos);
  }

  private final Clock clock;
  private final Turner turner;
  private final BoundedMpscQueue<Runnable> tasks;
  private final Duty duty;
  private boolean turning;
  private boolean closed;
  private boolean gone;

  /**
   * Makes one with nothing to do.
   *
   * @param taskCapacity most tasks that wait
   * @param clock of every time that the loop is told
   */
  public SteppedLoop(int taskCapacity, Clock clock, Turner turner) {
    this.clock = clock;
    this.turner = turner;
    tasks = new BoundedMpscQueue<>(taskCapacity);
    duty = new Duty(tasks, turner::onBug);
  }

  @Override
  public void execute(Runnable task) {
    if (turning) {
      duty.addOwn(task);
    } else if (!offer(task)) {
      throw new RejectedExecutionException(
          closed ? "the loop is closed" : "more than " + tasks.capacity() + " tasks wait");
    }
  }

  @Override
  public boolean offer(Runnable task) {
    if (gone) {
      return true;
    }
    boolean taken = !closed && tasks.offer(task);
    if (taken) {
      turner.wake();
    }
    return taken;
  }

  @Override
  public void add(LoopAgent agent) {
    duty.add(agent);
    turner.wake();
  }

  @Override
  public void remove(LoopAgent agent) {
    duty.remove(agent);
  }

  @Override
  public LoopWaiter waiter() {
    return new SteppedWaiter(turner);
  }

  @Override
  public boolean mayWait() {
    return !turning && turner.mayPass();
  }

  @Override
  public Clock clock() {
    return clock;
  }

  /**
   * Runs what is queued, then polls every agent once.
   *
   * @param nowNanos the clock's
   * @return how much was done; 0 if nothing
   */
  public int turn(long nowNanos) {
    turning = true;
    try {
      return duty.turn(nowNanos);
    } finally {
      turning = false;
    }
  }

  /** When it must turn though nothing happens; {@code Long.MAX_VALUE}: never. */
  public long nextTimerNanos() {
    return duty.nextTimerNanos();
  }

  /** Prepares for a sleep until an event; false if it must turn again first. */
  public boolean arm() {
    return !duty.hasTasks() && duty.arm();
  }

  /** Its process was killed: whatever it is given from now on will never happen. */
  public void vanish() {
    gone = true;
  }

  /** Whether it takes nothing any more. */
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
