// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.Map;

/**
 * Flow control of a session as one side sees it, for checks that compare both sides. All numbers
 * count from the start of the session or call.
 *
 * @param session of all calls together; messages are not limited there
 * @param calls of each open call, by its id
 */
public record FlowControl(Windows session, Map<Long, Windows> calls) {
  /** Both directions. */
  public record Windows(Window sending, Window receiving) {}

  /**
   * One direction: what the sender has used and may use, or what the receiver has received and has
   * allowed.
   */
  public record Window(long bytes, long limitBytes, long messages, long limitMessages) {}

  static Windows windows(SendWindow sending, ReceiveWindow receiving) {
    return new Windows(sending.state(), receiving.state());
  }
}
