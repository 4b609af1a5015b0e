// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Serves methods on one port. Safe from any thread; closed by whoever started it.
 *
 * <p>Stopping is graceful: calls that were accepted run to their end, others are not executed and
 * say so to their callers.
 *
 * <p>A server of this process keeps the JVM alive until it has been shut down and its last call has
 * ended, or {@link #close} has returned: {@code main} may return.
 */
public final class RpcServer implements AutoCloseable {
  private static final long LAST_WAIT_NANOS = Duration.ofSeconds(1).toNanos();

  private final SessionServer server;
  private final LoopGroup group;
  private final LiveSessions live;
  private final Admission admission;
  private final long drainNanos;
  private final CompletableFuture<Void> closing = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  private RpcServer(SessionServer server, Settings settings) {
    this.server = server;
    group = settings.group();
    live = settings.live();
    admission = settings.admission();
    drainNanos = settings.drainNanos();
  }

  /** Begins a server that serves nothing. */
  public static RpcServerBuilder builder() {
    return new RpcServerBuilder();
  }

  /**
   * What a server is made with.
   *
   * @param live follows its sessions
   * @param admission decides which calls it takes
   * @param drainNanos how long {@link #close} waits for calls in progress
   * @param keepsAlive whether the JVM lives as long as the server
   */
  record Settings(
      SessionConfig config,
      LoopGroup group,
      LiveSessions live,
      Admission admission,
      long drainNanos,
      boolean keepsAlive) {}

  static RpcServer start(InetSocketAddress address, Map<String, Route> routes, Settings settings)
      throws IOException {
    LoopGroup group = settings.group();
    LiveSessions live = settings.live();
    Dispatcher dispatcher = new Dispatcher(routes, group::loop, settings.admission());
    SessionServer server =
        SessionServer.listen(address, settings.config(), group, dispatcher, live::newListener);
    RpcServer started = new RpcServer(server, settings);
    if (settings.keepsAlive()) {
      started.keepAlive();
    }
    return started;
  }

  /** All other threads of the process are daemons. */
  private void keepAlive() {
    Thread.ofPlatform()
        .daemon(false)
        .name("sennit-server-" + address().getPort())
        .start(() -> end().join());
  }

  private CompletableFuture<?> end() {
    return CompletableFuture.anyOf(closed, closing.thenCompose(ignored -> live.none()));
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.localAddress();
  }

  /** Clients connected now. */
  public int sessions() {
    return live.count();
  }

  /** Which calls it has taken and refused so far, and how long they wait for a thread. */
  public AdmissionReport admission() {
    return admission.report(address().toString(), group.clock().nanoTime());
  }

  /** Bodies of all sessions that are given out. */
  long openBodies() {
    return server.sessions().stream()
        .mapToLong(session -> session.bodies().openBodies())
        .sum();
  }

  /** No new connections and calls; those in progress run to their end. Does not wait. */
  public void shutdown() {
    server.shutdown();
    closing.complete(null);
  }

  /**
   * Waits until the server has been shut down and every call has ended.
   *
   * @return false if the time was over first
   */
  public boolean awaitTermination(Duration limit) throws InterruptedException {
    return awaitEnd(TimeUnit.NANOSECONDS.convert(limit));
  }

  /** The same for as long as it takes: for the end of a {@code main}. */
  public void awaitTermination() throws InterruptedException {
    while (!awaitEnd(Long.MAX_VALUE)) {
      // That was three hundred years.
    }
  }

  private boolean awaitEnd(long nanos) throws InterruptedException {
    return group.await(end(), nanos);
  }

  /** Shuts down; waits for calls in progress, bounded; then ends them UNAVAILABLE. */
  @Override
  public void close() {
    shutdown();
    try {
      if (!awaitEnd(drainNanos)) {
        server.shutdownNow("the server was closed");
        awaitEnd(LAST_WAIT_NANOS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow("the server was closed");
      Thread.currentThread().interrupt();
    } finally {
      closed.complete(null);
    }
  }
}
