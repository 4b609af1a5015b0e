// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * Something that happened to a queue pair and that no work completion tells
 * ({@link ProtectionDomain#takeEvent}); after IBTA's affiliated asynchronous events.
 *
 * @param kind what
 * @param queuePairNumber to which, of this side
 */
public record AsyncEvent(Kind kind, int queuePairNumber) {
  /** What may happen. */
  public enum Kind {
    /** It was drained, and all that had begun is over ({@link QueuePair#drain}). */
    SEND_QUEUE_DRAINED,
    /** A request of the peer's made no sense and was refused: the queue pair is in ERROR. */
    QUEUE_PAIR_REQUEST_ERROR,
    /** A request of the peer's had no right to what it asked for: the queue pair is in ERROR. */
    QUEUE_PAIR_ACCESS_ERROR,
    /** A completion queue of it overflowed: the queue pair is in ERROR. */
    QUEUE_PAIR_FATAL,
    /** It is in ERROR and will consume no further receive of its shared queue. */
    LAST_RECEIVE_REACHED
  }
}
