// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The one session of a client: made when it is needed, made again after it was lost. However many
 * callers wait, one dials. Safe from any thread.
 */
final class Connection {
  private static final long LAST_WAIT_NANOS = Duration.ofSeconds(1).toNanos();

  private final Dialer dialer;
  private final CompletableFuture<Void> terminated = new CompletableFuture<>();
  private volatile @Nullable Link live;
  private @Nullable Watch liveWatch;
  private @Nullable CompletableFuture<Link> dialing;
  private int sessions;
  private boolean closed;

  Connection(Dialer dialer) {
    this.dialer = dialer;
  }

  /**
   * A link that works as far as is known; waits for one no longer than that.
   *
   * @throws RpcException not executed: there is none
   */
  Link link(long timeoutNanos) {
    Link known = live;
    return known != null ? known : await(future(), timeoutNanos);
  }

  /** The same without waiting. */
  CompletableFuture<Link> future() {
    Link known = live;
    return known != null ? CompletableFuture.completedFuture(known) : dialing();
  }

  /** The link if there is one now. */
  @Nullable
  Link current() {
    return live;
  }

  /** No more calls; those in flight have that long to end. */
  void close(long drainNanos) {
    Link last;
    synchronized (this) {
      closed = true;
      last = live;
      if (sessions == 0) {
        terminated.complete(null);
      }
    }
    if (last != null) {
      last.session().shutdown();
      if (!awaitTerminated(drainNanos)) {
        last.session().shutdownNow("the client was closed");
      }
    }
    awaitTerminated(LAST_WAIT_NANOS);
    dialer.close();
  }

  private synchronized CompletableFuture<Link> dialing() {
    if (closed) {
      return CompletableFuture.failedFuture(clientClosed());
    }
    CompletableFuture<Link> current = dialing;
    if (current == null) {
      CompletableFuture<Link> started = new CompletableFuture<>();
      dialing = started;
      Thread.ofVirtual().name("sennit-dial").start(() -> dial(started));
      return started;
    }
    return current;
  }

  private void dial(CompletableFuture<Link> result) {
    try {
      Watch watch = new Watch();
      Link made = dialer.dial(watch);
      if (settle(made, watch)) {
        result.complete(made);
      } else {
        made.session().shutdownNow("the client was closed");
        result.completeExceptionally(clientClosed());
      }
    } catch (RpcException e) {
      settle(null, null);
      result.completeExceptionally(e);
    } catch (Throwable e) {
      settle(null, null);
      result.completeExceptionally(
          new RpcException(StatusCode.INTERNAL, "dialling failed: " + e, Executed.NO));
    }
  }

  private synchronized boolean settle(@Nullable Link made, @Nullable Watch watch) {
    dialing = null;
    // A session may be lost before it is known here: its calls say so, and the next one dials.
    if (!closed && watch != null && !watch.lost) {
      live = made;
      liveWatch = watch;
    }
    return !closed;
  }

  private synchronized void lost(Watch watch) {
    watch.lost = true;
    if (liveWatch == watch) {
      live = null;
    }
  }

  private synchronized void begun() {
    sessions++;
  }

  private synchronized void ended() {
    sessions--;
    if (closed && sessions == 0) {
      terminated.complete(null);
    }
  }

  private boolean awaitTerminated(long nanos) {
    try {
      terminated.get(nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("never fails", e);
    }
  }

  private static Link await(CompletableFuture<Link> future, long timeoutNanos) {
    try {
      return future.get(timeoutNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RpcException(
          StatusCode.DEADLINE_EXCEEDED, "no connection within the deadline", Executed.NO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RpcException(StatusCode.CANCELLED, "interrupted while connecting", Executed.NO);
    } catch (ExecutionException e) {
      throw copyOf(e.getCause());
    }
  }

  /** With the stack of this caller; the cause keeps the one of the dialler. */
  private static RpcException copyOf(@Nullable Throwable cause) {
    RpcException copy = cause instanceof RpcException known
        ? new RpcException(known.code(), known.details(), known.executed())
        : new RpcException(StatusCode.INTERNAL, "dialling failed: " + cause, Executed.NO);
    copy.initCause(cause);
    return copy;
  }

  private static RpcException clientClosed() {
    return new RpcException(StatusCode.UNAVAILABLE, "the client is closed", Executed.NO);
  }

  /** Follows one session; its flags are guarded by the connection. */
  private final class Watch implements SessionListener {
    private boolean ready;
    private boolean lost;

    @Override
    public void onReady(Session session) {
      ready = true;
      begun();
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {
      lost(this);
    }

    @Override
    public void onTerminated() {
      if (ready) {
        ended();
      }
    }
  }
}
