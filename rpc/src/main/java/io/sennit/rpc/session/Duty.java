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
      next = Math.min(next, agent.nextTimerNanos());
    }
    return next;
  }

  boolean arm() {
    for (LoopAgent agent : agents) {
      if (!agent.arm()) {
        return false;
      }
    }
    return true;
  }

  boolean quiet() {
    for (LoopAgent agent : agents) {
      if (!agent.quiet()) {
        return false;
      }
    }
    return true;
  }

  private int poll(LoopAgent agent, long nowNanos) {
    try {
      return agent.poll(nowNanos);
    } catch (Throwable e) {
      bugs.accept(agent, e);
      agent.crashed(e);
      return 1;
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
