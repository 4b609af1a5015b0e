// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.BoundedMpscQueue;
import io.sennit.base.Clock;
import io.sennit.base.LastResort;
import io.sennit.verbs.CompletionChannel;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One owner at a time for the sessions of one device: normally the loop's own thread, or a platform
 * thread that blocks for an answer and drives the loop meanwhile ({@link LoopWaiter#await}).
 *
 * <p>{@link #execute}, {@link #offer}, {@link #waiter} and {@link #close} are safe from any thread;
 * {@link #add} and {@link #remove} belong to the owner. How no wake-up is lost: a producer first
 * queues, then looks whether the owner sleeps or nobody owns; an owner first says that it sleeps
 * (or releases the token), then looks at the queue. Both sides are volatile, so one of them sees
 * the other.
 */
public final class EventLoop implements SessionLoop {
  private static final long FULL_QUEUE_PAUSE_NANOS = 50_000;
  /** No sleep is longer, whatever the timers say. */
  private static final long MAX_SLEEP_NANOS = 60_000_000_000L;

  private final String name;
  private final EventLoopConfig config;
  private final Clock clock;
  private final CompletionChannel channel;
  private final BoundedMpscQueue<Runnable> tasks;
  private final DriveToken token = new DriveToken();
  private final LastResort lastResort;
  private final Duty duty;
  private final Thread thread;
  private final AtomicBoolean sleeping = new AtomicBoolean();
  /** The loop thread must take the token as soon as it can. */
  private volatile boolean needed = true;

  private volatile boolean closing;
  private volatile boolean terminated;
  private volatile boolean drivable = true;
  private volatile long lastDriveNanos;

  /**
   * Starts the loop's thread.
   *
   * @param name of the thread
   * @param channel where the loop sleeps; it becomes the loop's and is closed with it
   */
  public EventLoop(String name, EventLoopConfig config, Clock clock, CompletionChannel channel) {
    this.name = name;
    this.config = config;
    this.clock = clock;
    this.channel = channel;
    tasks = new BoundedMpscQueue<>(config.taskQueueCapacity());
    lastResort = new LastResort(name, this::wake);
    duty = new Duty(tasks, (where, bug) -> onBug(bug));
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    lastResort.start(thread);
  }

  @Override
  public boolean mayWait() {
    return !inLoop();
  }

  /** Whether the calling thread owns the loop at this moment. */
  public boolean inLoop() {
    return token.heldBy(Thread.currentThread());
  }

  /**
   * Has the loop run a task, in order for each calling thread. If the queue is full, another thread
   * waits for room (bounded); the owner never waits.
   *
   * @throws RejectedExecutionException if the loop is closed, or its queue stayed full for
   *     {@link EventLoopConfig#taskWaitNanos}
   */
  @Override
  public void execute(Runnable task) {
    if (inLoop()) {
      duty.addOwn(task);
      return;
    }
    long deadlineNanos = clock.nanoTime() + config.taskWaitNanos();
    while (!offer(task)) {
      if (closing) {
        throw new RejectedExecutionException(name + " is closed");
      }
      if (clock.nanoTime() - deadlineNanos >= 0) {
        throw new RejectedExecutionException("the queue of " + name + " has been full for "
            + config.taskWaitNanos() / 1_000_000 + " ms (" + tasks.capacity()
            + " tasks): does a direct handler block?");
      }
      LockSupport.parkNanos(this, FULL_QUEUE_PAUSE_NANOS);
    }
  }

  /** Like {@link #execute}, but never waits: false if the queue is full or the loop is closed. */
  @Override
  public boolean offer(Runnable task) {
    if (closing || !tasks.offer(task)) {
      return false;
    }
    if (terminated) {
      runStragglers();
    } else {
      wake();
    }
    return true;
  }

  @Override
  public LoopWaiter waiter() {
    return new ThreadWaiter(this);
  }

  /** Has an agent polled from now on; owner only. */
  @Override
  public void add(LoopAgent agent) {
    requireOwner();
    duty.add(agent);
    drivable = !duty.runsUserCode();
  }

  /** Forgets an agent; owner only; also during its own poll. */
  @Override
  public void remove(LoopAgent agent) {
    requireOwner();
    duty.remove(agent);
    drivable = !duty.runsUserCode();
  }

  /** The loop's clock. */
  @Override
  public Clock clock() {
    return clock;
  }

  /**
   * Runs what is queued, ends the thread and closes the channel; agents are not polled any more.
   */
  @Override
  public void close() {
    closing = true;
    wake();
    if (Thread.currentThread() == thread || inLoop()) {
      return;
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private void requireOwner() {
    if (!inLoop()) {
      throw new IllegalStateException("only the owner of " + name + " may do this");
    }
  }

  // The loop's own thread.

  private void run() {
    lastResort.live(this::serve);
    lastResort.close();
  }

  private void serve() {
    while (!terminated) {
      boolean away = clock.nanoTime() - lastDriveNanos < config.graceNanos();
      if ((needed || !away) && !mayHandOver() && token.tryAcquire(thread)) {
        own();
      } else {
        LockSupport.parkNanos(this, config.graceNanos());
      }
    }
    channel.close();
  }

  private void own() {
    needed = false;
    try {
      turnAndSleep();
      if (closing) {
        while (duty.runTasks() > 0) {
          Thread.onSpinWait();
        }
        terminated = true;
      } else {
        lastDriveNanos = clock.nanoTime();
      }
    } finally {
      sleeping.set(false);
      release(true);
    }
    runStragglers();
  }

  private void turnAndSleep() {
    long lastWorkNanos = clock.nanoTime();
    while (!closing && !mayHandOver()) {
      long now = clock.nanoTime();
      if (turn(now) > 0) {
        lastWorkNanos = now;
      } else {
        idle(now, lastWorkNanos, Long.MAX_VALUE, null);
      }
    }
  }

  private void onBug(Throwable bug) {
    lastResort.caught(bug);
    if (bug instanceof OutOfMemoryError) {
      lastResort.pause();
    }
  }

  private int turn(long nowNanos) {
    lastResort.turned(nowNanos);
    return duty.turn(nowNanos);
  }

  private boolean mayHandOver() {
    return drivable && !closing && token.hasWaiters();
  }

  /** Tasks that came while the loop ended are run by whoever brought them. */
  private void runStragglers() {
    Thread me = Thread.currentThread();
    while (terminated && !tasks.isEmpty() && token.tryAcquire(me)) {
      duty.runTasks();
      token.release();
    }
  }

  // Drivers.

  /**
   * Drives the loop, or waits for a turn at it, until the waiter is signalled, the thread is
   * interrupted, the deadline passes, or {@link EventLoopConfig#driveNanos} are over.
   */
  void drive(ThreadWaiter waiter, long deadlineNanos) {
    long endNanos = Math.min(deadlineNanos, clock.nanoTime() + config.driveNanos());
    boolean handed = false;
    while (wantsToDrive(waiter, endNanos)) {
      if (token.tryAcquire(Thread.currentThread())) {
        handed = false;
        if (!ownAsDriver(waiter, endNanos)) {
          return;
        }
      } else {
        handed |= waitForToken(waiter, endNanos);
      }
    }
    if (handed) {
      passOn(true);
    }
  }

  private boolean wantsToDrive(ThreadWaiter waiter, long endNanos) {
    return !waiter.isSignalled()
        && drivable
        && !closing
        && !Thread.currentThread().isInterrupted()
        && untilNanos(endNanos) > 0;
  }

  /** False if the loop threw: that is not the caller's, who parks while the loop's thread runs. */
  private boolean ownAsDriver(ThreadWaiter waiter, long endNanos) {
    needed = false;
    boolean sound = false;
    long lastWorkNanos = clock.nanoTime();
    try {
      while (wantsToDrive(waiter, endNanos)) {
        long now = clock.nanoTime();
        if (turn(now) > 0) {
          lastWorkNanos = now;
        } else {
          idle(now, lastWorkNanos, endNanos, waiter);
        }
      }
      sound = true;
      lastDriveNanos = clock.nanoTime();
    } catch (Throwable thrown) {
      sleeping.set(false);
      lastResort.caught(thrown);
    } finally {
      release(!sound || !waiter.isSignalled());
    }
    return sound;
  }

  /** Returns whether the token was handed to this waiter, which then must take it or pass it on. */
  private boolean waitForToken(ThreadWaiter waiter, long endNanos) {
    token.join(waiter);
    if (token.heldBy(thread)) {
      wakeSleeper();
    }
    if (!token.isFree() && !waiter.isSignalled()) {
      LockSupport.parkNanos(this, Math.max(1, untilNanos(endNanos)));
    }
    return !token.leave(waiter);
  }

  private void release(boolean attention) {
    boolean busy = attention || duty.hasTasks() || !duty.quiet();
    token.release();
    passOn(busy);
  }

  /** Finds somebody to run the loop; the caller has just released the token or declined it. */
  private void passOn(boolean busy) {
    if (!token.isFree() || (drivable && token.handOver())) {
      return;
    }
    if (busy || closing || !tasks.isEmpty()) {
      needed = true;
      LockSupport.unpark(thread);
    }
  }

  // Sleeping and waking.

  private void idle(
      long nowNanos, long lastWorkNanos, long endNanos, @Nullable ThreadWaiter waiter) {
    if (nowNanos - lastWorkNanos < config.spinNanos()) {
      Thread.onSpinWait();
      return;
    }
    sleeping.set(true);
    boolean wanted = waiter == null ? mayHandOver() : waiter.isSignalled();
    if (!wanted && !closing && !duty.hasTasks() && duty.arm()) {
      long left = untilNanos(Math.min(endNanos, duty.nextTimerNanos()));
      if (left > 0) {
        channel.await(Math.min(left, MAX_SLEEP_NANOS));
      }
    }
    sleeping.set(false);
  }

  /** Makes sure that somebody sees a task that was just queued. */
  private void wake() {
    wakeSleeper();
    if (token.isFree()) {
      needed = true;
      LockSupport.unpark(thread);
    }
  }

  private void wakeSleeper() {
    if (sleeping.get() && sleeping.compareAndSet(true, false)) {
      channel.wake();
    }
  }

  /** Wakes a driver that may sleep in the channel. */
  void wakeDriver(Thread driver) {
    if (token.heldBy(driver)) {
      wakeSleeper();
    }
  }

  /** Nanoseconds left, {@code Long.MAX_VALUE} if there is no deadline. */
  long untilNanos(long deadlineNanos) {
    return deadlineNanos == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNanos - clock.nanoTime();
  }
}
