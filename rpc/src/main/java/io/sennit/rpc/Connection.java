// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    return known != null ? known : joined(future(), timeoutNanos);
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

  private CompletableFuture<Link> dialing() {
    CompletableFuture<Link> mine = new CompletableFuture<>();
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(clientClosed());
      }
      CompletableFuture<Link> others = dialing;
      if (others != null) {
        return others;
      }
      dialing = mine;
    }
    dial(mine);
    return mine;
  }

  private void dial(CompletableFuture<Link> result) {
    Watch watch = null;
    try {
      watch = new Watch();
      follow(dialer.dial(watch), watch, result);
    } catch (Throwable e) {
      if (watch != null) {
        watch.giveUp(); // Nobody follows what may come of it.
      }
      settle(null, null);
      result.completeExceptionally(reason(e));
    }
  }

  private void follow(
      CompletableFuture<Link> attempt, Watch watch, CompletableFuture<Link> result) {
    var _ = attempt.whenComplete((made, failure) -> {
      if (made == null) {
        settle(null, null);
        result.completeExceptionally(reason(failure));
      } else if (settle(made, watch)) {
        result.complete(made);
      } else {
        made.session().shutdownNow("the client was closed");
        result.completeExceptionally(clientClosed());
      }
    });
  }

  private static RpcException reason(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RpcException known
        ? known
        : new RpcException(StatusCode.INTERNAL, "dialling failed: " + cause, Executed.NO);
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
      liveWatch = null;
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
      return dialer.await(terminated, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Link joined(CompletableFuture<Link> future, long timeoutNanos) {
    try {
      if (!dialer.await(future, timeoutNanos)) {
        throw new RpcException(
            StatusCode.DEADLINE_EXCEEDED, "no connection within the deadline", Executed.NO);
      }
      return future.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RpcException(StatusCode.CANCELLED, "interrupted while connecting", Executed.NO);
    } catch (CompletionException e) {
      throw copyOf(reason(e));
    }
  }

  /** With the stack of this caller; the cause keeps the one of the dialler. */
  private static RpcException copyOf(RpcException cause) {
    RpcException copy = new RpcException(cause.code(), cause.details(), cause.executed());
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
    private boolean unwanted;
    private @Nullable Session session;

    /** A session that comes of this, or has come, ends. */
    private void giveUp() {
      Session come;
      synchronized (Connection.this) {
        unwanted = true;
        come = session;
      }
      if (come != null) {
        come.shutdownNow("the client has given up");
      }
    }

    @Override
    public void onReady(Session come) {
      boolean wanted;
      ready = true;
      begun();
      synchronized (Connection.this) {
        session = come;
        wanted = !unwanted;
      }
      if (!wanted) {
        come.shutdownNow("the client has given up");
      }
    }

    @Override
    public void onShutdown(StatusCode code, String cause) {
      lost(this);
    }

    @Override
    public void onTerminated() {
      synchronized (Connection.this) {
        session = null; // Whoever keeps the watch does not keep what has ended.
      }
      if (ready) {
        ended();
      }
    }
  }
}
