// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;

/** Where a server's sessions come from. */
public interface SessionDoor {
  /**
   * Begins to listen; clients are served from here on.
   *
   * @param acceptor gets the calls of all sessions
   * @param listeners gives the listener of each session
   * @throws IOException in one clear sentence
   */
  void open(StreamAcceptor acceptor, Supplier<SessionListener> listeners) throws IOException;

  /** Where it listens; with the real port, once it is open. */
  List<SocketAddress> addresses();

  /** Stops listening; sessions live on. */
  void close();
}
