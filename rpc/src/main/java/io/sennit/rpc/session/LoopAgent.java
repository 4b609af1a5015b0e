// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/**
 * Something an {@link EventLoop} runs: a session, the engine in it. Every method is called by the
 * loop's current owner (its thread, or a caller that drives it), one at a time; none may block.
 */
public interface LoopAgent {
  /**
   * Does what can be done now.
   *
   * @param nowNanos the loop's clock
   * @return how much was done; 0 lets the loop go idle
   */
  int poll(long nowNanos);

  /**
   * When {@link #poll} must run again without any event; absolute, {@code Long.MAX_VALUE}: never.
   */
  long nextTimerNanos();

  /**
   * Prepares to sleep: true if an event will wake the loop, false if there is something to poll.
   */
  boolean arm();

  /**
   * Whether nothing but unsolicited events is to be expected. If all agents of a loop are quiet, a
   * leaving driver need not wake the loop thread at once.
   */
  default boolean quiet() {
    return false;
  }

  /** Whether user code runs inside {@link #poll}; a loop with such an agent is never driven. */
  default boolean runsUserCode() {
    return false;
  }

  /**
   * Told when {@link #poll} threw, which is a bug; the loop has logged it and goes on polling. An
   * agent of a session fails the session here.
   */
  default void crashed(Throwable cause) {}
}
