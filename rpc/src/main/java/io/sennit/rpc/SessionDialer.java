// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.Connecting;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.session.SessionConnector;
import io.sennit.rpc.session.Target;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Opens sessions over the network, on the loops of this process. */
final class SessionDialer implements Dialer {
  /** The connector keeps its own time; this bounds the wait for its word. */
  private static final long GRACE_NANOS = Duration.ofSeconds(1).toNanos();

  private final LoopGroup group;
  private final SessionConfig config;
  private final List<Target.HostPort> names;

  /** @param names of the server, or of servers of which each will do */
  SessionDialer(LoopGroup group, SessionConfig config, List<Target.HostPort> names) {
    this.group = group;
    this.config = config;
    this.names = List.copyOf(names);
  }

  @Override
  public CompletableFuture<Link> dial(SessionListener listener) {
    CompletableFuture<Link> ready = new CompletableFuture<>();
    Connecting connecting =
        new SessionConnector(group, config).connect(names, new Relay(group, listener, ready));
    group.limit(ready, config.bootstrapTimeoutNanos() + GRACE_NANOS);
    return ready.exceptionallyCompose(
        failure -> CompletableFuture.failedFuture(reason(failure, connecting)));
  }

  private Throwable reason(Throwable failure, Connecting connecting) {
    if (!(failure instanceof TimeoutException)) {
      return failure;
    }
    connecting.cancel("the caller gave up");
    return unavailable("no session with " + names + " in time");
  }

  @Override
  public boolean await(CompletableFuture<?> future, long nanos) throws InterruptedException {
    return group.await(future, nanos);
  }

  /** The loops belong to the process. */
  @Override
  public void close() {}

  private static RpcException unavailable(String why) {
    return new RpcException(StatusCode.UNAVAILABLE, why, Executed.NO);
  }

  /**
   * Tells the dialler too.
   *
   * @param to who follows the session
   * @param ready fails with the connector's sentence if there will be no session
   */
  private record Relay(LoopGroup group, SessionListener to, CompletableFuture<Link> ready)
      implements SessionListener {
    @Override
    public void onReady(Session session) {
      to.onReady(session);
      ready.complete(new Link(session, group.loop(session)));
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {
      to.onShutdown(code, cause);
      ready.completeExceptionally(unavailable(cause));
    }

    @Override
    public void onTerminated() {
      to.onTerminated();
    }
  }
}
