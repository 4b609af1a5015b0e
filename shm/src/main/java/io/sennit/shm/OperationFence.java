// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import java.lang.invoke.VarHandle;

/**
 * The responder's part of the fence over some queue pairs. Made after the state or key that lets
 * operations pass was taken back; passed once every operation that was under way at that moment has
 * ended. Operations never have the same number twice, so a busy peer cannot delay it.
 */
final class OperationFence {
  private final Own own;
  private final int firstSlot;
  private final long[] underWay;

  /** Covers the slots from {@code firstSlot} to {@code endSlot} (exclusive). */
  OperationFence(Own own, int firstSlot, int endSlot) {
    VarHandle.fullFence();
    this.own = own;
    this.firstSlot = firstSlot;
    underWay = new long[endSlot - firstSlot];
    for (int i = 0; i < underWay.length; i++) {
      underWay[i] = operation(i);
    }
  }

  /** Whether no operation that began before the fence can touch anything any more. */
  boolean isPassed() {
    for (int i = 0; i < underWay.length; i++) {
      if (underWay[i] != 0 && operation(i) == underWay[i]) {
        return false;
      }
      underWay[i] = 0;
    }
    return true;
  }

  private long operation(int index) {
    long entry = own.layout().queuePairAt(firstSlot + index);
    return Words.acquireLong(own.file(), entry + Layout.IN_OPERATION);
  }
}
