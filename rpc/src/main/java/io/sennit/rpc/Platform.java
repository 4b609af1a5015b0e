// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopGroup;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * What clients and servers run on: their devices, threads and time. That is this process, unless
 * they are put onto something else, such as a host of a simulated fabric. Applications choose one
 * and do not make one. Safe from any thread, unless it says otherwise.
 */
public interface Platform {
  /** The devices, threads and time of this process; shared by all, closed by nobody. */
  static Platform process() {
    return ProcessPlatform.INSTANCE;
  }

  /** What carries its sessions. */
  @SuppressWarnings("exports") // Seen by rooms of the house only: nobody else makes platforms.
  LoopGroup loops();

  /** Runs handlers and completes futures, where no other executor is set. */
  Executor executor();

  /**
   * Runs tasks at moments of its time, where that is virtual; empty where it is real, and the
   * timers of the JVM do. It is the platform's: nobody shuts it down.
   */
  default Optional<ScheduledExecutorService> timers() {
    return Optional.empty();
  }
}
