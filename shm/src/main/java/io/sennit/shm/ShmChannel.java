// SPDX-License-Identifier: Apache-2.0
package io.sennit.shm;

import io.sennit.shm.os.EventPoll;
import io.sennit.shm.os.OsException;
import io.sennit.verbs.CompletionChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Sleeps for all domains of an event loop. */
final class ShmChannel implements CompletionChannel {
  /** While a queue pair waits for the peer's half to be connected nobody rings for sure. */
  private static final long WAITING_NANOS = 1_000_000;

  /** Even tokens are doorbells, odd ones processes. */
  private static final long RINGS = 2;

  private final EventPoll poll;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<@Nullable Link> links = new ArrayList<>();
  private final AtomicBoolean wakeAsked = new AtomicBoolean();
  private volatile boolean sleeping;
  private volatile boolean closed;
  private int waitingQueuePairs;
  private boolean ownEvent;

  ShmChannel() throws OsException {
    poll = EventPoll.open();
  }

  void join(Link link) throws OsException {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the completion channel is closed");
      }
      int token = links.indexOf(null);
      if (token < 0) {
        token = links.size();
        links.add(null);
      }
      poll.watch(link.doorbell(), RINGS * token);
      poll.watch(link.process(), RINGS * token + 1);
      links.set(token, link);
    } finally {
      lock.unlock();
    }
  }

  void leave(Link link) {
    lock.lock();
    try {
      links.replaceAll(there -> there == link ? null : there);
    } finally {
      lock.unlock();
    }
  }

  /** Something happened on the owning thread itself: the next wait ends at once. */
  void announceOwnEvent() {
    ownEvent = true;
  }

  void addWaiting(int queuePairs) {
    waitingQueuePairs += queuePairs;
  }

  @Override
  public boolean await(long timeoutNanos) {
    if (closed) {
      return false;
    }
    sleeping = true;
    long bound = waitingQueuePairs > 0 ? Math.min(timeoutNanos, WAITING_NANOS) : timeoutNanos;
    int events = poll.await(ownEvent || wakeAsked.get() ? 0 : bound);
    sleeping = false;
    boolean woken = wakeAsked.getAndSet(false) || ownEvent;
    ownEvent = false;
    for (int i = 0; i < events; i++) {
      deliver(poll.token(i), poll.hungUp(i));
    }
    return woken || events > 0;
  }

  private void deliver(long token, boolean hungUp) {
    Link link = token == EventPoll.WAKE ? null : link((int) (token / RINGS));
    if (link != null && token % RINGS == 0) {
      link.onRing(hungUp);
    } else if (link != null) {
      link.onEnd();
    }
  }

  private @Nullable Link link(int token) {
    lock.lock();
    try {
      return links.get(token);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void wake() {
    if (!wakeAsked.getAndSet(true) && sleeping) {
      lock.lock();
      try {
        if (!closed) {
          poll.wake();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        poll.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
