// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.host;

/** Something that a host's loop runs; called by it only, one call at a time. */
public interface Agent {
  /**
   * Does what can be done now.
   *
   * @param nowNanos virtual time
   * @return how much was done; 0 lets the loop go idle
   */
  int poll(long nowNanos);

  /** When it must be polled at the latest; {@code Long.MAX_VALUE}: never. */
  long nextTimerNanos();

  /** Prepares to sleep until a packet comes; false: poll again first. */
  boolean arm();
}
