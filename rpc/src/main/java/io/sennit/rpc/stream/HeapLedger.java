// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.MemoryAccount;
import io.sennit.rpc.Body;
import io.sennit.rpc.StatusCode;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Heap that the calls of one session make this side hold, charged before it is allocated. Takes
 * from the session's account by the piece and keeps a little, since the account's lock is shared by
 * the whole process. Safe from any thread.
 */
final class HeapLedger {
  /** Least that is taken from the account, and most that is kept beyond use. */
  static final long PIECE_BYTES = 32 << 10;

  private final MemoryAccount account;
  private final Runnable onRoom;
  private final Runnable onAccountRoom = this::onAccountRoom;
  private final AtomicLong spareBytes = new AtomicLong();
  private final AtomicBoolean awaiting = new AtomicBoolean();
  private volatile boolean nearLimit;
  private volatile boolean closed;

  /**
   * Makes one without anything.
   *
   * @param onRoom run when {@link #isNearLimit} may have become false, by any thread and perhaps
   *     under locks: it must not block
   */
  HeapLedger(MemoryAccount account, Runnable onRoom) {
    this.account = account;
    this.onRoom = onRoom;
  }

  /** Charges bytes; false, and nothing is charged, if there is no room. */
  boolean tryCharge(long bytes) {
    long spare = spareBytes.get();
    while (bytes <= spare) {
      if (spareBytes.compareAndSet(spare, spare - bytes)) {
        return true;
      }
      spare = spareBytes.get();
    }
    return takePiece(bytes);
  }

  private boolean takePiece(long bytes) {
    boolean whole = account.tryCharge(bytes + PIECE_BYTES);
    if (whole) {
      giveBack(PIECE_BYTES);
    }
    boolean charged = whole || account.tryCharge(bytes);
    lookWhetherNear();
    return charged;
  }

  /** A body on the heap, charged until it is closed; empty if there is no room. */
  Optional<Body> allocate(int bytes) {
    return tryCharge(bytes) ? Optional.of(charged(bytes)) : Optional.empty();
  }

  private Body charged(int bytes) {
    boolean made = false;
    try {
      Body body = Body.wrap(MemorySegment.ofArray(new byte[bytes]), () -> release(bytes));
      made = true;
      return body;
    } finally {
      if (!made) {
        release(bytes);
      }
    }
  }

  /** Gives back bytes that were charged and are not held any more. */
  void release(long bytes) {
    if (bytes > 0) {
      giveBack(bytes);
    }
  }

  private void giveBack(long bytes) {
    long spare = spareBytes.addAndGet(bytes);
    if (closed) {
      account.release(spareBytes.getAndSet(0));
    } else if (spare > 2 * PIECE_BYTES && spareBytes.compareAndSet(spare, PIECE_BYTES)) {
      account.release(spare - PIECE_BYTES);
    }
  }

  /** Whether so little is left that whoever can wait should. */
  boolean isNearLimit() {
    return nearLimit;
  }

  private void lookWhetherNear() {
    nearLimit = !closed && account.isNearLimit();
    if (nearLimit) {
      await();
      if (!account.isNearLimit()) { // A release before the line above was not told.
        nearLimit = false;
        onRoom.run();
      }
    }
  }

  private void await() {
    if (awaiting.compareAndSet(false, true)) {
      boolean told = false;
      try {
        account.whenRoom(onAccountRoom);
        told = true;
      } finally {
        if (!told) {
          awaiting.set(false);
        }
      }
    }
  }

  private void onAccountRoom() {
    awaiting.set(false);
    lookWhetherNear();
    if (!nearLimit) {
      onRoom.run();
    }
  }

  /** How what found no room ends: a session that has ended has no room for anybody. */
  StatusCode refusal() {
    return account.isClosed() ? StatusCode.UNAVAILABLE : StatusCode.RESOURCE_EXHAUSTED;
  }

  /** Why that many bytes cannot be charged, as a sentence's part. */
  String obstacle(long bytes) {
    if (account.isClosed()) {
      return "the session has ended";
    }
    return account.obstacle(bytes).orElse(account.name() + " had no room for a moment");
  }

  /** The session has ended: nothing is kept; what is in use is released when it is free. */
  void close() {
    closed = true;
    account.release(spareBytes.getAndSet(0));
  }
}
