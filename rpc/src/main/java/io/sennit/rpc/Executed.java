// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

/** What is known, at the end of a call, about whether the server's handler ran. */
public enum Executed {
  /** Proved: no handler saw the call and none ever will. Safe to repeat. */
  NO,
  /** Not known: the call ended before the server's word came. */
  MAYBE,
  /** The server's handler saw the call. */
  YES
}
