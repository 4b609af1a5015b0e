// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.session.LoopWaiter;
import io.sennit.rpc.stream.RpcStream;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages between the loop, which brings them, and one blocking reader. Never holds more than
 * {@link #AHEAD_MESSAGES}. Reader methods are for one thread at a time; the others are safe from
 * any thread.
 */
final class Inbox {
  /** Messages taken ahead of the reader: enough to hide a round trip, little enough to hold. */
  static final int AHEAD_MESSAGES = 4;

  private final Supplier<LoopWaiter> waiters;
  private final ArrayDeque<Body> messages = new ArrayDeque<>();
  private @Nullable LoopWaiter reader;
  private boolean complete;
  private boolean dropped;

  Inbox(Supplier<LoopWaiter> waiters) {
    this.waiters = waiters;
  }

  /** A message came; the inbox owns it now. */
  void put(Body message) {
    boolean kept = false;
    try {
      kept = keep(message);
    } finally {
      if (!kept) {
        message.close();
      }
    }
  }

  private synchronized boolean keep(Body message) {
    if (dropped) {
      return false;
    }
    messages.add(message);
    wakeReader();
    return true;
  }

  /** No more messages will come. */
  synchronized void complete() {
    complete = true;
    wakeReader();
  }

  /** Closes what was not read, now and in future. */
  void drop() {
    ArrayDeque<Body> rest;
    synchronized (this) {
      dropped = true;
      complete = true;
      rest = new ArrayDeque<>(messages);
      messages.clear();
      wakeReader();
    }
    rest.forEach(Body::close);
  }

  /** Waits for the stream's next message, which becomes the reader's; null if no more will come. */
  @Nullable
  Body take(RpcStream stream) throws InterruptedException {
    while (true) {
      LoopWaiter waiter = waiters.get();
      synchronized (this) {
        Body next = messages.poll();
        if (next != null || complete) {
          reader = null;
          return replaced(next, stream);
        }
        reader = waiter;
      }
      stream.want();
      waiter.await(Long.MAX_VALUE);
    }
  }

  private static @Nullable Body replaced(@Nullable Body next, RpcStream stream) {
    if (next != null) {
      stream.requestAhead(1);
    }
    return next;
  }

  private void wakeReader() {
    if (reader != null) {
      reader.signal();
    }
  }
}
