// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Daemon threads for what blocks, made when needed and ended when idle. Safe from any thread. */
final class BlockingThreads implements Blocking {
  private static final Logger LOG = LoggerFactory.getLogger(BlockingThreads.class);

  /** A rendezvous waits for its peer: as many as a server may have half open, by default. */
  private static final int MAX_RENDEZVOUS_THREADS = 64;

  /** Apart, since a name service that does not answer must not keep a rendezvous waiting. */
  private static final int MAX_LOOK_UP_THREADS = 8;

  private static final int MAX_WAITING = 1024;
  private static final Duration THREAD_LIFE = Duration.ofSeconds(10);

  private final ThreadPoolExecutor rendezvous;
  private final ThreadPoolExecutor lookUps;

  /** @param name begins the names of the threads */
  BlockingThreads(String name) {
    rendezvous = pool(name + "-rendezvous-", MAX_RENDEZVOUS_THREADS);
    lookUps = pool(name + "-look-up-", MAX_LOOK_UP_THREADS);
  }

  private static ThreadPoolExecutor pool(String name, int threads) {
    ThreadPoolExecutor pool = new ThreadPoolExecutor(
        threads,
        threads,
        THREAD_LIFE.toNanos(),
        TimeUnit.NANOSECONDS,
        new LinkedBlockingQueue<>(MAX_WAITING),
        Thread.ofPlatform().daemon().name(name, 0).factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  @Override
  public boolean run(Runnable step) {
    return run(rendezvous, step);
  }

  @Override
  public boolean lookUp(Runnable question) {
    return run(lookUps, question);
  }

  private static boolean run(ThreadPoolExecutor pool, Runnable task) {
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    } catch (OutOfMemoryError noThread) {
      LOG.warn("no thread can be made for what blocks: {}", noThread.getMessage());
      return false;
    }
  }

  @Override
  public List<InetAddress> addresses(String host) throws UnknownHostException {
    return List.of(InetAddress.getAllByName(host));
  }

  @Override
  public boolean await(CompletableFuture<?> future, long nanos) throws InterruptedException {
    try {
      var _ = future.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException ended) {
      return true;
    }
  }

  @Override
  public void limit(CompletableFuture<?> future, long nanos) {
    var _ = future.orTimeout(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    rendezvous.shutdownNow();
    lookUps.shutdownNow();
  }
}
