// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

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
    CompletableFuture<R> answer = new CompletableFuture<>();
    var _ = connection
        .future()
        .whenCompleteAsync(
            (made, failure) -> {
              if (made == null) {
                release(kept);
                answer.completeExceptionally(unwrap(failure));
              } else {
                long spentNanos = settings.clock().nanoTime() - startNanos;
                follow(start(made, method, kept, options, spentNanos), answer);
                release(kept);
              }
            },
            settings.executor());
    return answer;
  }

  private <Q, R> CompletableFuture<R> start(
      Link link, Method<Q, R> method, Q request, CallOptions options, long spentNanos) {
    Body body;
    try {
      body = Marshaller.toBody(method.requests(), request, link);
    } catch (RpcException e) {
      return CompletableFuture.failedFuture(e);
    }
    return new UnaryCaller(link)
        .callAsync(
            options.open(method.name(), spentNanos), body, method.responses(), settings.executor());
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
