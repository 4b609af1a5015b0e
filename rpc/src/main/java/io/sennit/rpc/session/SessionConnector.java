// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.stream.SessionListener;
import java.util.List;

/** Opens sessions to servers. Immutable, safe from any thread; owns nothing. */
public final class SessionConnector {
  private final LoopGroup group;
  private final SessionConfig config;

  /** @param group whose threads serve the sessions */
  public SessionConnector(LoopGroup group, SessionConfig config) {
    this.group = group;
    this.config = config;
  }

  /**
   * Begins to open a session; never blocks. If it comes up, {@link SessionListener#onReady} follows
   * on its loop. If it does not, within {@link SessionConfig#bootstrapTimeoutNanos},
   * {@link SessionListener#onShutdown} with UNAVAILABLE and one sentence that says what is wrong,
   * where, and what to do, then {@link SessionListener#onTerminated}, both on the thread that
   * serves sockets.
   *
   * @param host name or address
   * @param port 1 to 65,535
   */
  public Connecting connect(String host, int port, SessionListener listener) {
    if (port < 1 || port > 0xFFFF) {
      throw new IllegalArgumentException("port " + port + " is not 1 to 65535");
    }
    return connect(List.of(new Target.HostPort(host, port)), listener);
  }

  /**
   * The same with whoever is found first by any of several names: they lead to one server, or to
   * servers of which each will do.
   *
   * @param names at least one
   */
  public Connecting connect(List<Target.HostPort> names, SessionListener listener) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("no name to connect to");
    }
    ClientHandshake handshake = new ClientHandshake(group, names, config, listener);
    handshake.start();
    return handshake;
  }
}
