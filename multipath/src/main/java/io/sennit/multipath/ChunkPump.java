// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Opcode;

/**
 * Cuts transfers into chunks and posts them, wherever the scheduler says; second copies first. It
 * stops when no strand has room.
 */
final class ChunkPump {
  /** What one turn posts at most, since a provider may move the bytes inside the post. */
  private static final int MOST_BYTES_PER_TURN = 1 << 20;

  /**
   * Pieces that make up what a strand is given ahead: the last one is late by its own time only.
   */
  private static final int PIECES_AHEAD = 4;

  private final Core core;
  private final StrandSet strands;
  private final Poster poster;
  private final Scheduler scheduler;
  private final ChunkPool chunks;
  private final WaitingTransfers waiting;
  private final Chunk[] retries;
  private int retryHead;
  private int retryCount;
  private int turnBytes;

  ChunkPump(Core core, Posting posting, ChunkPool chunks) {
    this.core = core;
    strands = posting.strands();
    poster = posting.poster();
    scheduler = posting.scheduler();
    this.chunks = chunks;
    waiting = new WaitingTransfers(core.config.maxTransfers());
    retries = new Chunk[chunks.capacity()];
  }

  void activate(Transfer transfer) {
    waiting.add(transfer);
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
    while (!waiting.isEmpty() && !chunks.isEmpty() && mayGoOn()) {
      Transfer transfer = waiting.first();
      if (transfer.ended() || !transfer.failure.isEmpty()) {
        waiting.dropFirst();
      } else {
        Chunk chunk = chunks.take(transfer, pieceBytes(transfer));
        if (!post(chunk, transfer)) {
          chunks.give(chunk);
          break;
        }
        posted++;
        waiting.posted(chunk.length);
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

  /**
   * An eighth of what remains for each good strand, and of slow ones a part of what is posted
   * ahead, within the configured bounds.
   */
  private int pieceBytes(Transfer transfer) {
    long left = transfer.remainingBytes();
    long share = left / (8L * Math.max(1, strands.count(StrandState.GOOD)));
    share = Math.min(share, aheadBytes(transfer) / PIECES_AHEAD);
    int whole = core.config.chunkBytes();
    long rounded = share / whole * whole;
    long piece = Math.max(whole, Math.min(rounded, core.config.maxChunkBytes()));
    return (int) Math.min(Math.min(left, piece), core.capabilities.maxMessageBytes());
  }

  /** What a strand is given ahead, on average of those that are measured. */
  private long aheadBytes(Transfer transfer) {
    double rate = 0;
    int measured = 0;
    for (int i = 0; i < strands.size(); i++) {
      Flow flow = strands.path(i).estimate.flow(transfer.verb == Opcode.READ);
      measured += strands.path(i).isGood() && flow.rate() > 0 ? 1 : 0;
      rate += strands.path(i).isGood() ? flow.rate() : 0;
    }
    return measured == 0
        ? Long.MAX_VALUE
        : (long) (rate / measured * core.tuning().aheadNanos() / 1e9);
  }

  private boolean post(Chunk chunk, Transfer transfer) {
    long behindBytes = Math.max(0, waiting.bytes() - chunk.length);
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
    return !waiting.isEmpty() && turnBytes < MOST_BYTES_PER_TURN;
  }

  /** Whether second copies wait for a strand. */
  boolean hasSecondCopies() {
    return retryCount > 0;
  }

  /** When a paced path takes the next chunk, if something waits for it. */
  long nextTimerNanos() {
    long next = Long.MAX_VALUE;
    if (waiting.isEmpty() && retryCount == 0) {
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
    waiting.remove(transfer);
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
