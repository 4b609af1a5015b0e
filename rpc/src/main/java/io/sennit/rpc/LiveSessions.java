// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.SessionListener;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the sessions of a server that have not terminated. Safe from any thread. */
final class LiveSessions {
  private final Consumer<Session> onEnded;
  private @Nullable CompletableFuture<Void> none;
  private int count;

  /** @param onEnded told of each session that has terminated, on its loop */
  LiveSessions(Consumer<Session> onEnded) {
    this.onEnded = onEnded;
  }

  SessionListener newListener() {
    return new Counting();
  }

  synchronized int count() {
    return count;
  }

  /** Done when the last one has terminated, on its loop; at once if there is none. */
  synchronized CompletableFuture<Void> none() {
    if (count == 0) {
      return CompletableFuture.completedFuture(null);
    }
    if (none == null) {
      none = new CompletableFuture<>();
    }
    return none;
  }

  private synchronized void add(int change) {
    count += change;
    if (count == 0 && none != null) {
      none.complete(null);
      none = null;
    }
  }

  private final class Counting implements SessionListener {
    private @Nullable Session live;

    @Override
    public void onReady(Session session) {
      live = session;
      add(1);
    }

    @Override
    public void onTerminated() {
      Session ended = live;
      if (ended != null) {
        live = null;
        onEnded.accept(ended);
        add(-1);
      }
    }
  }
}
