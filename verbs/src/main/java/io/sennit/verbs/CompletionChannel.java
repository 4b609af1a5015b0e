// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** Where an event loop sleeps until a completion, a peer's death, or another thread's wake-up. */
public interface CompletionChannel extends AutoCloseable {
  /**
   * Waits for an event; only the owning loop thread calls it. May return early without an event.
   *
   * @param timeoutNanos at most this long, 0 or less: not at all; resolution is the kernel's, finer
   *     than a millisecond
   * @return whether an event was seen
   */
  boolean await(long timeoutNanos);

  /** Ends the current or the next {@link #await}; from any thread, also after {@link #close()}. */
  void wake();

  @Override
  void close();
}
