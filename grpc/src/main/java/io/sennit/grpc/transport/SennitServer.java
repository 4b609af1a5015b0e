// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.transport;

import io.grpc.InternalChannelz.SocketStats;
import io.grpc.InternalInstrumented;
import io.grpc.ServerStreamTracer;
import io.grpc.internal.InternalServer;
import io.grpc.internal.ServerListener;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamListener;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The listening side of gRPC's server. Safe from any thread once it was started. */
final class SennitServer implements InternalServer {
  private final ServerSettings settings;
  private final SessionDoor door;
  private final List<? extends ServerStreamTracer.Factory> tracers;
  private final Admission admission;
  private final Map<Session, SennitServerTransport> transports = new ConcurrentHashMap<>();
  private volatile @Nullable ServerListener listener;

  SennitServer(
      ServerSettings settings,
      SessionDoor door,
      List<? extends ServerStreamTracer.Factory> tracers) {
    this.settings = settings;
    this.door = door;
    this.tracers = tracers;
    admission = new Admission(settings.admission(), settings.methodLimits());
  }

  @Override
  public void start(ServerListener serverListener) throws IOException {
    listener = serverListener;
    door.open(new Door(), () -> newConnection(serverListener));
  }

  @Override
  public void shutdown() {
    door.close();
    ServerListener started = listener;
    if (started != null) {
      started.serverShutdown();
    }
  }

  @Override
  public SocketAddress getListenSocketAddress() {
    return door.addresses().getFirst();
  }

  @Override
  public List<? extends SocketAddress> getListenSocketAddresses() {
    return door.addresses();
  }

  @Override
  public @Nullable InternalInstrumented<SocketStats> getListenSocketStats() {
    return null;
  }

  @Override
  public @Nullable List<InternalInstrumented<SocketStats>> getListenSocketStatsList() {
    return null;
  }

  private SessionListener newConnection(ServerListener serverListener) {
    return new ServerConnection(serverListener, session -> newTransport(session), transports);
  }

  private SennitServerTransport newTransport(Session session) {
    CallPermits permits =
        new CallPermits(admission, session.info().peer(), settings.timing().clock());
    return new SennitServerTransport(session, settings, tracers, permits);
  }

  /** Where calls of all sessions come in. */
  private final class Door implements StreamAcceptor {
    @Override
    public StreamListener accept(RpcStream stream, IncomingCall call) {
      return SennitServer.this.accept(stream, call);
    }

    @Override
    public Optional<Admission> admission() {
      return Optional.of(admission);
    }
  }

  private StreamListener accept(RpcStream stream, IncomingCall call) {
    SennitServerTransport transport = transports.get(stream.session());
    if (transport == null) {
      stream.end(StatusCode.UNAVAILABLE, "The session is not ready", Metadata.EMPTY);
      return StreamListener.NOBODY;
    }
    return transport.accept(stream, call);
  }
}
