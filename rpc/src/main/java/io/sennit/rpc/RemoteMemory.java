// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.RemoteSpan;
import io.sennit.rpc.session.LoopWaiter;
import io.sennit.verbs.MemoryRegion;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the server that this client reads and writes itself, without the server's doing. The
 * server has set it apart for this client: no other client reaches it, and neither sees what the
 * other does (a protection domain belongs to one peer). It is shared with the server's own program,
 * by {@link RemoteRegion}. Safe from any thread. Operations are unordered: wait for one before you
 * start another that depends on it. It belongs to the connection on which it was found; when that
 * is lost, ask the client again.
 *
 * <p>Ownership: bodies given to an operation must be memory of that connection
 * ({@link RpcClient#allocate}, {@link RpcClient#allocateTarget}) and stay the caller's to close.
 * Until the operation has ended, nobody may change them, nor look into the body of a read.
 *
 * <p>Waiting methods return or throw when the operation has ended, interrupted or not. One that
 * fails says in {@link RpcException#executed()} whether it had its effect; atomics are never tried
 * twice, so MAYBE is an honest answer then. An operation that the server gave no right to throws
 * PERMISSION_DENIED at once, without being sent.
 */
public final class RemoteMemory {
  private final Link link;
  private final RemoteSpan span;
  private final Set<RemoteRight> rights;
  private final RemoteQueue queue;
  private final Executor executor;

  /** @param executor completes futures */
  RemoteMemory(Link link, RemoteAttachment attachment, Executor executor) {
    this.link = link;
    span = attachment.span();
    rights = attachment.rights();
    this.executor = executor;
    queue = new RemoteQueue(link);
  }

  /** Bytes. */
  public long length() {
    return span.length();
  }

  /** What the server lets this client do with it. */
  public Set<RemoteRight> rights() {
    return rights;
  }

  /** Fills the body with the remote bytes from that offset on; waits. */
  public void read(long offset, Body into) {
    await(reading(offset, into), into);
  }

  /** The same without waiting. */
  public CompletableFuture<Void> readAsync(long offset, Body into) {
    return start(reading(offset, into), into);
  }

  /** Writes the body's bytes from that offset on; waits until they are there. */
  public void write(long offset, Body from) {
    await(writing(offset, from), from);
  }

  /** The same without waiting. */
  public CompletableFuture<Void> writeAsync(long offset, Body from) {
    return start(writing(offset, from), from);
  }

  /**
   * Puts the replacement into the 64-bit word at that offset, a multiple of 8, if it holds what is
   * expected; atomic among such operations of this client, from any of its threads, in the byte
   * order of the server's machine. Not atomic with what the server's own program does to the word.
   * Waits.
   *
   * @return what the word held before
   */
  public long compareAndSwap(long offset, long expected, long replacement) {
    RemoteSpan word = word(offset);
    return await(
        (braid, listener) -> braid.compareAndSwap(word, expected, replacement, listener),
        Body.empty());
  }

  /**
   * Adds to the 64-bit word at that offset, a multiple of 8; atomic like {@link #compareAndSwap}.
   * Waits.
   *
   * @return what the word held before
   */
  public long fetchAndAdd(long offset, long addend) {
    RemoteSpan word = word(offset);
    return await((braid, listener) -> braid.fetchAndAdd(word, addend, listener), Body.empty());
  }

  private RemoteOperation.Starter reading(long offset, Body into) {
    require(RemoteRight.READ);
    RemoteSpan from = part(offset, into.length());
    requireOwn(into);
    MemoryRegion region = into.region();
    long at = into.regionOffset();
    return (braid, listener) -> braid.read(from, region, at, from.length(), listener);
  }

  private RemoteOperation.Starter writing(long offset, Body from) {
    require(RemoteRight.WRITE);
    RemoteSpan to = part(offset, from.length());
    requireOwn(from);
    MemoryRegion region = from.region();
    long at = from.regionOffset();
    return (braid, listener) -> braid.write(region, at, to, to.length(), listener);
  }

  private long await(RemoteOperation.Starter starter, Body local) {
    link.requireMayBlock();
    LoopWaiter waiter = link.waiter();
    RemoteOperation operation = add(starter, local, ended -> waiter.signal());
    boolean interrupted = false;
    while (!waiter.isSignalled()) {
      try {
        waiter.await(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        interrupted = true;
        link.loop().execute(() -> operation.abandon("the caller was interrupted"));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return operation.result();
  }

  private CompletableFuture<Void> start(RemoteOperation.Starter starter, Body local) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    add(starter, local, new Completion(executor, result));
    return result;
  }

  /** Completes a future on an executor; at the end there may be no memory for making anything. */
  private static final class Completion implements Consumer<RemoteOperation>, Runnable {
    private final Executor executor;
    private final CompletableFuture<Void> result;
    private @Nullable RemoteOperation ended;

    Completion(Executor executor, CompletableFuture<Void> result) {
      this.executor = executor;
      this.result = result;
    }

    @Override
    public void accept(RemoteOperation newEnded) {
      ended = newEnded;
      UnaryCaller.schedule(executor, this);
    }

    @Override
    public void run() {
      try {
        Objects.requireNonNull(ended).result();
        result.complete(null);
      } catch (RpcException | OutOfMemoryError e) {
        result.completeExceptionally(e);
      }
    }
  }

  private RemoteOperation add(
      RemoteOperation.Starter starter, Body local, Consumer<RemoteOperation> onEnded) {
    RemoteOperation operation = new RemoteOperation(queue, starter, local.retain(), onEnded);
    boolean given = false;
    try {
      link.loop().execute(() -> queue.add(operation));
      given = true;
    } finally {
      if (!given) {
        operation.forget();
      }
    }
    return operation;
  }

  private RemoteSpan part(long offset, long bytes) {
    if (offset < 0 || offset > span.length() - bytes) {
      throw new IndexOutOfBoundsException(
          bytes + " bytes at " + offset + " of a remote memory of " + span.length());
    }
    return new RemoteSpan(span.address() + offset, span.remoteKey(), bytes, 0);
  }

  private RemoteSpan word(long offset) {
    require(RemoteRight.ATOMIC);
    if (offset % Long.BYTES != 0) {
      throw new IllegalArgumentException("a word begins at a multiple of 8: " + offset);
    }
    return part(offset, Long.BYTES);
  }

  /** Known here, so that nothing is sent that the server's device would refuse. */
  private void require(RemoteRight right) {
    if (!rights.contains(right)) {
      throw new RpcException(
          StatusCode.PERMISSION_DENIED,
          "the server offers this memory without the right " + right + ", but with "
              + new TreeSet<>(rights),
          Executed.NO);
    }
  }

  private void requireOwn(Body body) {
    if (!body.isRegisteredIn(link.session().bodies())) {
      throw new IllegalArgumentException(
          "the body is not memory of this connection: allocate it with the client");
    }
  }
}
