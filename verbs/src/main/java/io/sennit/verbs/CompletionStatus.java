// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * How a work request ended, after IBTA's completion statuses.
 *
 * <p>An error never means "not executed": the acknowledgement may have been lost. Only
 * {@link #isPathFailure()} statuses may be answered by trying another path; the others are bugs or
 * hostile peers.
 *
 * <p>Of IBTA's statuses some cannot occur here and have no name: an inbound WRITE with immediate
 * does not touch its receive's memory (local access), and there are neither end-to-end contexts nor
 * reliable datagrams.
 */
public enum CompletionStatus {
  SUCCESS,
  /** A SEND was longer than the receive it met (reported on the receiving side). */
  LOCAL_LENGTH_ERROR,
  /** The local range is outside its region, or the region does not allow the access. */
  LOCAL_PROTECTION_ERROR,
  /**
   * An inconsistency inside the local queue pair, such as a completion queue overflow, or a
   * LOCAL_INVALIDATE of a key that is no window's which is bound through it.
   */
  LOCAL_QUEUE_PAIR_ERROR,
  /** A window could not be bound: it is bound already, or the region does not allow that. */
  MEMORY_WINDOW_BIND_ERROR,
  /** The queue pair was in, or entered, the ERROR state before the request was done. */
  WORK_REQUEST_FLUSHED,
  /** The peer could not accept the request as formed (for a SEND: its receive was too short). */
  REMOTE_INVALID_REQUEST,
  /** Key, range or access right refused by the peer. */
  REMOTE_ACCESS_ERROR,
  /** The peer failed while executing the request. */
  REMOTE_OPERATION_ERROR,
  /** The peer's half did not answer, or is not there any more. */
  RETRY_EXCEEDED,
  /** The peer had no receive posted for longer than the queue pair was willing to wait. */
  RECEIVER_NOT_READY_EXCEEDED,
  /** The peer's answer cannot be one to the request: its kind, its place or its length. */
  BAD_RESPONSE;

  /** What it means to a person, and its name: for logs and reasons. */
  public String words() {
    return switch (this) {
          case SUCCESS -> "done";
          case LOCAL_LENGTH_ERROR -> "a message was longer than the receive it met";
          case LOCAL_PROTECTION_ERROR -> "local memory was used beyond its range or rights";
          case LOCAL_QUEUE_PAIR_ERROR -> "the local queue pair is in disorder";
          case MEMORY_WINDOW_BIND_ERROR -> "a memory window could not be bound";
          case WORK_REQUEST_FLUSHED -> "the queue pair ended before it was done";
          case REMOTE_INVALID_REQUEST -> "the peer found the request invalid";
          case REMOTE_ACCESS_ERROR -> "the peer refused access";
          case REMOTE_OPERATION_ERROR -> "the peer failed to do it";
          case RETRY_EXCEEDED -> "the peer did not answer, or has ended its side";
          case RECEIVER_NOT_READY_EXCEEDED -> "the peer had no receive ready for too long";
          case BAD_RESPONSE -> "the peer's answer cannot be one to the request";
        }
        + " (" + name() + ")";
  }

  /** Whether the cause may lie in the path, so that a copy on another strand may succeed. */
  public boolean isPathFailure() {
    return this == RETRY_EXCEEDED || this == WORK_REQUEST_FLUSHED;
  }

  /**
   * Whether a packet of the peer's led to it, or one that somebody on the way has made, where
   * packets are not authenticated.
   */
  public boolean isPeersWord() {
    return switch (this) {
      case REMOTE_INVALID_REQUEST,
          REMOTE_ACCESS_ERROR,
          REMOTE_OPERATION_ERROR,
          RECEIVER_NOT_READY_EXCEEDED,
          BAD_RESPONSE -> true;
      default -> false;
    };
  }
}
