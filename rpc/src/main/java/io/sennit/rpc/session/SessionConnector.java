// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.stream.SessionListener;

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
    ClientHandshake handshake =
        new ClientHandshake(group, new Target.HostPort(host, port), config, listener);
    handshake.start();
    return handshake;
  }
}
