// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Task;
import io.sennit.simulator.host.Agent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event loop for one agent, without an engine: it turns when it is woken or a timer is due. */
final class AgentLoop {
  private static final int MOST_ROUNDS = 8;

  private final Scheduler scheduler;
  private final long turnNanos;
  private final Task turn = this::turn;
  private @Nullable Agent agent;
  private long wakeNanos = Scheduler.NEVER;
  private long wakes;

  /** @param turnNanos from a wake-up to the turn, and from one turn to the next */
  AgentLoop(Scheduler scheduler, long turnNanos) {
    this.scheduler = scheduler;
    this.turnNanos = turnNanos;
  }

  void run(Agent newAgent) {
    agent = newAgent;
    wake();
  }

  void wake() {
    wakeAt(scheduler.nanoTime() + turnNanos);
  }

  private void wakeAt(long timeNanos) {
    if (timeNanos < wakeNanos) {
      wakeNanos = timeNanos;
      scheduler.at(timeNanos, turn, ++wakes);
    }
  }

  private void turn(long wakeNumber) {
    if (wakeNumber != wakes) {
      return;
    }
    wakeNanos = Scheduler.NEVER;
    Agent running = Objects.requireNonNull(agent, "a loop without an agent");
    long nowNanos = scheduler.nanoTime();
    int rounds = 0;
    while (running.poll(nowNanos) > 0 && rounds < MOST_ROUNDS) {
      rounds++;
    }
    if (rounds == MOST_ROUNDS || !running.arm()) {
      wake();
    } else if (running.nextTimerNanos() != Scheduler.NEVER) {
      wakeAt(Math.max(running.nextTimerNanos(), nowNanos + 1));
    }
  }
}
