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
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that sessions share: one loop for each device in use, one thread for sockets, some
 * for what blocks during a bootstrap (look-ups of names, rendezvous). All are daemons.
 *
 * <p>Safe from any thread. A process normally uses {@link #shared()}, which is never closed.
 */
public final class LoopGroup implements AutoCloseable {
  /** A rendezvous waits for its peer: as many as a server may have half open, by default. */
  private static final int MAX_RENDEZVOUS_THREADS = 64;

  /** Apart, since a name service that does not answer must not keep a rendezvous waiting. */
  private static final int MAX_LOOK_UP_THREADS = 8;

  private static final int MAX_BLOCKING_TASKS = 1024;
  private static final Duration BLOCKING_THREAD_LIFE = Duration.ofSeconds(10);

  private final Clock clock;
  private final Randomness randomness = Randomness.secure();
  private final HostIdentity host = HostIdentity.local();
  private final ProviderSet providers;
  private final Map<Session, EventLoop> loops = new ConcurrentHashMap<>();
  private final StreamHost streams;
  private final ThreadPoolExecutor rendezvous;
  private final ThreadPoolExecutor lookUps;

  /**
   * @param name begins the names of the threads
   * @param providers to choose from
   */
  public LoopGroup(
      String name, EventLoopConfig config, Clock clock, List<VerbsProvider> providers) {
    this(name, config, providers, new SocketShell(name + "-sockets", clock));
  }

  /** @param streams becomes the group's; its clock is the group's too */
  LoopGroup(
      String name, EventLoopConfig config, List<VerbsProvider> providers, StreamHost streams) {
    this.streams = streams;
    clock = streams.clock();
    this.providers = new ProviderSet(name + "-loop", config, clock, providers);
    rendezvous = pool(name + "-rendezvous-", MAX_RENDEZVOUS_THREADS);
    lookUps = pool(name + "-look-up-", MAX_LOOK_UP_THREADS);
  }

  private static ThreadPoolExecutor pool(String name, int threads) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        BLOCKING_THREAD_LIFE.toNanos(),
        TimeUnit.NANOSECONDS,
        new LinkedBlockingQueue<>(MAX_BLOCKING_TASKS),
        Thread.ofPlatform().daemon().name(name, 0).factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
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

  /**
   * The loop that owns a session of this group: where to wait for its answers.
   *
   * @param session not terminated yet
   */
  public EventLoop loop(Session session) {
    EventLoop loop = loops.get(session);
    if (loop == null) {
      throw new IllegalStateException("no session of this group, or one that has terminated");
    }
    return loop;
  }

  /** A session lives on a loop. */
  void enter(Session session, EventLoop loop) {
    loops.put(session, loop);
  }

  /** It has terminated. */
  void leave(Session session) {
    loops.remove(session);
  }

  public Clock clock() {
    return clock;
  }

  /** Ends the threads without a word to peers: end the sessions first. */
  @Override
  public void close() {
    streams.close();
    rendezvous.shutdownNow();
    lookUps.shutdownNow();
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

  /** Runs a step of a rendezvous, which may block; false if too many wait already. */
  boolean runBlocking(Runnable step) {
    return run(rendezvous, step);
  }

  /** Runs the look-up of a name, which may block; false if too many wait already. */
  boolean lookUp(Runnable question) {
    return run(lookUps, question);
  }

  private static boolean run(ThreadPoolExecutor pool, Runnable task) {
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }
}
