// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopGroup;
import io.sennit.rpc.session.Target;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Collects what a client is made with; confined to one thread. */
public final class RpcClientBuilder {
  private final Target target;
  private SessionOptions sessions = SessionOptions.defaults();
  private Platform platform = Platform.process();
  private @Nullable Executor executor;
  private long drainNanos = Duration.ofSeconds(10).toNanos();

  RpcClientBuilder(Target target) {
    this.target = target;
  }

  /** Runs there; on this process unless set. */
  public RpcClientBuilder on(Platform newPlatform) {
    platform = newPlatform;
    return this;
  }

  /** How sessions come up, live and die, whatever the target says. */
  public RpcClientBuilder sessions(SessionOptions options) {
    sessions = options;
    return this;
  }

  /**
   * Completes futures; the platform's, a new virtual thread each, unless set. The caller owns it.
   */
  public RpcClientBuilder executor(Executor newExecutor) {
    executor = newExecutor;
    return this;
  }

  /** How long {@link RpcClient#close} waits for calls in flight; 10 s unless set. */
  public RpcClientBuilder drain(Duration limit) {
    drainNanos = TimeUnit.NANOSECONDS.convert(limit);
    return this;
  }

  /**
   * Connects.
   *
   * @throws RpcException UNAVAILABLE with one sentence: what is wrong, where, what to do
   */
  public RpcClient connect() {
    RpcClient client = connectLater();
    try {
      client.link(Long.MAX_VALUE);
      return client;
    } catch (RpcException e) {
      client.close();
      throw e;
    }
  }

  /** A client that connects with its first call. */
  public RpcClient connectLater() {
    LoopGroup group = platform.loops();
    return new RpcClient(
        new SessionDialer(group, sessions.toConfig(target.options()), target.hosts()),
        new RpcClient.Settings(
            group.clock(), executor != null ? executor : platform.executor(), drainNanos));
  }
}
