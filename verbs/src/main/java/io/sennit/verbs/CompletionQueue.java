// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * Completions of the queue pairs that were created with it, in the order in which each queue pair
 * made them. An overflow is a programming error: the queue pairs go to ERROR with
 * LOCAL_QUEUE_PAIR_ERROR, or, where the device loses completions then, with the event
 * {@link AsyncEvent.Kind#QUEUE_PAIR_FATAL}.
 */
public interface CompletionQueue {
  /**
   * Fills entries from the start of {@code into} without waiting.
   *
   * @return how many were filled, 0 to {@code into.length}
   */
  int poll(WorkCompletion[] into);

  /**
   * Asks for one event on the domain's {@link CompletionChannel} at the next completion.
   *
   * @return true if the queue was empty when armed; false: poll again first, since something came
   *     in between (the classic lost wake-up)
   */
  boolean arm();
}
