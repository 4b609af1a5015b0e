// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Opcode;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Transfers that are not released: how they begin, when they are delivered, when they fail, when
 * they are released. Delivered and released are two events: a copy that lost the race may still be
 * on its way. All callbacks are made in {@link #settle}, so that none comes in the middle of
 * something.
 */
final class Transfers {
  private static final int INDEX_BITS = 20;

  private final Core core;
  private final ChunkPump pump;
  private final LeaseNotices notices;
  private final MemoryRegion found;
  private final long foundOffset;
  private final @Nullable Transfer[] pool;
  private final int[] free;
  private final Transfer[] open;
  private final LongRing settling;
  private int freeCount;
  private int openCount;
  private long serial;

  /**
   * @param found 8 bytes for each transfer from {@code foundOffset} on, where atomics put what they
   *     found
   */
  Transfers(Core core, ChunkPump pump, LeaseNotices notices, MemoryRegion found, long foundOffset) {
    this.core = core;
    this.pump = pump;
    this.notices = notices;
    this.found = found;
    this.foundOffset = foundOffset;
    freeCount = core.config.maxTransfers();
    pool = new Transfer[freeCount];
    open = new Transfer[freeCount];
    free = new int[freeCount];
    settling = new LongRing(freeCount);
    for (int i = 0; i < freeCount; i++) {
      free[i] = freeCount - 1 - i;
    }
  }

  int room() {
    return freeCount;
  }

  /** WRITE or READ. */
  Transfer move(Opcode verb, RemoteSpan span, long length, TransferListener listener) {
    if (length < 0 || length > span.length()) {
      throw new IllegalArgumentException(length + " bytes do not fit " + span);
    }
    return take(verb, span, length, listener);
  }

  /** The local side of {@link #move}; starts it; its id. */
  long between(Transfer transfer, MemoryRegion region, long offset) {
    transfer.local(region, offset);
    start(transfer);
    return transfer.id;
  }

  /** Starts an atomic; its id. */
  long atomic(
      Opcode verb, RemoteSpan word, long compare, long swapOrAdd, TransferListener listener) {
    if (word.length() < Long.BYTES || word.address() % Long.BYTES != 0 || word.leaseId() != 0) {
      throw new IllegalArgumentException("atomics take an aligned word without a lease: " + word);
    }
    Transfer transfer = take(verb, word, Long.BYTES, listener);
    transfer.compare = compare;
    transfer.swapOrAdd = swapOrAdd;
    return between(transfer, found, foundOffset + (long) transfer.index * Long.BYTES);
  }

  private Transfer take(Opcode verb, RemoteSpan span, long length, TransferListener listener) {
    if (core.over) {
      throw new IllegalStateException("the session is over: " + core.failure.cause());
    }
    if (freeCount == 0) {
      throw new IllegalStateException("maxTransfers are open");
    }
    TransferLine line = listener.line();
    line.checkBelongsTo(this);
    Transfer transfer = pooled(free[freeCount - 1]); // Before the place is taken.
    freeCount--;
    transfer.id = ++serial << INDEX_BITS | transfer.index;
    transfer.begin(verb, span, length, listener, line);
    transfer.position = openCount;
    open[openCount++] = transfer;
    core.counters.increment(Counter.OPEN_TRANSFERS);
    return transfer;
  }

  /** The one of this place, made when it is first wanted. */
  private Transfer pooled(int index) {
    Transfer transfer = pool[index];
    if (transfer == null) {
      transfer = new Transfer(index);
      pool[index] = transfer;
    }
    return transfer;
  }

  private void start(Transfer transfer) {
    core.dirty = true;
    if (transfer.lengthBytes() == 0) {
      toSettle(transfer);
    } else {
      pump.activate(transfer);
    }
  }

  private @Nullable Transfer find(long id) {
    Transfer transfer = pool[(int) (id & (1L << INDEX_BITS) - 1)];
    return transfer != null && transfer.id == id && transfer.position >= 0 ? transfer : null;
  }

  /** One that waits for its user to announce or decline it. */
  Transfer unaccounted(long id) {
    Transfer write = find(id);
    if (write == null || !write.unaccounted()) {
      throw new IllegalStateException("not a delivered WRITE that waits to be announced");
    }
    return write;
  }

  void abort(long id, String cause) {
    Transfer transfer = find(id);
    if (transfer != null) {
      abort(transfer, cause);
    }
  }

  private void abort(Transfer transfer, String cause) {
    if (!transfer.ended() && transfer.failure.isEmpty()) {
      transfer.failure = cause.isEmpty() ? "aborted" : cause;
    }
    transfer.declined |= transfer.unaccounted();
    toSettle(transfer);
  }

  /** See {@link Braid#decline}; true if an open transfer uses the span: it ends and sees to it. */
  boolean decline(RemoteSpan span) {
    for (int i = 0; i < openCount; i++) {
      Transfer transfer = open[i];
      if (transfer.span().leaseId() == span.leaseId()) {
        abort(transfer, "declined");
        return true;
      }
    }
    return false;
  }

  /** Its DONE was sent. */
  void announced(Transfer transfer, boolean unfinishedCopies) {
    transfer.announced = true;
    transfer.owesReleased = unfinishedCopies;
    toSettle(transfer);
  }

  /** A copy of a chunk succeeded. */
  void onArrived(Chunk chunk) {
    Transfer transfer = chunk.owner();
    if (!chunk.done) {
      chunk.done = true;
      transfer.doneBytes += chunk.length;
      count(transfer.verb, chunk.length);
    }
    onCopyOver(chunk, transfer);
  }

  private void count(Opcode verb, int bytes) {
    switch (verb) {
      case WRITE -> core.counters.add(Counter.WRITE_BYTES, bytes);
      case READ -> core.counters.add(Counter.READ_BYTES, bytes);
      default -> core.counters.increment(Counter.ATOMICS);
    }
  }

  /** A lost copy can do nothing any more. An atomic has only one. */
  void onEnded(Chunk chunk) {
    Transfer transfer = chunk.owner();
    if (transfer.atomic() && !chunk.done && transfer.failure.isEmpty()) {
      transfer.failure = "its strand failed: it may or may not have been executed";
    }
    onCopyOver(chunk, transfer);
  }

  private void onCopyOver(Chunk chunk, Transfer transfer) {
    transfer.openCopies--;
    pump.giveBack(chunk);
    toSettle(transfer);
  }

  /** The peer refused access to memory that has no lease: this operation's fault alone. */
  void onRefused(Chunk chunk, String cause) {
    Transfer transfer = chunk.owner();
    transfer.refused = true;
    if (transfer.failure.isEmpty()) {
      transfer.failure = cause;
    }
    toSettle(transfer);
  }

  private void toSettle(Transfer transfer) {
    core.dirty = true;
    if (!transfer.settling && transfer.position >= 0) {
      transfer.settling = true;
      settling.add(transfer.index);
    }
  }

  /** Tells users what has become of their transfers. */
  int settle() {
    int settled = 0;
    for (int left = settling.size(); left > 0 && !settling.isEmpty(); left--) {
      Transfer transfer = pooled((int) settling.poll());
      transfer.settling = false;
      settle(transfer);
      settled++;
    }
    return settled;
  }

  private void settle(Transfer transfer) {
    if (!transfer.ended()) {
      end(transfer);
    }
    if (!transfer.ended() || transfer.position < 0) {
      return;
    }
    tellLender(transfer);
    if (transfer.openCopies == 0 && !transfer.unaccounted()) {
      release(transfer);
    }
  }

  private void end(Transfer transfer) {
    if (!transfer.failure.isEmpty()) {
      fail(transfer, transfer.failure);
    } else if (transfer.complete() && (transfer.leased() || transfer.openCopies == 0)) {
      transfer.delivered = true;
      transfer.listener().onDelivered(foundBy(transfer));
    }
  }

  private void fail(Transfer transfer, String cause) {
    transfer.failed = true;
    transfer.listener().onFailed(cause, transfer.hadNoEffect());
  }

  private long foundBy(Transfer transfer) {
    return transfer.atomic() ? found.segment().get(ValueLayout.JAVA_LONG, transfer.localOffset) : 0;
  }

  private void tellLender(Transfer transfer) {
    boolean pulled = transfer.verb == Opcode.READ && transfer.leased() && !transfer.pullReleased;
    if (pulled && core.rules.loanIsFree(transfer.openCopies)) {
      transfer.pullReleased = true;
      notices.pullReleased(transfer.span().leaseId());
    }
  }

  private void release(Transfer transfer) {
    pump.forget(transfer);
    if (transfer.verb == Opcode.WRITE && transfer.leased()) {
      if (!transfer.announced) {
        notices.declined(transfer.span().leaseId());
      } else if (transfer.owesReleased) {
        notices.released(transfer.span().leaseId());
      }
    }
    retire(transfer);
  }

  /** Last words; the place is free for another one after them. */
  private void retire(Transfer transfer) {
    Transfer last = open[--openCount];
    open[transfer.position] = last;
    last.position = transfer.position;
    transfer.position = -1;
    core.counters.add(Counter.OPEN_TRANSFERS, -1);
    try {
      transfer.listener().onReleased();
    } finally {
      transfer.clear();
      free[freeCount++] = transfer.index;
    }
  }

  /** The session has failed. */
  void failAll(String cause) {
    for (int i = openCount - 1; i >= 0; i--) {
      Transfer transfer = open[i];
      if (!transfer.ended()) {
        fail(transfer, cause);
      }
    }
  }

  /** All strands are destroyed: nothing can touch anything. */
  void releaseAll() {
    for (int i = 0; i < openCount; i++) {
      open[i].line().leaveAll(this);
    }
    while (openCount > 0) {
      Transfer transfer = open[openCount - 1];
      transfer.openCopies = 0;
      if (!transfer.ended()) {
        fail(transfer, core.failure.cause());
      }
      retire(transfer);
    }
  }
}
