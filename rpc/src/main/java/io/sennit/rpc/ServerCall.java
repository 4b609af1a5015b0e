// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.LastResort;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a handler sees of a call, whatever its kind. Safe from any thread. */
public abstract sealed class ServerCall permits UnaryCall, ServerStream {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCall.class);

  private final RpcStream stream;
  private final Link link;
  private final IncomingCall incoming;
  private final Executor executor;
  private @Nullable Runnable onCancelled;
  private boolean cancelled;

  ServerCall(RpcStream stream, Link link, IncomingCall incoming, Executor executor) {
    this.stream = stream;
    this.link = link;
    this.incoming = incoming;
    this.executor = executor;
  }

  /** Full name of the method that was called. */
  public final String method() {
    return incoming.method();
  }

  /** The client's. */
  public final Metadata metadata() {
    return incoming.metadata();
  }

  /** Who called, over what. */
  public final Peer peer() {
    return Peer.of(stream.session().info());
  }

  /** Time until the client stops waiting, possibly negative; empty if it waits for ever. */
  public final Optional<Duration> timeLeft() {
    return stream.hasDeadline()
        ? Optional.of(
            Duration.ofNanos(stream.deadlineNanos() - link.loop().clock().nanoTime()))
        : Optional.empty();
  }

  /** Whether the call has ended without the handler's doing: cancel, deadline, or the session. */
  public final synchronized boolean isCancelled() {
    return cancelled;
  }

  /**
   * Runs the task on the handlers' executor when the call ends without the handler's doing; at once
   * if it has. One task; a second call replaces the first.
   */
  public final void onCancelled(Runnable task) {
    synchronized (this) {
      if (!cancelled) {
        onCancelled = task;
        return;
      }
    }
    executor.execute(task);
  }

  /**
   * Registered memory to fill and send, belonging to the caller; waits for room, bounded.
   *
   * @param bytes 0 to {@link BodyPoolConfig#sendBytes()}
   * @throws IllegalArgumentException if they are not
   * @throws RpcException RESOURCE_EXHAUSTED if there is none
   */
  public final Body allocate(long bytes) {
    return link.allocate(bytes);
  }

  final RpcStream stream() {
    return stream;
  }

  final Link link() {
    return link;
  }

  final Executor executor() {
    return executor;
  }

  /** The stream ended; on the loop thread. */
  final void ended(boolean byHandler) {
    Runnable task;
    synchronized (this) {
      cancelled = !byHandler;
      task = cancelled ? onCancelled : null;
      onCancelled = null;
    }
    if (task != null) {
      executor.execute(task);
    }
  }

  /**
   * Ends the call as what the handler threw says. The heap may be full: the caller waits for an
   * end, whatever it is. Waits for memory, but not on a loop, whose other calls would wait too.
   */
  final void failSurely(Throwable thrown) {
    boolean ended = false;
    try {
      ended = failPatiently(thrown, LastResort.nanoTime());
    } finally {
      if (!ended) {
        stream.cancel(StatusCode.UNKNOWN, "the handler threw, and there was no memory to say what");
      }
    }
  }

  private boolean failPatiently(Throwable thrown, long startNanos) {
    while (true) {
      try {
        end(failure(method(), thrown));
        return true;
      } catch (OutOfMemoryError none) {
        if (!link.loop().mayWait()) {
          return false;
        }
        LastResort.awaitMemory(startNanos, none);
      }
    }
  }

  /** Ends the call so, if it has not ended yet. */
  abstract void end(RpcException status);

  /** What becomes of a call whose handler threw. */
  static RpcException failure(String method, Throwable thrown) {
    if (thrown instanceof RpcException chosen) {
      return chosen;
    }
    if (thrown instanceof InterruptedException) {
      return new RpcException(StatusCode.CANCELLED, "the handler was interrupted");
    }
    // The message may hold secrets of this side: it is logged, not sent.
    LOG.warn("the handler of {} threw", method, thrown);
    return new RpcException(
        StatusCode.UNKNOWN, "the handler threw " + thrown.getClass().getName());
  }
}
