// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.base.Copies;
import io.sennit.rpc.session.LoopWaiter;
import io.sennit.rpc.stream.OpenCall;
import java.lang.foreign.MemorySegment;

/**
 * Makes calls whose answer lands in memory of the caller. Returns only when nobody can write into
 * that memory any more: delivered is not released.
 */
final class TargetedCaller {
  private final Link link;
  private final UnaryCaller caller;

  TargetedCaller(Link link) {
    this.link = link;
    caller = new UnaryCaller(link);
  }

  /**
   * Without a copy if the peer may write into the target, else with one; the answer's length.
   *
   * @param request passes, whatever is thrown
   */
  long callInto(OpenCall open, Body request, Body target) {
    LoopWaiter freed;
    OpenCall landing;
    boolean ready = false;
    try {
      requireWritable(target.segment());
      freed = link.waiter();
      landing = bounded(open, target.length());
      if (target.isTargetIn(link.session().bodies())) {
        landing = withTarget(landing, target, freed);
      }
      ready = true;
    } finally {
      if (!ready) {
        request.close();
      }
    }
    if (landing.responseTarget().isEmpty()) {
      return copied(landing, request, target.segment());
    }
    long length = landed(landing, request, target.segment());
    awaitFreed(freed, open);
    return length;
  }

  private static OpenCall withTarget(OpenCall open, Body target, LoopWaiter freed) {
    Body fork = target.fork(freed::signal);
    boolean made = false;
    try {
      OpenCall landing = open.withResponseTarget(fork);
      made = true;
      return landing;
    } finally {
      if (!made) {
        fork.close();
      }
    }
  }

  /** With one copy; the answer's length. */
  long callInto(OpenCall open, Body request, MemorySegment target) {
    OpenCall bounded;
    boolean ready = false;
    try {
      requireWritable(target);
      bounded = bounded(open, target.byteSize());
      ready = true;
    } finally {
      if (!ready) {
        request.close();
      }
    }
    return copied(bounded, request, target);
  }

  private long copied(OpenCall open, Body request, MemorySegment target) {
    try (Body answer = caller.call(open, request)) {
      long length = answer.length();
      Copies.copy(answer.segment(), 0, target, 0, length);
      return length;
    }
  }

  private long landed(OpenCall open, Body request, MemorySegment target) {
    try (Body answer = caller.call(open, request)) {
      long length = answer.length();
      MemorySegment where = answer.segment();
      // Answers that came by another way than the grant are copied by us.
      if (where.address() != target.address() || !where.isNative()) {
        Copies.copy(where, 0, target, 0, length);
      }
      return length;
    }
  }

  /** The answer is there; a late copy of it may still be on its way. */
  private void awaitFreed(LoopWaiter freed, OpenCall open) {
    long timeoutNanos = open.timeoutNanos();
    long now = link.loop().clock().nanoTime();
    try {
      if (!freed.await(timeoutNanos == OpenCall.NO_TIMEOUT ? Long.MAX_VALUE : now + timeoutNanos)) {
        throw new RpcException(
            StatusCode.DEADLINE_EXCEEDED, "the target is not free in time", Executed.YES);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RpcException(
          StatusCode.CANCELLED, "interrupted while the target was not free", Executed.YES);
    }
  }

  /** An answer that is too long is refused before a byte of it moves. */
  private static OpenCall bounded(OpenCall open, long bytes) {
    return open.withMaxInboundMessage(open.maxInboundMessage().atMost(bytes));
  }

  private static void requireWritable(MemorySegment target) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("the target is read-only: was it sent?");
    }
  }
}
