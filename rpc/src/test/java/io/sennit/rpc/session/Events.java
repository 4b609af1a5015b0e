// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A session's listener that can be waited for. */
final class Events implements SessionListener {
  private static final long BOUND_SECONDS = 30;

  private final CompletableFuture<Session> ready = new CompletableFuture<>();
  private final CompletableFuture<String> down = new CompletableFuture<>();
  private final CompletableFuture<String> terminated = new CompletableFuture<>();

  @Override
  public void onReady(Session session) {
    ready.complete(session);
  }

  @Override
  public void onShutdown(StatusCode code, String cause) {
    if (!down.complete(code + ": " + cause)) {
      throw new IllegalStateException("onShutdown twice: " + cause);
    }
    ready.completeExceptionally(new IllegalStateException("never ready: " + cause));
  }

  @Override
  public void onTerminated() {
    if (!terminated.complete("terminated")) {
      throw new IllegalStateException("onTerminated twice");
    }
  }

  Session session() throws Exception {
    return ready.get(BOUND_SECONDS, TimeUnit.SECONDS);
  }

  /** Code and cause of the shutdown. */
  String down() throws Exception {
    return down.get(BOUND_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits for the end; the cause of the shutdown. */
  String ended() throws Exception {
    assertEquals("terminated", terminated.get(BOUND_SECONDS, TimeUnit.SECONDS));
    return down();
  }

  /** Waits until it has come up or come to nothing. */
  void terminatedOrReady() throws Exception {
    var _ = CompletableFuture.anyOf(ready.exceptionally(failed -> null), terminated)
        .get(BOUND_SECONDS, TimeUnit.SECONDS);
  }

  boolean isDown() {
    return down.isDone();
  }
}
