// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopWaiter;
import io.sennit.rpc.stream.OpenCall;
import io.sennit.rpc.stream.RpcStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Makes calls with one message each way over one link. A platform thread drives the loop while it
 * waits, a virtual one parks. Safe from any thread.
 */
final class UnaryCaller {
  /** Asking for one more than is right shows a server that answers twice. */
  private static final int ANSWERS_ASKED_FOR = 2;

  /** How long an interrupted caller waits to learn whether its call ran. */
  private static final long CANCEL_WAIT_NANOS = Duration.ofMillis(100).toNanos();

  private final Link link;

  UnaryCaller(Link link) {
    this.link = link;
  }

  /** Makes a call and waits for its answer; interruption cancels the call. */
  Body call(OpenCall open, Body request) {
    LoopWaiter waiter;
    UnaryReply reply;
    boolean ready = false;
    try {
      waiter = link.waiter();
      reply = new UnaryReply(ended -> waiter.signal());
      ready = true;
    } finally {
      closeUnless(ready, open, request);
    }
    RpcStream stream = start(open, request, reply);
    boolean waited = false;
    try {
      waiter.await(Long.MAX_VALUE);
      waited = true;
    } catch (InterruptedException e) {
      throw interrupted(stream, reply, waiter);
    } finally {
      if (!waited) {
        reply.abandon();
        stream.cancel(StatusCode.CANCELLED, "its caller could not wait for it");
      }
    }
    return reply.take();
  }

  /**
   * Makes a call; cancelling the future cancels the call.
   *
   * @param executor completes the future: whatever depends on it is not run on the loop
   */
  <R> CompletableFuture<R> callAsync(
      OpenCall open, Body request, Codec<R> answers, Executor executor) {
    CompletableFuture<R> future;
    UnaryReply reply;
    boolean ready = false;
    try {
      future = new CompletableFuture<>();
      reply = new UnaryReply(ended -> schedule(executor, () -> complete(future, ended, answers)));
      ready = true;
    } finally {
      closeUnless(ready, open, request);
    }
    RpcStream stream = start(open, request, reply);
    var _ = future.whenComplete((answer, failure) -> {
      if (future.isCancelled()) {
        stream.cancel(StatusCode.CANCELLED, "cancelled by its caller");
      }
    });
    return future;
  }

  /** On the loop thread: user code is elsewhere. */
  static void schedule(Executor executor, Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      // The application has shut its executor down; its future must end all the same.
      Thread.startVirtualThread(task);
    }
  }

  private static <R> void complete(
      CompletableFuture<R> future, UnaryReply reply, Codec<R> answers) {
    try {
      Body body = reply.take();
      if (!future.complete(Marshaller.fromBody(answers, body))) {
        body.close();
      }
    } catch (RpcException e) {
      future.completeExceptionally(e);
    } catch (OutOfMemoryError e) {
      // Nothing is made of it: there may be no memory for that.
      future.completeExceptionally(e);
    } catch (Throwable e) {
      future.completeExceptionally(
          new RpcException(StatusCode.INTERNAL, "the answer was lost: " + e, reply.executed()));
    }
  }

  /** Closes the bodies of a call that nobody took over. */
  private static void closeUnless(boolean passed, OpenCall open, Body request) {
    if (!passed) {
      request.close();
      open.responseTarget().ifPresent(Body::close);
    }
  }

  private RpcStream start(OpenCall open, Body request, UnaryReply reply) {
    RpcStream stream;
    boolean opened = false;
    try {
      stream = link.session().open(open, reply);
      opened = true;
    } finally {
      closeUnless(opened, open, request);
    }
    boolean passed = false;
    boolean sent = false;
    try {
      stream.request(ANSWERS_ASKED_FOR);
      passed = true;
      stream.sendMessage(request);
      stream.halfClose();
      sent = true;
    } finally {
      if (!passed) {
        request.close();
      }
      if (!sent) {
        stream.cancel(StatusCode.INTERNAL, "the request could not be sent");
      }
    }
    return stream;
  }

  private RpcException interrupted(RpcStream stream, UnaryReply reply, LoopWaiter waiter) {
    stream.cancel(StatusCode.CANCELLED, "its caller was interrupted");
    try {
      waiter.await(link.loop().clock().nanoTime() + CANCEL_WAIT_NANOS);
    } catch (InterruptedException again) {
      Thread.currentThread().interrupt();
    }
    Thread.currentThread().interrupt();
    return new RpcException(StatusCode.CANCELLED, "the caller was interrupted", reply.executed());
  }
}
