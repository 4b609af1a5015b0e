// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Carries the end of an asynchronous call from the loop to the caller's executor. */
final class AsyncEnd<R> {
  private final CompletableFuture<R> future;
  private final Marshaller<R> answers;
  private final Executor executor;
  private @Nullable UnaryReply reply;

  AsyncEnd(CompletableFuture<R> future, Marshaller<R> answers, Executor executor) {
    this.future = future;
    this.answers = answers;
    this.executor = executor;
  }

  /** Before the call is opened. */
  void follow(UnaryReply newReply) {
    reply = newReply;
  }

  /** On the loop thread: user code is elsewhere. */
  void schedule() {
    try {
      executor.execute(this::complete);
    } catch (RejectedExecutionException e) {
      // The application has shut its executor down; its future must end all the same.
      Thread.startVirtualThread(this::complete);
    }
  }

  private void complete() {
    UnaryReply ended = reply;
    if (ended == null) {
      throw new IllegalStateException("ended before it was followed");
    }
    try {
      Body body = ended.take();
      if (!future.complete(answers.fromBody(body))) {
        body.close();
      }
    } catch (RpcException e) {
      future.completeExceptionally(e);
    } catch (Throwable e) {
      future.completeExceptionally(
          new RpcException(StatusCode.INTERNAL, "the answer was lost: " + e, ended.executed()));
    }
  }
}
