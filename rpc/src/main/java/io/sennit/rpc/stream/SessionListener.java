// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.StatusCode;

/** The life of one session, told on its loop thread, in this order; must not block. */
public interface SessionListener {
  /** The peer's settings are known: calls can be opened. */
  void onReady(Session session);

  /**
   * No further calls will be accepted by, or can be opened on, this session. Once.
   *
   * @param code OK after {@link Session#shutdown()} on this side, else UNAVAILABLE
   * @param cause the first cause
   */
  default void onShutdown(StatusCode code, String cause) {}

  /** Every call has ended. Once, last. Memory may still be held back from a peer that is slow. */
  void onTerminated();

  /**
   * Whether code of the application runs inside callbacks of this session or of its streams. The
   * loop of such a session is never driven by a caller's thread, which must not run a stranger's
   * code. The answer does not change.
   */
  default boolean runsUserCode() {
    return false;
  }
}
