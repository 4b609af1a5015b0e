// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

/** Told how a run goes on, often; must be quick. */
interface Watcher {
  /** Nobody looks. */
  Watcher NONE = (_, _, _, _, _) -> {};

  /**
   * Some of a phase is done.
   *
   * @param done of {@code total}; equal to it exactly once, at the end of the phase
   * @param elapsedNanos spent in the phase so far
   */
  void progress(DemoRun run, Phase phase, long done, long total, long elapsedNanos);

  /** The parts of a run, in order. */
  enum Phase {
    CALLS,
    PUT,
    GET
  }
}
