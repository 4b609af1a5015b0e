// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.SessionListener;
import java.util.concurrent.CompletableFuture;

/** Makes sessions to one server. Safe from any thread. */
interface Dialer extends AutoCloseable {
  /**
   * Begins to open a session; never blocks.
   *
   * @return ends in bounded time, on a thread that must not be kept; fails with
   *     {@link RpcException} UNAVAILABLE, not executed, and a sentence that says what is wrong
   */
  CompletableFuture<Link> dial(SessionListener listener);

  /**
   * Waits for a future's end, whatever that is.
   *
   * @return false if the time was over first
   */
  boolean await(CompletableFuture<?> future, long nanos) throws InterruptedException;

  /** Ends what its sessions ran on; they have terminated, or are given up. */
  @Override
  void close();
}
