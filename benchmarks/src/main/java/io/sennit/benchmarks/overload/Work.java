// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.overload;

import io.sennit.base.Clock;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** What a call takes of a server, and whose threads do it. */
enum Work {
  /** 4 ms of the only thread of an executor with a queue, which waits by a timer. */
  HELD("a thread held"),
  /** Work that takes the processor 4 ms, on the only thread of such an executor. */
  ONE_THREAD("one thread"),
  /** Work that takes the processor 4 ms, on whatever runs handlers unless somebody says. */
  DEFAULT_THREADS("default threads");

  /** Of a thread, for each call. */
  static final long NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** Until the deadline of a call. */
  static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Calls that a server of one processor, or one thread, can answer in a second. */
  static final double CAPACITY = 1e9 / NANOS;

  private final String title;

  Work(String title) {
    this.title = title;
  }

  /** In names of cases. */
  String title() {
    return title;
  }

  /** A new one, which whoever asks shuts down; empty: the server's own. */
  Optional<ExecutorService> newExecutor() {
    return this == DEFAULT_THREADS
        ? Optional.empty()
        : Optional.of(Executors.newSingleThreadExecutor());
  }

  /** What a handler does. */
  Burn burn(Clock clock) {
    return this == HELD ? Burn.time(clock, NANOS) : Burn.work(clock, NANOS);
  }
}
