// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Bytes that wait, or are lent, on all streams of a session, and who may add to them. A stream that
 * has some already may have half of what is free, so that there is always something left for
 * others; one that has none may always add a message, so that no stream waits for those that nobody
 * reads (dynamic thresholds of Choudhury and Hahne, for the buffers of a switch). Safe from any
 * thread.
 */
final class QueueShare {
  private final long limitBytes;
  private final HeapLedger heap;
  private final AtomicLong queuedBytes = new AtomicLong();
  private final Queue<CallStream> waiting = new ConcurrentLinkedQueue<>();

  /**
   * Makes one in which nothing waits.
   *
   * @param limitBytes at which only streams are ready on which nothing waits
   * @param heap of the session; no stream is ready while it is nearly used up
   */
  QueueShare(long limitBytes, HeapLedger heap) {
    this.limitBytes = limitBytes;
    this.heap = heap;
  }

  HeapLedger heap() {
    return heap;
  }

  void add(long bytes) {
    queuedBytes.addAndGet(bytes);
  }

  void release(long bytes) {
    queuedBytes.addAndGet(-bytes);
  }

  long queuedBytes() {
    return queuedBytes.get();
  }

  /**
   * Whether a stream may add a message.
   *
   * @param ownBytes that wait on it
   */
  boolean allows(long ownBytes) {
    return !heap.isNearLimit()
        && (ownBytes == 0 || ownBytes < (limitBytes - queuedBytes.get()) / 2);
  }

  /**
   * A stream that is not ready wants to know when it is. One without bytes that wait hears of room
   * for all; others learn it when bytes of their own are released.
   *
   * @return whether it is ready now, asked once more so that no release is missed
   */
  boolean enlist(CallStream stream) {
    Mailbox mailbox = stream.mailbox();
    if (!mailbox.enlist()) {
      return false;
    }
    waiting.add(stream);
    return mailbox.isReady();
  }

  /** The stream has ended. */
  void delist(CallStream stream) {
    waiting.remove(stream);
  }

  /** Bytes were released: who waits for room hears of it, in the order they came. */
  void tell(Consumer<CallStream> told) {
    while (allows(0)) {
      CallStream first = waiting.poll();
      if (first == null) {
        return;
      }
      told.accept(first);
    }
  }
}
