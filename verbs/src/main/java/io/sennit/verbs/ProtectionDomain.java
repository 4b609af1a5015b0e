// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

import java.util.Optional;
import java.util.Set;

/**
 * All memory and queue pairs that one peer can reach. Made by a rendezvous ({@link Invitation},
 * {@link Device#accept}).
 *
 * <p>Owned by one thread like everything in it, except {@link #allocate}, which is safe from any
 * thread.
 */
public interface ProtectionDomain {
  Capabilities capabilities();

  /**
   * Allocates and registers zeroed memory, page-aligned.
   *
   * @param bytes 1 to what {@link DomainConfig#memoryBytes} leaves
   * @throws OutOfRegisteredMemoryException with a sentence that says which limit was hit and how to
   *     raise it; never a crash later on first touch
   */
  MemoryRegion allocate(long bytes, Set<Access> access);

  /**
   * Allocates a window that is not bound ({@link Feature#MEMORY_WINDOWS}).
   *
   * @throws UnsupportedOperationException if the feature is not announced
   * @throws IllegalStateException if there are as many as there may be, or the domain is closed
   */
  default MemoryWindow allocateWindow() {
    throw new UnsupportedOperationException("this provider has no memory windows");
  }

  CompletionQueue createCompletionQueue(int depth);

  SharedReceiveQueue createSharedReceiveQueue(int depth);

  /**
   * Creates a queue pair in INIT.
   *
   * @throws IllegalArgumentException if a bound of {@link Capabilities} is not kept
   */
  QueuePair createQueuePair(QueuePairConfig config);

  /**
   * Takes the oldest event of the domain's queue pairs ({@link Feature#EVENTS}); one that comes
   * ends {@link CompletionChannel#await}. So many are kept that a caller who looks after every
   * await misses none; who never looks has no cost but memory within a bound.
   *
   * @return empty if there is none
   * @throws UnsupportedOperationException if the feature is not announced
   */
  default Optional<AsyncEvent> takeEvent() {
    throw new UnsupportedOperationException("this provider has no events");
  }

  /** Whether the peer's process has been proved dead; once true, true for ever. */
  boolean peerGone();

  /**
   * Destroys what is left and gives all memory back: segments throw on access from now on.
   *
   * @return false if some queue pair could not be destroyed yet (see {@link QueuePair#destroy()});
   *     the memory stays mapped and the caller tries again later
   */
  boolean close();
}
