// SPDX-License-Identifier: Apache-2.0
package io.sennit.grpc.direct;

import io.sennit.grpc.transport.SessionDialer;
import io.sennit.grpc.transport.SessionDoor;
import io.sennit.rpc.Executed;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.rpc.stream.SessionListener;
import io.sennit.rpc.stream.StreamAcceptor;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.tck.loopback.LoopbackFabric;
import io.sennit.verbs.tck.loopback.LoopbackPair;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One door and its dialers, in one process; one loop thread for all. Safe from any thread. */
public final class DirectFabric implements AutoCloseable {
  /** Where the door seems to be. */
  public static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("here", 7470);

  private static final long PATIENCE_SECONDS = 10;
  private static final DomainConfig DOMAIN = new DomainConfig(256 << 20, 1);

  private final ExecutorService loop = new ThreadPoolExecutor(
      1,
      1,
      0,
      TimeUnit.SECONDS,
      new LinkedBlockingQueue<>(),
      Thread.ofPlatform().daemon().name("direct-loop").factory(),
      new ThreadPoolExecutor.DiscardPolicy());
  private final LoopbackFabric memory = new LoopbackFabric(1);
  private final AtomicLong sessionIds = new AtomicLong();
  private final List<DirectSession> clients = new CopyOnWriteArrayList<>();
  private final List<DirectSession> servers = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private volatile Executed refusedAs = Executed.NO;
  private volatile @Nullable OpenDoor open;

  private record OpenDoor(StreamAcceptor acceptor, Supplier<SessionListener> listeners) {}

  /** For a channel. */
  public SessionDialer dialer() {
    return new SessionDialer() {
      @Override
      public Runnable dial(SocketAddress address, SessionListener listener) {
        loop.execute(() -> connect(listener));
        return () -> {};
      }

      @Override
      public void close() {}
    };
  }

  /** For a server. */
  public SessionDoor door() {
    return new SessionDoor() {
      @Override
      public void open(StreamAcceptor acceptor, Supplier<SessionListener> listeners) {
        open = new OpenDoor(acceptor, listeners);
      }

      @Override
      public List<SocketAddress> addresses() {
        return List.of(ADDRESS);
      }

      @Override
      public void close() {
        open = null;
      }
    };
  }

  /** The next so many calls end UNAVAILABLE before they reach the server. */
  public void refuseNext(int calls, Executed executed) {
    refusedAs = executed;
    refusals.set(calls);
  }

  /** How the call that is being opened is to be refused, if so. */
  Optional<Executed> takeRefusal() {
    return refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0
        ? Optional.of(refusedAs)
        : Optional.empty();
  }

  /** The clients' ends so far. */
  public List<DirectSession> clients() {
    return clients;
  }

  /** The server's ends so far. */
  public List<DirectSession> servers() {
    return servers;
  }

  Executor loop() {
    return loop;
  }

  /** Waits until every body of every session was closed; fails if one never is. */
  public void awaitNoOpenBodies() throws InterruptedException {
    CountDownLatch idle = new CountDownLatch(clients.size() + servers.size());
    Stream.concat(clients.stream(), servers.stream()).forEach(end -> end.whenIdle(idle::countDown));
    if (!idle.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("bodies left open: clients " + clients + ", servers " + servers);
    }
  }

  /** Waits until the loop has done what it was told before. */
  public void settle() throws InterruptedException {
    CountDownLatch settled = new CountDownLatch(1);
    loop.execute(settled::countDown);
    if (!settled.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the loop is busy");
    }
  }

  @Override
  public void close() {
    loop.shutdown();
  }

  private void connect(SessionListener listener) {
    OpenDoor door = open;
    if (door == null) {
      listener.onShutdown(StatusCode.UNAVAILABLE, "nobody listens at " + ADDRESS);
      listener.onTerminated();
      return;
    }
    LoopbackPair domains = memory.pair(DOMAIN);
    long id = sessionIds.incrementAndGet();
    DirectSession client = new DirectSession(info(id, true), listener, this, domains.near());
    DirectSession server =
        new DirectSession(info(id, false), door.listeners().get(), this, domains.far());
    client.join(server, null);
    server.join(client, door.acceptor());
    clients.add(client);
    servers.add(server);
    server.ready();
    client.ready();
  }

  private static SessionInfo info(long id, boolean client) {
    return new SessionInfo("direct", ADDRESS, ADDRESS, id, client);
  }
}
