// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.time.Duration;

/**
 * Bounds and idle strategy of an {@link EventLoop}.
 *
 * @param taskQueueCapacity most tasks of other threads waiting for the loop; default 65,536
 * @param taskWaitNanos longest that a thread waits for room in that queue; default 1 s
 * @param spinNanos how long the loop spins after the last work before it sleeps; default 20 µs,
 *     none on a machine with one processor
 * @param graceNanos how long the loop thread stays away after a driver left a quiet loop; also the
 *     longest delay of an unsolicited event then; default 1 ms
 * @param driveNanos how long a blocked platform thread drives before it only waits; bounds how late
 *     it sees an interruption; default 10 ms
 */
public record EventLoopConfig(
    int taskQueueCapacity, long taskWaitNanos, long spinNanos, long graceNanos, long driveNanos) {
  public EventLoopConfig {
    if (taskQueueCapacity < 1 || spinNanos < 0) {
      throw new IllegalArgumentException(
          "taskQueueCapacity " + taskQueueCapacity + " or spinNanos " + spinNanos);
    }
    if (taskWaitNanos <= 0 || graceNanos <= 0 || driveNanos <= 0) {
      throw new IllegalArgumentException("taskWaitNanos " + taskWaitNanos + ", graceNanos "
          + graceNanos + ", driveNanos " + driveNanos + " must be positive");
    }
  }

  public static EventLoopConfig defaults() {
    boolean alone = Runtime.getRuntime().availableProcessors() == 1;
    return new EventLoopConfig(
        1 << 16,
        Duration.ofSeconds(1).toNanos(),
        alone ? 0 : Duration.ofNanos(20_000).toNanos(),
        Duration.ofMillis(1).toNanos(),
        Duration.ofMillis(10).toNanos());
  }
}
