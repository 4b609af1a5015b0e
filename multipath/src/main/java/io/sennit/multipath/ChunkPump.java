// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Opcode;

/**
 * Cuts transfers into chunks and posts them, one chunk of each transfer in turn, wherever the
 * scheduler says; second copies first. It stops when no strand has room.
 */
final class ChunkPump {
  /** What one turn posts at most, since a provider may move the bytes inside the post. */
  private static final int MOST_BYTES_PER_TURN = 1 << 20;

  private final Core core;
  private final StrandSet strands;
  private final Poster poster;
  private final Scheduler scheduler;
  private final ChunkPool chunks;
  private final Transfer[] active;
  private int activeHead;
  private int activeCount;
  private final Chunk[] retries;
  private int retryHead;
  private int retryCount;
  private int turnBytes;

  /** Not given to chunks yet. */
  private long waitingBytes;

  ChunkPump(Core core, Posting posting, ChunkPool chunks) {
    this.core = core;
    strands = posting.strands();
    poster = posting.poster();
    scheduler = posting.scheduler();
    this.chunks = chunks;
    active = new Transfer[core.config.maxTransfers()];
    retries = new Chunk[chunks.capacity()];
  }

  void activate(Transfer transfer) {
    transfer.active = true;
    waitingBytes += transfer.lengthBytes() - transfer.nextOffset;
    active[(activeHead + activeCount++) % active.length] = transfer;
  }

  private Transfer pollActive() {
    Transfer head = active[activeHead];
    activeHead = (activeHead + 1) % active.length;
    activeCount--;
    head.active = false;
    waitingBytes -= head.lengthBytes() - head.nextOffset;
    return head;
  }

  private void retry(Chunk chunk) {
    chunk.queued = true;
    retries[(retryHead + retryCount++) % retries.length] = chunk;
  }

  private Chunk pollRetry() {
    Chunk head = retries[retryHead];
    retryHead = (retryHead + 1) % retries.length;
    retryCount--;
    head.queued = false;
    return head;
  }

  /** Posts what the strands have room for. */
  int pump() {
    turnBytes = 0;
    int posted = pumpRetries();
    while (activeCount > 0 && !chunks.isEmpty() && mayGoOn()) {
      Transfer transfer = active[activeHead];
      if (transfer.ended() || !transfer.failure.isEmpty()) {
        pollActive();
      } else {
        Chunk chunk = chunks.take(transfer, pieceBytes(transfer));
        if (!post(chunk, transfer)) {
          chunks.give(chunk);
          break;
        }
        posted++;
        pollActive();
        transfer.nextOffset += chunk.length;
        if (transfer.nextOffset < transfer.lengthBytes()) {
          activate(transfer);
        }
      }
    }
    return posted;
  }

  private boolean mayGoOn() {
    core.dirty |= turnBytes >= MOST_BYTES_PER_TURN;
    return turnBytes < MOST_BYTES_PER_TURN && !core.failure.failed();
  }

  private int pumpRetries() {
    int posted = 0;
    while (retryCount > 0 && mayGoOn()) {
      Chunk chunk = retries[retryHead];
      Transfer transfer = chunk.owner();
      boolean helps = chunk.liveCopies == 0 || strands.count(StrandState.SUSPECT) > 0;
      boolean needed = helps && !chunk.done && !transfer.ended() && transfer.failure.isEmpty();
      if (needed && !post(chunk, transfer)) {
        break;
      }
      posted++;
      pollRetry();
      giveBack(chunk);
    }
    return posted;
  }

  /** An eighth of what remains for each good strand, within the configured bounds. */
  private int pieceBytes(Transfer transfer) {
    long left = transfer.lengthBytes() - transfer.nextOffset;
    long share = left / (8L * Math.max(1, strands.count(StrandState.GOOD)));
    int whole = core.config.chunkBytes();
    long rounded = share / whole * whole;
    long piece = Math.max(whole, Math.min(rounded, core.config.maxChunkBytes()));
    return (int) Math.min(Math.min(left, piece), core.capabilities.maxMessageBytes());
  }

  private boolean post(Chunk chunk, Transfer transfer) {
    long behindBytes = Math.max(0, waitingBytes - chunk.length);
    Strand strand = scheduler.choose(chunk, behindBytes);
    while (strand != null && !poster.post(strand, chunk)) {
      strand = scheduler.choose(chunk, behindBytes);
    }
    if (strand == null) {
      return false;
    }
    transfer.openCopies++;
    transfer.posted = true;
    turnBytes += chunk.length;
    if (chunk.copiesMade > 1) {
      core.counters.increment(Counter.CHUNK_REPLAYS);
    }
    if (transfer.verb == Opcode.WRITE) {
      core.counters.increment(Counter.WRITES);
    } else if (transfer.verb == Opcode.READ) {
      core.counters.increment(Counter.READS);
    }
    return true;
  }

  /** Second copies of everything on this strand that has not succeeded; never of an atomic. */
  void replay(Strand strand) {
    for (Copy copy = strand.oldest; copy != null; copy = copy.next) {
      if (copy.work instanceof Chunk chunk && chunk.orphaned() && !chunk.owner().atomic()) {
        retry(chunk);
      }
    }
  }

  /** A second copy of a chunk whose first one is suspected to be lost. */
  void hedge(Chunk chunk) {
    retry(chunk);
    core.dirty = true;
  }

  /** Whether chunks wait, after a turn, since no strand has room for them. */
  boolean isHeldBack() {
    return activeCount > 0 && turnBytes < MOST_BYTES_PER_TURN;
  }

  /** Whether second copies wait for a strand. */
  boolean hasSecondCopies() {
    return retryCount > 0;
  }

  /** When a paced path takes the next chunk, if something waits for it. */
  long nextTimerNanos() {
    long next = Long.MAX_VALUE;
    if (activeCount == 0 && retryCount == 0) {
      return next;
    }
    for (int i = 0; i < strands.size(); i++) {
      PathEstimate estimate = strands.path(i).estimate;
      next = sooner(next, estimate.out().window().readyNanos());
      next = sooner(next, estimate.in().window().readyNanos());
    }
    return next;
  }

  private long sooner(long next, long readyNanos) {
    return readyNanos > core.nowNanos ? Math.min(next, readyNanos) : next;
  }

  /** Frees a chunk that nothing refers to any more. */
  void giveBack(Chunk chunk) {
    if (chunk.openCopies == 0 && !chunk.queued) {
      chunks.give(chunk);
    }
  }

  /** Nothing of this transfer waits here any more. */
  void forget(Transfer transfer) {
    if (transfer.active) {
      for (int left = activeCount; left > 0; left--) {
        Transfer head = pollActive();
        if (head != transfer) {
          activate(head);
        }
      }
    }
    for (int left = retryCount; left > 0; left--) {
      Chunk head = pollRetry();
      if (head.transfer == transfer) {
        giveBack(head);
      } else {
        retry(head);
      }
    }
  }
}
