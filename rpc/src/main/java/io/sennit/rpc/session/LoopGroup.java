// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.socket.SocketShell;
import io.sennit.rpc.stream.Session;
import io.sennit.verbs.spi.VerbsProvider;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that sessions share: one loop for each provider in use, one thread for sockets, a few
 * for what blocks during a bootstrap (name look-up, rendezvous). All are daemons.
 *
 * <p>Safe from any thread. A process normally uses {@link #shared()}, which is never closed.
 */
public final class LoopGroup implements AutoCloseable {
  private static final int MAX_BLOCKING_THREADS = 8;
  private static final int MAX_BLOCKING_TASKS = 1024;
  private static final Duration BLOCKING_THREAD_LIFE = Duration.ofSeconds(10);

  private final Clock clock;
  private final Randomness randomness = Randomness.secure();
  private final HostIdentity host = HostIdentity.local();
  private final ProviderSet providers;
  private final StreamHost streams;
  private final ThreadPoolExecutor blocking;

  /**
   * @param name begins the names of the threads
   * @param providers to choose from
   */
  public LoopGroup(
      String name, EventLoopConfig config, Clock clock, List<VerbsProvider> providers) {
    this.clock = clock;
    this.providers = new ProviderSet(name + "-loop", config, clock, providers);
    streams = new SocketShell(name + "-sockets", clock);
    blocking = new ThreadPoolExecutor(
        MAX_BLOCKING_THREADS,
        MAX_BLOCKING_THREADS,
        BLOCKING_THREAD_LIFE.toNanos(),
        TimeUnit.NANOSECONDS,
        new LinkedBlockingQueue<>(MAX_BLOCKING_TASKS),
        Thread.ofPlatform().daemon().name(name + "-bootstrap-", 0).factory());
    blocking.allowCoreThreadTimeOut(true);
  }

  /** The group of this process, with every provider that {@link ServiceLoader} finds. */
  public static LoopGroup shared() {
    return Shared.GROUP;
  }

  private static final class Shared {
    private static final LoopGroup GROUP =
        new LoopGroup("sennit", EventLoopConfig.defaults(), Clock.system(), findProviders());
  }

  /** Every provider on the class or module path, available or not. */
  public static List<VerbsProvider> findProviders() {
    List<VerbsProvider> found = ServiceLoader.load(VerbsProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
    if (!found.isEmpty()) {
      return found;
    }
    // Under a host such as Spark the context loader may be one that does not see this library.
    return ServiceLoader.load(VerbsProvider.class, VerbsProvider.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /** The loop that owns a session of this group: where to wait for its answers. */
  public EventLoop loop(Session session) {
    return providers.loop(session.info().provider()).loop();
  }

  public Clock clock() {
    return clock;
  }

  /** Ends the threads without a word to peers: end the sessions first. */
  @Override
  public void close() {
    streams.close();
    blocking.shutdownNow();
    providers.close();
  }

  Randomness randomness() {
    return randomness;
  }

  HostIdentity host() {
    return host;
  }

  StreamHost streams() {
    return streams;
  }

  ProviderChoice choose(SessionConfig config) {
    return providers.choose(config);
  }

  /** Runs what may block for a while; false if too much of it waits already. */
  boolean runBlocking(Runnable task) {
    try {
      blocking.execute(task);
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }
}
