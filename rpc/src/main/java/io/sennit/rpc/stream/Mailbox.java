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
  private final QueueShare share;
  private final long maxQueuedBytes;
  private final OutQueue items = new OutQueue();
  private long queuedBytes;
  private long requested;
  private long asked;
  private boolean started;
  private boolean ended;
  private boolean closed;
  private boolean wantsReady;
  private boolean enlisted;
  private boolean hasMemory;
  private @Nullable StatusCode cancelCode;
  private String cancelDescription = "";
  private boolean limitHit;

  /** A cancel that was asked for. */
  record Cancellation(StatusCode code, String description, boolean limitHit) {}

  /** @param share of the session, in which what waits here counts too */
  Mailbox(StreamConfig config, QueueShare share) {
    this.share = share;
    readyBytes = config.readyBytes();
    maxQueuedBytes = config.maxQueuedBytes();
  }

  /** Adds an item; false if the stream has ended, or ends now for want of room. */
  synchronized boolean offer(OutItem item, boolean last) {
    if (closed || ended || cancelCode != null) {
      return false;
    }
    if (item.queuedBytes() > maxQueuedBytes - queuedBytes) {
      limitHit(
          StatusCode.RESOURCE_EXHAUSTED,
          "more than " + maxQueuedBytes + " bytes wait to be sent on one stream");
      return false;
    }
    if (!item.charge(share.heap())) {
      limitHit(share.heap().refusal(), share.heap().obstacle(item.heapBytes()));
      return false;
    }
    queuedBytes += item.queuedBytes();
    share.add(item.queuedBytes());
    ended = last;
    items.add(item);
    return true;
  }

  /** @param newlyAsked those of them that the application waits for */
  synchronized void request(int messages, int newlyAsked) {
    requested += messages;
    asked += newlyAsked;
  }

  private void limitHit(StatusCode code, String description) {
    cancel(code, description);
    limitHit = true;
  }

  /** Allocates nothing. */
  synchronized void cancel(StatusCode code, String description) {
    if (!closed && cancelCode == null) {
      cancelCode = code;
      cancelDescription = description;
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

  /** Whether the stream waits for the session's room alone, and is to be enlisted for it now. */
  synchronized boolean enlist() {
    boolean enlist = wantsReady && !enlisted && queuedBytes == 0 && mayAdd();
    enlisted |= enlist;
    return enlist;
  }

  /** The session has room; true if someone wants to know. */
  synchronized boolean delist() {
    enlisted = false;
    return takeReady();
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

  /** Of those requested, how many the application waits for. */
  synchronized long takeAsked() {
    long taken = asked;
    asked = 0;
    return taken;
  }

  synchronized @Nullable Cancellation takeCancellation() {
    StatusCode code = cancelCode;
    return code == null ? null : new Cancellation(code, cancelDescription, limitHit);
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
    share.release(bytes);
    return takeReady();
  }

  /**
   * Nothing is taken from now on; what is here is given back.
   *
   * @return whether the stream was enlisted for the session's room
   */
  boolean close() {
    OutQueue left;
    boolean waited;
    synchronized (this) {
      closed = true;
      waited = enlisted;
      if (items.isEmpty()) {
        return waited;
      }
      left = new OutQueue();
      items.moveTo(left);
    }
    for (OutItem item = left.poll(); item != null; item = left.poll()) {
      share.release(item.queuedBytes());
      item.uncharge(share.heap());
      item.refuse();
    }
    return waited;
  }

  private boolean takeReady() {
    boolean tell = wantsReady && roomLeft();
    wantsReady &= !tell;
    return tell;
  }

  private boolean roomLeft() {
    return mayAdd() && queuedBytes < readyBytes && share.allows(queuedBytes);
  }

  private boolean mayAdd() {
    return started && !closed && !ended;
  }
}
