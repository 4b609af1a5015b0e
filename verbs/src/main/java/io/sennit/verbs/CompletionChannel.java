// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.Optional;

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

  /**
   * Takes the oldest change of the device's ports; only the owning loop thread calls it. One that
   * comes ends {@link #await}. A port counts as active, with the MTU that it was opened with, until
   * an event says otherwise; of what changes and changes back between two calls nothing is told. It
   * may cost a system call, so it is for after an {@code await}, or now and then, and not for every
   * turn of a loop.
   *
   * @return empty if there is none, as always where ports cannot fail because there is no link
   *     (memory of one host), or after {@link #close()}
   */
  default Optional<PortEvent> takePortEvent() {
    return Optional.empty();
  }

  /** Ends the current or the next {@link #await}; from any thread, also after {@link #close()}. */
  void wake();

  @Override
  void close();
}
