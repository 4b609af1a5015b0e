// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.CompletionQueue;
import io.sennit.verbs.CompletionStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkCompletion;

/** What has become of own work requests. */
final class Completions {
  private static final int MOST_BATCHES = 8;

  private final Core core;
  private final CompletionQueue queue;
  private final CopyTable copies;
  private final Poster poster;
  private final StrandSet strands;
  private final MessageSender sender;
  private final Transfers transfers;
  private final Prober prober;
  private final Intrusions intrusions;
  private final WorkCompletion[] batch = new WorkCompletion[64];

  /**
   * Completions in the batch, and the next one to handle: if one throws, the next poll goes on
   * behind it.
   */
  private int filled;

  private int next;

  Completions(Core core, CompletionQueue queue, Posting posting, Owners owners, Prober prober) {
    this.core = core;
    this.queue = queue;
    this.prober = prober;
    copies = posting.copies();
    poster = posting.poster();
    strands = posting.strands();
    sender = owners.sender();
    transfers = owners.transfers();
    intrusions = owners.intrusions();
    for (int i = 0; i < batch.length; i++) {
      batch[i] = new WorkCompletion();
    }
  }

  /** Whose copies they are. */
  record Owners(MessageSender sender, Transfers transfers, Intrusions intrusions) {}

  int poll() {
    int handled = 0;
    boolean more = true;
    for (int i = 0; i < MOST_BATCHES && more; i++) {
      if (next == filled) {
        filled = 0;
        next = 0;
        filled = queue.poll(batch);
      }
      handled += filled - next;
      while (next < filled) {
        handle(batch[next++]);
      }
      more = filled == batch.length;
    }
    return handled;
  }

  private void handle(WorkCompletion completion) {
    if (Prober.owns(completion.id())) {
      prober.onCompletion(completion.id(), completion.status());
      return;
    }
    Copy copy = copies.find(completion.id());
    Strand strand = copy == null ? null : copy.strand;
    Work work = copy == null ? null : copy.work;
    if (copy == null || strand == null || work == null || copy.lost) {
      core.counters.increment(Counter.STRAY_COMPLETIONS);
      return;
    }
    poster.completed(copy, strand, work);
    if (completion.status() == CompletionStatus.SUCCESS) {
      succeeded(copy, strand, work);
    } else {
      copy.lost = true;
      failed(completion.status(), strand, work);
    }
  }

  private void succeeded(Copy copy, Strand strand, Work work) {
    learn(copy, strand, work);
    if (strand.is(StrandState.DOWN)) {
      strands.found(strand, work);
    }
    poster.end(copy, strand, work);
    switch (work) {
      case MessageSlot slot -> sender.onArrived(slot, strand);
      case Chunk chunk -> {
        boolean writes = !chunk.owner().verb.fetches();
        int field = writes ? PathStats.WRITTEN : PathStats.READ;
        strand.path.stats.add(field, chunk.length, strand.path.rebuilt());
        core.movedBytes += chunk.length;
        transfers.onArrived(chunk);
      }
    }
  }

  private void learn(Copy copy, Strand strand, Work work) {
    PathEstimate estimate = strand.path.estimate;
    estimate.flow(work.inbound()).delivered(work, core.nowNanos);
    strand.progressed(copy, core.nowNanos);
    if (copy.control && strand.isApart()) {
      strand.answered(copy.postedNanos);
    } else {
      strand.heard(copy.postedNanos, core.nowNanos);
    }
    core.heard = true;
    if (work instanceof Chunk && core.measured(copy.postedNanos, copy.lostBefore)) {
      QueuePair queuePair = strand.queuePair;
      long rate = work.inbound() ? 0 : queuePair.deliveryRateBytesPerSecond();
      estimate.chunk(copy, work, core.nowNanos, queuePair.roundTripNanos(), rate);
      strand.path.stats.estimate(estimate);
    }
  }

  /**
   * Only what can be the path's fault is answered by another path, and what the peer says, or
   * somebody in its name: the first time. The rest are bugs, here or at the peer, and end the
   * session. What a strand reports that is down already is a consequence.
   */
  private void failed(CompletionStatus status, Strand strand, Work work) {
    if (strand.is(StrandState.DOWN)) {
      return;
    }
    if (status == CompletionStatus.REMOTE_ACCESS_ERROR
        && work instanceof Chunk chunk
        && !chunk.owner().leased()) {
      transfers.onRefused(chunk, status.words());
    } else if (!status.isPathFailure()) {
      judge(status, strand, work);
    }
    strands.lose(strand, status.words()); // Unless it is lost already.
  }

  /** Whoever inserts packets can refuse a request in the peer's name; a bug does so again. */
  private void judge(CompletionStatus status, Strand strand, Work work) {
    if (!status.isPeersWord() || work.refused) {
      String path = core.log.name(strand.path.path);
      core.failure.set("a work request failed on path " + path + ": " + status.words());
    } else {
      work.refused = true;
      intrusions.met(strand, "a work request failed: " + status.words());
    }
  }
}
