// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** A wait for a loop without a thread: whoever has the loop turn lets its time pass. */
final class SteppedWaiter implements LoopWaiter {
  private final SteppedLoop.Turner turner;
  private boolean signalled;

  SteppedWaiter(SteppedLoop.Turner turner) {
    this.turner = turner;
  }

  @Override
  public void signal() {
    signalled = true;
  }

  @Override
  public boolean isSignalled() {
    return signalled;
  }

  @Override
  public boolean await(long deadlineNanos) {
    turner.pass(this::isSignalled, deadlineNanos);
    return signalled;
  }
}
