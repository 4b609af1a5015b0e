// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * States of a reliable-connected queue pair, after IBTA. There is no RESET, since a number is never
 * used again: make a new queue pair; and no send-queue error, which a reliable connection cannot
 * enter (it is UC's and UD's).
 */
public enum QueuePairState {
  /** Created, not connected; nothing can be posted, inbound requests are not answered. */
  INIT,
  /** The peer's requests are served; nothing can be posted yet. */
  READY_TO_RECEIVE,
  /** Connected in both directions. */
  READY_TO_SEND,
  /** As READY_TO_SEND, but what is posted waits; what has begun goes on to its end. */
  SEND_QUEUE_DRAIN,
  /** Everything posted is flushed; inbound requests are refused from now on. */
  ERROR,
  /** Gone: no inbound request can touch memory through it any more. */
  DESTROYED
}
