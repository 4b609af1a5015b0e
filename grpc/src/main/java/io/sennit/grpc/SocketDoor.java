// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc;

import io.sennit.grpc.transport.SessionDoor;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionServer;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Listens on one address. Safe from any thread once it is open. */
final class SocketDoor implements SessionDoor {
  private final LoopGroup group;
  private final SessionConfig config;
  private final InetSocketAddress address;
  private volatile @Nullable SessionServer listening;

  SocketDoor(LoopGroup group, SessionConfig config, InetSocketAddress address) {
    this.group = group;
    this.config = config;
    this.address = address;
  }

  @Override
  public void open(StreamAcceptor acceptor, Supplier<SessionListener> listeners)
      throws IOException {
    listening = SessionServer.listen(address, config, group, acceptor, listeners);
  }

  @Override
  public List<SocketAddress> addresses() {
    SessionServer server = listening;
    return List.of(server == null ? address : server.localAddress());
  }

  @Override
  public void close() {
    SessionServer server = listening;
    if (server != null) {
      server.shutdown();
    }
  }
}
