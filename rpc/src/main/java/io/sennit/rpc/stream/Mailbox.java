// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.rpc.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * What other threads left for one stream, and how much of it waits. Safe from any thread; the lock
 * is held for a few instructions only and never while something else is called.
 */
final class Mailbox {
  private final long readyBytes;
  private final long maxQueuedBytes;
  private final OutQueue items = new OutQueue();
  private long queuedBytes;
  private long requested;
  private boolean started;
  private boolean ended;
  private boolean closed;
  private boolean wantsReady;
  private boolean hasMemory;
  private @Nullable Cancellation cancellation;

  /** A cancel that was asked for. */
  record Cancellation(StatusCode code, String description, boolean limitHit) {}

  Mailbox(StreamConfig config) {
    readyBytes = config.readyBytes();
    maxQueuedBytes = config.maxQueuedBytes();
  }

  /** Adds an item; false if the stream has ended, or ends now for want of room. */
  synchronized boolean offer(OutItem item, boolean last) {
    if (closed || ended || cancellation != null) {
      return false;
    }
    if (item.queuedBytes() > maxQueuedBytes - queuedBytes) {
      cancellation = new Cancellation(
          StatusCode.RESOURCE_EXHAUSTED,
          "more than " + maxQueuedBytes + " bytes wait to be sent on one stream",
          true);
      return false;
    }
    queuedBytes += item.queuedBytes();
    ended = last;
    items.add(item);
    return true;
  }

  synchronized void request(int messages) {
    requested += messages;
  }

  synchronized void cancel(StatusCode code, String description) {
    if (!closed && cancellation == null) {
      cancellation = new Cancellation(code, description, false);
    }
  }

  /** Memory of the session was freed, for which the stream waits. */
  synchronized void memory() {
    hasMemory = true;
  }

  synchronized boolean isReady() {
    boolean ready = roomLeft();
    wantsReady |= !ready;
    return ready;
  }

  // For the engine's thread.

  synchronized void takeItems(OutQueue into) {
    items.moveTo(into);
  }

  synchronized long takeRequested() {
    long taken = requested;
    requested = 0;
    return taken;
  }

  synchronized @Nullable Cancellation takeCancellation() {
    return cancellation;
  }

  synchronized boolean takeMemory() {
    boolean had = hasMemory;
    hasMemory = false;
    return had;
  }

  /** Sending may begin; true if someone wants to know. */
  synchronized boolean start() {
    started = true;
    return takeReady();
  }

  /** Bytes need no room any more; true if someone wants to know that there is room. */
  synchronized boolean free(long bytes) {
    queuedBytes -= bytes;
    return takeReady();
  }

  /** Nothing is taken from now on; what is here is given back. */
  void close() {
    OutQueue left;
    synchronized (this) {
      closed = true;
      if (items.isEmpty()) {
        return;
      }
      left = new OutQueue();
      items.moveTo(left);
    }
    for (OutItem item = left.poll(); item != null; item = left.poll()) {
      item.refuse();
    }
  }

  private boolean takeReady() {
    boolean tell = wantsReady && roomLeft();
    wantsReady &= !tell;
    return tell;
  }

  private boolean roomLeft() {
    return started && !closed && !ended && queuedBytes < readyBytes;
  }
}
