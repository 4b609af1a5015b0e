// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.BoundedMpscQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What one turn of a loop does: tasks, then agents. Used only by the loop's current owner. Whatever
 * they throw is caught: a loop carries many sessions, and one bug must not end them all.
 */
final class Duty {
  private static final int TASKS_PER_TURN = 256;

  private final BoundedMpscQueue<Runnable> tasks;
  private final BiConsumer<Object, Throwable> bugs;
  private final ArrayDeque<Runnable> ownTasks = new ArrayDeque<>();
  private LoopAgent[] agents = {};
  private boolean userCode;
  private long turnNanos;

  /** @param bugs hears what agents and tasks have thrown */
  Duty(BoundedMpscQueue<Runnable> tasks, BiConsumer<Object, Throwable> bugs) {
    this.tasks = tasks;
    this.bugs = bugs;
  }

  void add(LoopAgent agent) {
    List<LoopAgent> more = new ArrayList<>(List.of(agents));
    more.add(agent);
    replace(more);
  }

  void remove(LoopAgent agent) {
    List<LoopAgent> fewer = new ArrayList<>(List.of(agents));
    fewer.remove(agent);
    replace(fewer);
  }

  /** A new array, so that a turn in progress goes on over the old one. */
  private void replace(List<LoopAgent> newAgents) {
    agents = newAgents.toArray(LoopAgent[]::new);
    userCode = newAgents.stream().anyMatch(LoopAgent::runsUserCode);
  }

  boolean runsUserCode() {
    return userCode;
  }

  /** A task of the owner itself, which must not wait for room in the shared queue. */
  void addOwn(Runnable task) {
    if (ownTasks.size() >= tasks.capacity()) {
      throw new IllegalStateException(
          "more than " + tasks.capacity() + " tasks of the loop itself");
    }
    ownTasks.add(task);
  }

  int turn(long nowNanos) {
    turnNanos = nowNanos;
    int work = runTasks();
    for (LoopAgent agent : agents) {
      work += poll(agent, nowNanos);
    }
    return work;
  }

  int runTasks() {
    int done = 0;
    // Only those that were there at the start: a task that adds itself again must not hold the
    // turn.
    for (int own = ownTasks.size(); own > 0; own--) {
      run(ownTasks.remove());
      done++;
    }
    for (int i = 0; i < TASKS_PER_TURN; i++) {
      Runnable task = tasks.poll();
      if (task == null) {
        break;
      }
      run(task);
      done++;
    }
    return done;
  }

  boolean hasTasks() {
    return !ownTasks.isEmpty() || !tasks.isEmpty();
  }

  long nextTimerNanos() {
    long next = Long.MAX_VALUE;
    for (LoopAgent agent : agents) {
      next = Math.min(next, nextTimerNanos(agent));
    }
    return next;
  }

  /** At once, if the agent does not know: its poll ends it. */
  private long nextTimerNanos(LoopAgent agent) {
    try {
      return agent.nextTimerNanos();
    } catch (Throwable e) {
      crash(agent, e);
      return turnNanos;
    }
  }

  boolean arm() {
    for (LoopAgent agent : agents) {
      if (!arm(agent)) {
        return false;
      }
    }
    return true;
  }

  private boolean arm(LoopAgent agent) {
    try {
      return agent.arm();
    } catch (Throwable e) {
      crash(agent, e);
      return false;
    }
  }

  boolean quiet() {
    for (LoopAgent agent : agents) {
      if (!quiet(agent)) {
        return false;
      }
    }
    return true;
  }

  private boolean quiet(LoopAgent agent) {
    try {
      return agent.quiet();
    } catch (Throwable e) {
      crash(agent, e);
      return false;
    }
  }

  private int poll(LoopAgent agent, long nowNanos) {
    try {
      return agent.poll(nowNanos);
    } catch (Throwable e) {
      crash(agent, e);
      return 1;
    }
  }

  /** May meet an OutOfMemoryError: allocates nothing. */
  private void crash(LoopAgent agent, Throwable cause) {
    bugs.accept(agent, cause);
    try {
      agent.crashed(cause);
    } catch (Throwable again) {
      bugs.accept(agent, again);
    }
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      bugs.accept("a task of the event loop", e);
    }
  }
}
