// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

/**
 * Calls whose handlers run at the same time, and when one more would be ready. Where they share
 * processors, each is slowed by all the others, and one that comes now is ready after about as many
 * ends as there are calls. Sans-IO: times are given, and never go back. For one thread.
 *
 * <p>Handlers that began together end together, so that the pause between two ends says little: it
 * is the mean over some time, in which idle moments do not count.
 */
final class Crowd {
  private int size;
  /** Time in which somebody was there, and ends in it; older ones weigh less. */
  private double busyNanos;

  private double ends;
  private long lastNanos;

  /** @param memoryNanos after which what was seen weighs a third */
  void entered(long nowNanos, long memoryNanos) {
    advance(nowNanos, memoryNanos);
    size++;
  }

  void left(long nowNanos, long memoryNanos) {
    advance(nowNanos, memoryNanos);
    size--;
    ends++;
  }

  int size() {
    return size;
  }

  /** How long it would take until so many have ended. */
  long expectedNanos(int calls, long nowNanos, long memoryNanos) {
    advance(nowNanos, memoryNanos);
    return (long) (calls * busyNanos / Math.max(1, ends));
  }

  private void advance(long nowNanos, long memoryNanos) {
    long nanos = size > 0 ? nowNanos - lastNanos : 0;
    double kept = Math.exp(-(double) nanos / memoryNanos);
    busyNanos = busyNanos * kept + memoryNanos * (1 - kept);
    ends *= kept;
    lastNanos = nowNanos;
  }
}
