// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopAgent;
import io.sennit.rpc.session.SessionLoop;
import io.sennit.verbs.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The server's side of a {@link RemoteMemory}: memory that one client reaches without the server's
 * doing. Every client that asks for the name gets a region of its own, since nothing of one peer
 * may be within reach of another. Safe from any thread; the bytes are shared with a peer that may
 * change them at any moment.
 */
public final class RemoteRegion {
  private static final long RETRY_NANOS = Duration.ofMillis(1).toNanos();

  private final String name;
  private final Peer peer;
  private final MemoryRegion region;
  private final Link link;
  private final Executor executor;
  private final CompletableFuture<Void> revoked = new CompletableFuture<>();

  /** @param executor completes futures */
  RemoteRegion(String name, Peer peer, MemoryRegion region, Link link, Executor executor) {
    this.name = name;
    this.peer = peer;
    this.region = region;
    this.link = link;
    this.executor = executor;
  }

  public String name() {
    return name;
  }

  /** The client that can reach it. */
  public Peer peer() {
    return peer;
  }

  /** The memory; throws on access once revoked, and once the session has ended. */
  public MemorySegment segment() {
    return region.segment();
  }

  /**
   * Takes the memory out of the client's reach; operations that begin later fail.
   *
   * @return completes when none that began before can touch the memory any more
   */
  public CompletableFuture<Void> revoke() {
    SessionLoop loop = link.loop();
    loop.execute(() -> {
      if (!revoked.isDone() && !tryRevoke()) {
        loop.add(new Again());
      }
    });
    return revoked.copy();
  }

  MemoryRegion region() {
    return region;
  }

  /** Only the owner of the domain may. */
  private boolean tryRevoke() {
    boolean done = revoked.isDone() || link.session().bodies().deregister(region);
    if (done && !revoked.isDone()) {
      // Whoever waits runs elsewhere.
      UnaryCaller.schedule(executor, () -> revoked.complete(null));
    }
    return done;
  }

  /** An operation may be touching the memory at this moment. */
  private final class Again implements LoopAgent {
    private long nextNanos = link.loop().clock().nanoTime();

    @Override
    public int poll(long nowNanos) {
      if (nowNanos - nextNanos < 0) {
        return 0;
      }
      nextNanos = nowNanos + RETRY_NANOS;
      if (tryRevoke()) {
        link.loop().remove(this);
      }
      return 1;
    }

    @Override
    public long nextTimerNanos() {
      return nextNanos;
    }

    @Override
    public boolean arm() {
      return true;
    }
  }
}
