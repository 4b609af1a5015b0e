// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

/**
 * A heap that is full for some calls into the devices of a host: they throw what a JVM throws
 * wherever it allocates. Confined to the world's thread.
 */
final class FullHeap {
  private long callsBefore;
  private long callsLeft;
  private long thrown;

  /** From which call on, 1 for the next one, and for how many; 0: none any more. */
  void plan(long first, long times) {
    callsBefore = first - 1;
    callsLeft = times;
  }

  /** One call more. */
  void call() {
    if (callsLeft > 0 && --callsBefore < 0) {
      callsLeft--;
      thrown++;
      throw new NoMemoryError();
    }
  }

  /** How often it was full. */
  long thrown() {
    return thrown;
  }
}
