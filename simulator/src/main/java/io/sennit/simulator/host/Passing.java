// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

import java.util.function.BooleanSupplier;

/** Who lets virtual time pass while a caller waits in it. Confined to the world's thread. */
public interface Passing {
  /** Whoever waits is wrong. */
  Passing NOBODY = new Passing() {
    @Override
    public boolean mayPass() {
      return false;
    }

    @Override
    public void pass(BooleanSupplier until, long deadlineNanos) {
      throw new IllegalStateException("nobody waits in virtual time");
    }
  };

  /** Whether it can be done here: not in a task of the world. */
  boolean mayPass();

  /**
   * Runs the world until something is so, or it is that late.
   *
   * @param deadlineNanos virtual; {@code Long.MAX_VALUE}: none that the caller knows
   * @throws IllegalStateException if it cannot be done here, or nothing will come of it
   */
  void pass(BooleanSupplier until, long deadlineNanos);
}
