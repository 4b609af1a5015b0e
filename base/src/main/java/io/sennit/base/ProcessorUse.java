// SPDX-License-Identifier: Apache-2.0
package io.sennit.base;

/** Reads what a process takes of the processors that it may use. Safe from any thread. */
public interface ProcessorUse {
  /**
   * Counters that only grow; what counts are differences between two samples.
   *
   * @param processors that the process may use, at least 1
   * @param usedNanos of processors, that all threads of the process have used
   * @param thread the thread that took the sample, a number of the system's
   * @param ranNanos that this thread has run; 0 if the system does not tell
   * @param waitedNanos that this thread was ready to run, and waited for a processor
   */
  record Sample(int processors, long usedNanos, long thread, long ranNanos, long waitedNanos) {}

  /** Now, on the thread that asks. Costs some tens of microseconds. */
  Sample sample();

  /** Of this process. Where the system does not tell, as {@link #unknown}. */
  static ProcessorUse system() {
    return SystemProcessorUse.INSTANCE;
  }

  /** Shows a process that uses nothing. */
  static ProcessorUse unknown() {
    return () -> new Sample(1, 0, 0, 0, 0);
  }
}
