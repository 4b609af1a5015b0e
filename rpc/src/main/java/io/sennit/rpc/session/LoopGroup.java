// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.base.Randomness;
import io.sennit.rpc.session.bytes.StreamHost;
import io.sennit.rpc.session.socket.SocketShell;
import io.sennit.rpc.stream.Session;
import io.sennit.verbs.spi.VerbsProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What sessions share: one loop for each device in use, one thread for sockets, some for what
 * blocks during a bootstrap (look-ups of names, rendezvous); or whatever stands for them
 * ({@link Surroundings}).
 *
 * <p>Safe from any thread. A process normally uses {@link #shared()}, which is never closed; its
 * threads are daemons.
 */
public final class LoopGroup implements AutoCloseable {
  private final Surroundings around;
  private final HostIdentity host;
  private final ProviderSet providers;
  private final Map<Session, SessionLoop> loops = new ConcurrentHashMap<>();

  /**
   * Makes one with threads and sockets of its own.
   *
   * @param name begins the names of the threads
   * @param providers to choose from
   */
  public LoopGroup(
      String name, EventLoopConfig config, Clock clock, List<VerbsProvider> providers) {
    this(name, config, providers, new SocketShell(name + "-sockets", clock));
  }

  /** Makes one whose sessions have memory of their own, not the process'. */
  LoopGroup(
      String name, EventLoopConfig config, List<VerbsProvider> providers, ProcessMemory memory) {
    this(
        Surroundings.threads(
            name, config, new SocketShell(name + "-sockets", Clock.system()), memory),
        HostIdentity.local(),
        providers);
  }

  /** @param streams becomes the group's; its clock is the group's too */
  LoopGroup(
      String name, EventLoopConfig config, List<VerbsProvider> providers, StreamHost streams) {
    this(Surroundings.threads(name, config, streams), HostIdentity.local(), providers);
  }

  /**
   * Makes one without a thread of its own.
   *
   * @param around becomes the group's
   * @param hostName that peers are told
   */
  public LoopGroup(Surroundings around, String hostName, List<VerbsProvider> providers) {
    this(around, HostIdentity.named(hostName), providers);
  }

  private LoopGroup(Surroundings around, HostIdentity host, List<VerbsProvider> providers) {
    this.around = around;
    this.host = host;
    this.providers = new ProviderSet(around.loops(), providers);
  }

  /** The group of this process, with every provider that there is. */
  public static LoopGroup shared() {
    return Shared.GROUP;
  }

  private static final class Shared {
    private static final LoopGroup GROUP = make();

    private static LoopGroup make() {
      List<VerbsProvider> found = findProviders();
      Unregistered.warn(found, LoopGroup.class.getClassLoader());
      return new LoopGroup("sennit", EventLoopConfig.defaults(), Clock.system(), found);
    }
  }

  /** Every provider on the class or module path, available or not. */
  public static List<VerbsProvider> findProviders() {
    return Found.providers();
  }

  /**
   * The loop that owns a session of this group: where to wait for its answers.
   *
   * @param session not terminated yet
   * @throws IllegalStateException if there is none
   */
  public SessionLoop loop(Session session) {
    SessionLoop loop = loops.get(session);
    if (loop == null) {
      throw new IllegalStateException("no session of this group, or one that has terminated");
    }
    return loop;
  }

  /**
   * Waits for a future's end, whatever that is, as one waits where this group runs.
   *
   * @return false if the time was over first
   */
  public boolean await(CompletableFuture<?> future, long nanos) throws InterruptedException {
    return around.blocking().await(future, nanos);
  }

  /**
   * Fails a future with {@link java.util.concurrent.TimeoutException} if it is not done in time.
   */
  public void limit(CompletableFuture<?> future, long nanos) {
    around.blocking().limit(future, nanos);
  }

  /** A session lives on a loop. */
  void enter(Session session, SessionLoop loop) {
    loops.put(session, loop);
  }

  /** It has terminated. */
  void leave(Session session) {
    loops.remove(session);
  }

  public Clock clock() {
    return around.streams().clock();
  }

  /** Ends the threads without a word to peers: end the sessions first. */
  @Override
  public void close() {
    around.streams().close();
    around.blocking().close();
    providers.close();
  }

  Randomness randomness() {
    return around.randomness();
  }

  HostIdentity host() {
    return host;
  }

  StreamHost streams() {
    return around.streams();
  }

  SessionBook book() {
    return around.book();
  }

  /** What bounds its sessions' memory. */
  public ProcessMemory memory() {
    return around.memory();
  }

  ProviderChoice choose(SessionConfig config) {
    return providers.choose(config);
  }

  /** Which provider is being opened just now. */
  Optional<String> opening() {
    return providers.opening();
  }

  /** Where steps run that may block. */
  Blocking blocking() {
    return around.blocking();
  }
}
