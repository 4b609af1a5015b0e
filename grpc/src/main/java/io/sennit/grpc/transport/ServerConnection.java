// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.internal.ServerListener;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The life of one client's session at the server: its transport exists while it is up. */
final class ServerConnection implements SessionListener {
  private final ServerListener server;
  private final Function<Session, SennitServerTransport> factory;
  private final Map<Session, SennitServerTransport> transports;
  private @Nullable SennitServerTransport transport;

  /** @param transports of the server by session; kept true by this */
  ServerConnection(
      ServerListener server,
      Function<Session, SennitServerTransport> factory,
      Map<Session, SennitServerTransport> transports) {
    this.server = server;
    this.factory = factory;
    this.transports = transports;
  }

  @Override
  public void onReady(Session session) {
    SennitServerTransport ready = factory.apply(session);
    transport = ready;
    transports.put(session, ready);
    ready.begin(server.transportCreated(ready));
  }

  /** A server may have a direct executor, and the transport is not told. */
  @Override
  public boolean runsUserCode() {
    return true;
  }

  @Override
  public void onTerminated() {
    if (transport != null) {
      transports.remove(transport.session());
      transport.terminated();
    }
  }
}
