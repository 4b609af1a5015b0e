// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.admission;

/** The calls of one method, or of those that are not told apart. For one thread. */
final class MethodLoad {
  private static final int RISE_SHIFT = 3;

  private final int limit;
  private int open;
  private long serviceNanos;

  MethodLoad(int limit) {
    this.limit = limit;
  }

  boolean isFull() {
    return open >= limit;
  }

  int open() {
    return open;
  }

  int limit() {
    return limit;
  }

  void opened() {
    open++;
  }

  void closed() {
    open--;
  }

  /** A call with one message each way has been answered. */
  void served(long nanos) {
    serviceNanos = serviceNanos == 0 || nanos < serviceNanos
        ? nanos
        : serviceNanos + ((nanos - serviceNanos) >> RISE_SHIFT);
  }

  /** A call has ended before it was answered, and would have taken longer than this. */
  void tookMoreThan(long nanos) {
    if (nanos > serviceNanos) {
      serviceNanos += (nanos - serviceNanos) >> 2;
    }
  }

  /** A call was given up because of the figure, which must not stand for ever unproved. */
  void doubted() {
    serviceNanos -= serviceNanos >> 6;
  }

  /** What quick calls take to run; 0 if none was seen. */
  long serviceNanos() {
    return serviceNanos;
  }
}
