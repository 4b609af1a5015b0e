// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.admission.Admission;
import io.sennit.rpc.admission.AdmissionConfig;
import io.sennit.rpc.session.SessionConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Collects what a server is made with; confined to one thread. */
public final class RpcServerBuilder {
  private final Routes routes = new Routes();
  private final RemoteRegions regions = new RemoteRegions();
  private InetSocketAddress address = new InetSocketAddress(0);
  private OptionalInt maxCalls = OptionalInt.empty();
  private Platform platform = Platform.process();
  private SessionOptions sessions = SessionOptions.defaults();
  private final Map<String, Integer> limits = new HashMap<>();
  private long drainNanos = Duration.ofSeconds(10).toNanos();

  RpcServerBuilder() {}

  /** Runs there; on this process unless set. */
  public RpcServerBuilder on(Platform newPlatform) {
    platform = newPlatform;
    return this;
  }

  /** Listens on that port of every address; 0, and the default: any free one. */
  public RpcServerBuilder listen(int port) {
    return listen(new InetSocketAddress(port));
  }

  /** Listens there. */
  public RpcServerBuilder listen(InetSocketAddress newAddress) {
    address = newAddress;
    return this;
  }

  /** Serves a method with one message each way, on the executor. */
  public <Q, R> RpcServerBuilder handle(Method<Q, R> method, UnaryHandler<Q, R> handler) {
    routes.unary(method, handler);
    return this;
  }

  /**
   * Serves a method with one message each way on the loop thread itself: lowest latency, for
   * handlers that never block. Blocking callers in this process no longer drive their loop.
   */
  public <Q, R> RpcServerBuilder handleDirect(Method<Q, R> method, UnaryHandler<Q, R> handler) {
    routes.direct(method, handler);
    return this;
  }

  /** Serves a method with many messages, one way or both, on the executor. */
  public <Q, R> RpcServerBuilder handleStream(Method<Q, R> method, StreamHandler<Q, R> handler) {
    routes.stream(method, handler);
    return this;
  }

  /**
   * Offers memory that clients reach by {@link RpcClient#remoteMemory}, without the server's doing.
   * Each client gets memory of its own, for as long as it is connected; none sees another's.
   *
   * @param bytes length, for each client
   * @param rights what clients may do with it
   * @param onAttached prepares a client's memory before the client hears of it; on the executor
   */
  public RpcServerBuilder remoteMemory(
      String name, long bytes, Set<RemoteRight> rights, Consumer<RemoteRegion> onAttached) {
    regions.offer(name, new RemoteRegions.Offer(bytes, rights, onAttached));
    return this;
  }

  /**
   * Runs handlers; the platform's, a new virtual thread for each call, unless set. Stream handlers
   * block it. The caller owns it and shuts it down after the server.
   */
  public RpcServerBuilder executor(Executor executor) {
    routes.executor(executor);
    return this;
  }

  /** How sessions come up, live and die. */
  public RpcServerBuilder sessions(SessionOptions options) {
    sessions = options;
    return this;
  }

  /**
   * Bounds the calls of one method that are open at the same time, over all clients; more are
   * refused RESOURCE_EXHAUSTED, and did not run. Options {@code admission.maxCalls} and
   * {@code admission.maxMethodCalls} bound those of the server, and of each method.
   *
   * @param calls at least 1
   */
  public RpcServerBuilder maxConcurrentCalls(Method<?, ?> method, int calls) {
    if (calls < 1) {
      throw new IllegalArgumentException("calls must be positive: " + calls);
    }
    limits.put(method.name(), calls);
    return this;
  }

  /**
   * Bounds the calls that are open at the same time, of all methods and clients, as
   * {@code admission.maxCalls} does.
   *
   * @param calls at least 1
   */
  public RpcServerBuilder maxConcurrentCalls(int calls) {
    if (calls < 1) {
      throw new IllegalArgumentException("calls must be positive: " + calls);
    }
    maxCalls = OptionalInt.of(calls);
    return this;
  }

  /** How long {@link RpcServer#close} waits for calls in flight; 10 s unless set. */
  public RpcServerBuilder drain(Duration limit) {
    drainNanos = TimeUnit.NANOSECONDS.convert(limit);
    return this;
  }

  /**
   * Listens from now on.
   *
   * @throws UncheckedIOException with one sentence: what is wrong, where, what to do
   */
  public RpcServer start() {
    if (!regions.isEmpty()) {
      routes.unary(RemoteAttachment.ATTACH, regions::attach);
    }
    SessionConfig config = sessions.toConfig(Map.of());
    RpcServer.Settings settings = new RpcServer.Settings(
        config,
        platform.loops(),
        new LiveSessions(regions::forget),
        new Admission(admission(config), limits),
        drainNanos,
        platform.equals(Platform.process()));
    try {
      return RpcServer.start(address, routes.build(platform.executor()), settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private AdmissionConfig admission(SessionConfig config) {
    return maxCalls.isPresent()
        ? config.admission().withMaxCalls(maxCalls.getAsInt())
        : config.admission();
  }
}
