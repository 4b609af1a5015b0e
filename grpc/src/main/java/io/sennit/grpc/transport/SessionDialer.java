// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.stream.SessionListener;
import java.net.SocketAddress;

/** Makes sessions for a channel's transports. Safe from any thread. */
public interface SessionDialer {
  /**
   * Begins to connect and returns at once. A session that does not come about is told by
   * {@code onShutdown} and {@code onTerminated} without {@code onReady}.
   *
   * @return gives the attempt up if no session has come of it yet; safe at any time
   */
  Runnable dial(SocketAddress address, SessionListener listener);

  /** No more sessions will be asked for. */
  void close();
}
