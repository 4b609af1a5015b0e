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

  TargetedCaller(Link link) {
    this.link = link;
  }

  /** Without a copy if the peer may write into the target, else with one; the answer's length. */
  long callInto(OpenCall open, Body request, Body target) {
    MemorySegment memory = target.segment();
    requireWritable(memory, request);
    OpenCall bounded = bounded(open, target.length());
    if (!target.isTargetIn(link.session().bodies())) {
      return copied(bounded, request, memory);
    }
    LoopWaiter freed = link.waiter();
    Body fork = fork(target, freed, request);
    long length = landed(bounded.withResponseTarget(fork), request, memory);
    awaitFreed(freed, open);
    return length;
  }

  /** With one copy; the answer's length. */
  long callInto(OpenCall open, Body request, MemorySegment target) {
    requireWritable(target, request);
    return copied(bounded(open, target.byteSize()), request, target);
  }

  private long copied(OpenCall open, Body request, MemorySegment target) {
    try (Body answer = new UnaryCaller(link).call(open, request)) {
      long length = answer.length();
      Copies.copy(answer.segment(), 0, target, 0, length);
      return length;
    }
  }

  private long landed(OpenCall open, Body request, MemorySegment target) {
    try (Body answer = new UnaryCaller(link).call(open, request)) {
      long length = answer.length();
      MemorySegment where = answer.segment();
      // Answers that came by another way than the grant are copied by us.
      if (where.address() != target.address() || !where.isNative()) {
        Copies.copy(where, 0, target, 0, length);
      }
      return length;
    }
  }

  private static Body fork(Body target, LoopWaiter freed, Body request) {
    try {
      return target.fork(freed::signal);
    } catch (IllegalStateException e) {
      request.close();
      throw e;
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

  private static void requireWritable(MemorySegment target, Body request) {
    if (target.isReadOnly()) {
      request.close();
      throw new IllegalArgumentException("the target is read-only: was it sent?");
    }
  }
}
