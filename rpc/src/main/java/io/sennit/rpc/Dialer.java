// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.SessionListener;

/** Makes sessions to one server. Safe from any thread. */
interface Dialer extends AutoCloseable {
  /**
   * Blocks, bounded, until there is a session.
   *
   * @throws RpcException UNAVAILABLE, not executed, with a sentence that says what is wrong
   */
  Link dial(SessionListener listener);

  /** Ends what its sessions ran on; they have terminated, or are given up. */
  @Override
  void close();
}
