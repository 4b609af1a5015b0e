// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** Nothing to do, for tests to override one thing. */
abstract class IdleAgent implements LoopAgent {
  @Override
  public int poll(long nowNanos) {
    return 0;
  }

  @Override
  public long nextTimerNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean arm() {
    return true;
  }
}
