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
import java.util.concurrent.TimeUnit;

/**
 * Serves methods on one port. Safe from any thread; closed by whoever started it.
 *
 * <p>Stopping is graceful: calls that were accepted run to their end, others are not executed and
 * say so to their callers.
 */
public final class RpcServer implements AutoCloseable {
  private static final long LAST_WAIT_NANOS = Duration.ofSeconds(1).toNanos();

  private final SessionServer server;
  private final LoopGroup group;
  private final LiveSessions live;
  private final Admission admission;
  private final long drainNanos;

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
   */
  record Settings(
      SessionConfig config,
      LoopGroup group,
      LiveSessions live,
      Admission admission,
      long drainNanos) {}

  static RpcServer start(InetSocketAddress address, Map<String, Route> routes, Settings settings)
      throws IOException {
    LoopGroup group = settings.group();
    LiveSessions live = settings.live();
    Dispatcher dispatcher = new Dispatcher(routes, group::loop, settings.admission());
    SessionServer server =
        SessionServer.listen(address, settings.config(), group, dispatcher, live::newListener);
    return new RpcServer(server, settings);
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
  }

  /**
   * Waits until every call has ended after {@link #shutdown}.
   *
   * @return false if the time was over first
   */
  public boolean awaitTermination(Duration limit) throws InterruptedException {
    return awaitNone(TimeUnit.NANOSECONDS.convert(limit));
  }

  private boolean awaitNone(long nanos) throws InterruptedException {
    return group.await(live.none(), nanos);
  }

  /** Shuts down; waits for calls in progress, bounded; then ends them UNAVAILABLE. */
  @Override
  public void close() {
    shutdown();
    try {
      if (!awaitNone(drainNanos)) {
        server.shutdownNow("the server was closed");
        awaitNone(LAST_WAIT_NANOS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow("the server was closed");
      Thread.currentThread().interrupt();
    }
  }
}
