// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.LastResort;
import java.util.List;
import java.util.function.Consumer;

/**
 * The threads of this process that its sessions cannot live without: one for each event loop, one
 * for sockets, those of rendezvous. For health checks, people and metrics. Safe from any thread.
 */
public final class Threads {
  /** Ends what {@link Threads#watch} began. */
  public interface Watch extends AutoCloseable {
    /** Nothing is told any more, but for what is being told now. */
    @Override
    void close();
  }

  private Threads() {}

  /**
   * Whether every one of them turns: none has been blocked for longer than five seconds, by a
   * handler or callback that runs on it, or has ended. It wakes them to see it; the answer is that
   * of the last time that somebody asked, so ask every few seconds, or {@link #watch}.
   */
  public static boolean areTurning() {
    return reports().stream().allMatch(ThreadReport::turning);
  }

  /** How every one of them is now. */
  public static List<ThreadReport> reports() {
    return LastResort.reports().stream().map(ThreadReport::of).toList();
  }

  /**
   * Looks every second, on a thread of its own, whether all of them turn; the caller closes it.
   *
   * @param listener told at once, and on every change; what it throws is logged, and it is told
   *     again a second later
   */
  public static Watch watch(Consumer<Boolean> listener) {
    return new ThreadWatch(listener);
  }
}
