// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.OpenCall;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Makes calls without waiting, on a connection that may have to be dialled first. */
final class AsyncCaller {
  private final RpcClient.Settings settings;

  AsyncCaller(RpcClient.Settings settings) {
    this.settings = settings;
  }

  <Q, R> CompletableFuture<R> call(
      Connection connection, Method<Q, R> method, Q request, CallOptions options) {
    Link link = connection.current();
    if (link != null) {
      return start(link, method, request, options, 0);
    }
    long startNanos = settings.clock().nanoTime();
    Q kept = keep(request);
    boolean begun = false;
    try {
      CompletableFuture<R> answer = new CompletableFuture<>();
      var _ = connection
          .future()
          .whenCompleteAsync(
              (made, failure) -> {
                try {
                  if (made == null) {
                    throw unwrap(failure);
                  }
                  long spentNanos = settings.clock().nanoTime() - startNanos;
                  follow(start(made, method, kept, options, spentNanos), answer);
                } catch (Throwable thrown) { // Whatever it is, the caller waits for an end.
                  answer.completeExceptionally(thrown);
                } finally {
                  release(kept);
                }
              },
              settings.executor());
      begun = true;
      return answer;
    } finally {
      if (!begun) {
        release(kept);
      }
    }
  }

  private <Q, R> CompletableFuture<R> start(
      Link link, Method<Q, R> method, Q request, CallOptions options, long spentNanos) {
    UnaryCaller caller = new UnaryCaller(link);
    OpenCall open = options.open(method.name(), spentNanos);
    Body body;
    try {
      body = Marshaller.toBody(method.requests(), request, link);
    } catch (RpcException e) {
      return CompletableFuture.failedFuture(e);
    }
    return caller.callAsync(open, body, method.responses(), settings.executor());
  }

  private static <R> void follow(CompletableFuture<R> call, CompletableFuture<R> answer) {
    var _ = call.whenComplete((value, failure) -> {
      if (failure != null) {
        answer.completeExceptionally(unwrap(failure));
      } else if (!answer.complete(value) && value instanceof Body unwanted) {
        unwanted.close();
      }
    });
    var _ = answer.whenComplete((value, failure) -> {
      if (answer.isCancelled()) {
        call.cancel(false);
      }
    });
  }

  /** The caller may close its body before there is a connection. */
  @SuppressWarnings("unchecked") // A body stays a body.
  private static <Q> Q keep(Q request) {
    return request instanceof Body body ? (Q) body.retain() : request;
  }

  private static void release(Object kept) {
    if (kept instanceof Body body) {
      body.close();
    }
  }

  private static Throwable unwrap(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause != null ? cause : new IllegalStateException("failed without a cause");
  }
}
