// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * A reliable connection: requests posted to it execute in order, each exactly once as long as the
 * connection lives, and complete in order.
 *
 * <p>Life: INIT, {@link #connect} to READY_TO_SEND (or first {@link #prepareToReceive} and then
 * {@link #readyToSend}), {@link #toError} (or a failure) to ERROR, poll until every posted request
 * has completed, {@link #destroy} to DESTROYED.
 */
public interface QueuePair {
  /** 24 bits, unpredictable, unique on this device among live queue pairs. */
  int number();

  QueuePairState state();

  /** What the peer needs to {@link #connect} to this one; opaque bytes, at most 64. */
  byte[] address();

  /**
   * Knows the peer's queue pair and serves its requests from now on, in READY_TO_RECEIVE; nothing
   * can be posted before {@link #readyToSend}. For a side that hears later than the other that both
   * are there.
   *
   * @param remoteAddress the peer's {@link #address()}, untrusted
   * @throws IllegalArgumentException if the address is malformed
   * @throws IllegalStateException if not in INIT
   */
  void prepareToReceive(byte[] remoteAddress);

  /**
   * Enters READY_TO_SEND; after {@link #drain} what was posted meanwhile begins.
   *
   * @throws IllegalStateException if neither in READY_TO_RECEIVE nor in SEND_QUEUE_DRAIN
   */
  void readyToSend();

  /**
   * Lets nothing begin that has not begun ({@link Feature#DRAIN}), in SEND_QUEUE_DRAIN, until
   * {@link #readyToSend}. What is posted meanwhile waits; what the peer asks for is served.
   *
   * @throws IllegalStateException if not in READY_TO_SEND
   * @throws UnsupportedOperationException if the feature is not announced
   */
  default void drain() {
    throw new UnsupportedOperationException("this provider does not drain send queues");
  }

  /** Whether it is in SEND_QUEUE_DRAIN, and all that had begun is over. */
  default boolean isDrained() {
    return false;
  }

  /**
   * Connects to the peer's queue pair in both directions at once; inbound requests are accepted
   * from now on.
   *
   * @param remoteAddress the peer's {@link #address()}, untrusted
   * @throws IllegalArgumentException if the address is malformed
   * @throws IllegalStateException if not in INIT
   */
  default void connect(byte[] remoteAddress) {
    prepareToReceive(remoteAddress);
    readyToSend();
  }

  /**
   * Posts a work request. In ERROR it is accepted and flushed.
   *
   * @return POSTED (one completion follows, see {@link WorkRequest#unsignalled} for the exception),
   *     QUEUE_FULL, NOT_READY or INVALID
   */
  PostStatus post(WorkRequest request);

  /**
   * Work requests posted and not yet polled as completions; of unsignalled ones those that no
   * polled completion of a later one proves to be over.
   */
  int outstanding();

  /**
   * How long the fabric takes to answer, for a provider that measures it.
   *
   * @return a smoothed time in nanoseconds without the peer's own delay where that can be told
   *     apart; 0 if not measured, or not yet
   */
  default long roundTripNanos() {
    return 0;
  }

  /**
   * What the peer has lately acknowledged, for a provider that measures it.
   *
   * @return payload bytes per second over about the last round trips that had something to carry,
   *     so not a limit where little was posted; 0 if not measured, or not yet
   */
  default long deliveryRateBytesPerSecond() {
    return 0;
  }

  /**
   * What the peer has acknowledged of SENDs and WRITEs, and what has come of READs, for a provider
   * that counts it: while it grows the fabric carries something, though no request is over yet.
   *
   * @return bytes since the queue pair was made, of which only that they grow means anything; 0 if
   *     not counted
   */
  default long answeredBytes() {
    return 0;
  }

  /**
   * The payload of its longest packets, as both sides have agreed on for its whole life.
   *
   * @return bytes; 0 if it is not connected, or the provider has no packets
   */
  default int mtuBytes() {
    return 0;
  }

  /**
   * The longest payload that its path is known to carry now, both ways, for a provider that looks:
   * less than {@link #mtuBytes} means that its long packets are lost, more that a queue pair which
   * is made now may have longer ones.
   *
   * @return bytes; 0 as long as it is not known
   */
  default int pathMtuBytes() {
    return mtuBytes();
  }

  /**
   * Enters ERROR: requests not yet done complete as WORK_REQUEST_FLUSHED, inbound requests that
   * have not begun are refused. Not a fence: what has begun may still touch memory.
   */
  void toError();

  /**
   * Destroys the queue pair; enters ERROR first if need be. Completions not yet polled stay
   * pollable.
   *
   * @return true if from now on no inbound request can touch memory through it: this is the fence;
   *     false if the peer may be in the middle of one: try again later, the state stays ERROR
   */
  boolean destroy();
}
