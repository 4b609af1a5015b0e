// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Clock;
import io.sennit.base.MemoryAccount;
import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.session.EventLoop;
import io.sennit.rpc.session.EventLoopConfig;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.PingCallback;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.SessionSnapshot;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.rpc.stream.StreamListener;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sessions between a client and a server of one process, without a braid: the contract of
 * {@link Session} and {@link RpcStream} and nothing else. Client and server each have a loop.
 */
final class LoopbackSessions implements Dialer {
  final AtomicInteger dials = new AtomicInteger();
  final EventLoop clientLoop = loop("client-loop");
  final EventLoop serverLoop = loop("server-loop");
  private final StreamAcceptor acceptor;
  private final BodyPool clientBodies = pool();
  private final BodyPool serverBodies = pool();

  LoopbackSessions(Routes routes) {
    acceptor = new Dispatcher(
        routes.build(), session -> serverLoop, new Admission(AdmissionConfig.defaults(), Map.of()));
  }

  @Override
  public CompletableFuture<Link> dial(SessionListener listener) {
    dials.incrementAndGet();
    ClientSession session = new ClientSession(listener);
    clientLoop.execute(() -> listener.onReady(session));
    return CompletableFuture.completedFuture(new Link(session, clientLoop));
  }

  @Override
  public boolean await(CompletableFuture<?> future, long nanos) throws InterruptedException {
    try {
      var _ = future.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException ended) {
      return true;
    }
  }

  /** Bodies that either side still holds. */
  long openBodies() {
    return clientBodies.openBodies() + serverBodies.openBodies();
  }

  @Override
  public void close() {
    clientLoop.close();
    serverLoop.close();
  }

  private static BodyPool pool() {
    BodyPoolConfig config =
        new BodyPoolConfig(1 << 20, 64 << 20, 64 << 20, 16, 5_000_000_000L, false);
    return new BodyPool(
        new HeapDomain(1L << 30), MemoryAccount.root("test", 1L << 30), config, Runnable::run);
  }

  private static EventLoop loop(String name) {
    return new EventLoop(name, EventLoopConfig.defaults(), Clock.system(), new QuietChannel());
  }

  private static SessionInfo sideInfo(boolean client) {
    InetSocketAddress here = InetSocketAddress.createUnresolved("loopback", 1);
    return new SessionInfo("loopback", here, here, 1, client);
  }

  private final class ClientSession extends HalfSession {
    private final SessionListener listener;
    private boolean down;

    private ClientSession(SessionListener listener) {
      super(clientBodies, sideInfo(true));
      this.listener = listener;
    }

    @Override
    public RpcStream open(OpenCall call, StreamListener streamListener) {
      LoopbackStream server =
          new LoopbackStream(new HalfSession(serverBodies, sideInfo(false)), serverLoop);
      LoopbackStream client = new LoopbackStream(this, clientLoop);
      client.connect(server, streamListener);
      IncomingCall incoming = new IncomingCall(call.method(), call.metadata(), call.timeoutNanos());
      serverLoop.execute(() -> server.connect(client, acceptor.accept(server, incoming)));
      call.responseTarget().ifPresent(Body::close);
      return client;
    }

    @Override
    public void shutdown() {
      clientLoop.execute(() -> end(StatusCode.OK, "shut down"));
    }

    @Override
    public void shutdownNow(String cause) {
      clientLoop.execute(() -> end(StatusCode.UNAVAILABLE, cause));
    }

    private void end(StatusCode code, String cause) {
      if (!down) {
        down = true;
        listener.onShutdown(code, cause);
        listener.onTerminated();
      }
    }
  }

  /** What both sides' sessions have in common. */
  private static class HalfSession implements Session {
    private final BodyPool bodies;
    private final SessionInfo info;

    private HalfSession(BodyPool bodies, SessionInfo info) {
      this.bodies = bodies;
      this.info = info;
    }

    @Override
    public RpcStream open(OpenCall call, StreamListener listener) {
      throw new IllegalStateException("a server's session");
    }

    @Override
    public BodyPool bodies() {
      return bodies;
    }

    @Override
    public void ping(PingCallback callback) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {}

    @Override
    public void shutdownNow(String cause) {}

    @Override
    public SessionInfo info() {
      return info;
    }

    @Override
    public SessionSnapshot snapshot() {
      throw new UnsupportedOperationException();
    }
  }
}
