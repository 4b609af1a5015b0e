// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.Body;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;

/**
 * One side of one call. Safe from any thread; calls after the end do nothing but close the bodies
 * that they are given.
 *
 * <p>Nothing blocks and nothing is refused for lack of room: what cannot be sent yet waits, up to
 * {@link StreamConfig#maxQueuedBytes()} for each stream, beyond which the stream ends
 * RESOURCE_EXHAUSTED. Respect {@link #isReady()}.
 */
public interface RpcStream {
  /**
   * Server: sends headers, at most once and before messages; left out, they are empty.
   *
   * @throws IllegalStateException on the client's side, whose metadata goes with {@link OpenCall}
   */
  void sendHeaders(Metadata metadata);

  /**
   * Sends a message. Ownership of the body passes: the stream closes it when no one, the peer
   * included, can touch it any more. Up to the eager limit the bytes are copied once; a longer body
   * stays where it is if its memory belongs to this session, else it is copied there once.
   */
  void sendMessage(Body message);

  /** Client: no more messages. */
  void halfClose();

  /**
   * Server: ends the call after everything sent so far. The peer's memory is given back.
   *
   * @throws IllegalStateException on the client's side
   */
  void end(StatusCode code, String description, Metadata trailers);

  /**
   * Server: ends the call and proves to the client that no handler saw it, which must be so:
   * nothing has been sent, and whoever accepted the call gives it up.
   *
   * @param code not OK
   * @throws IllegalStateException on the client's side
   */
  void decline(StatusCode code, String description);

  /**
   * Ends the call at once: queued messages are dropped, the listener hears
   * {@link StreamListener#onClosed} with this code. The client's code does not travel; a server's
   * cancel reaches the client as a bare CANCELLED.
   */
  void cancel(StatusCode code, String description);

  /** Asks for this many more messages; positive. They come whatever other streams hold. */
  void request(int messages);

  /**
   * Takes this many more messages before the application wants them; positive. Long ones come only
   * while the session has memory to spare: whoever begins to wait for one says {@link #want}.
   */
  default void requestAhead(int messages) {
    request(messages);
  }

  /**
   * The application waits: the next message of those that were requested comes whatever other
   * streams hold. Saying it again before the message has come changes nothing.
   */
  default void want() {}

  /** Whether a message sent now would not wait longer than usual. */
  boolean isReady();

  /**
   * Bounds the messages this side accepts; longer ones end the call RESOURCE_EXHAUSTED before a
   * byte of them is fetched. Server: call it in {@link StreamAcceptor#accept}.
   */
  void maxInboundMessage(MessageLimit limit);

  /**
   * The time by {@link io.sennit.base.Clock#nanoTime()} when the call ends; see
   * {@link #hasDeadline}.
   */
  long deadlineNanos();

  /** Whether {@link #deadlineNanos()} means anything. */
  boolean hasDeadline();

  /** The session that carries this stream. */
  Session session();
}
