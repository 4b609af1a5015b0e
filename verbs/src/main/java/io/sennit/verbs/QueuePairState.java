// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/** States of a reliable-connected queue pair, after IBTA; RTR and RTS are entered together. */
public enum QueuePairState {
  /** Created, not connected; nothing can be posted, inbound requests are not answered. */
  INIT,
  /** Connected in both directions. */
  READY_TO_SEND,
  /** Everything posted is flushed; inbound requests are refused from now on. */
  ERROR,
  /** Gone: no inbound request can touch memory through it any more. */
  DESTROYED
}
