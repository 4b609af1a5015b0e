// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Second copies, elsewhere, of what suspect strands, and those that have not proved themselves,
 * have in flight, oldest first, while there is a better strand, and within a budget: a part of all
 * bytes posted. Not of what needs every copy to end before it is done (memory without a lease),
 * since a second copy cannot help there.
 */
final class Hedger {
  private final Core core;
  private final StrandSet strands;
  private final Poster poster;
  private final MessageSender sender;
  private final ChunkPump pump;

  /** Posted, or waiting to be. */
  private long chargedBytes;

  Hedger(Core core, Posting posting, MessageSender sender, ChunkPump pump) {
    this.core = core;
    strands = posting.strands();
    poster = posting.poster();
    this.sender = sender;
    this.pump = pump;
  }

  int step() {
    int hedged = 0;
    if (!pump.hasSecondCopies() && !sender.hasSecondCopies()) {
      chargedBytes = poster.hedgedBytes(); // Some were not needed any more.
    }
    boolean doubtful = strands.count(StrandState.SUSPECT) + strands.count(StrandState.PROVING) > 0;
    if (doubtful && strands.count(StrandState.GOOD) > 0) {
      for (int i = 0; i < strands.size(); i++) {
        Strand strand = strands.path(i).strand;
        if (strand != null && isDoubtful(strand)) {
          hedged += hedge(strand);
        }
      }
    }
    return hedged;
  }

  /**
   * What was posted while no strand had proved itself may be on one that never will; on a sound one
   * it would be done before another has proved itself.
   */
  private static boolean isDoubtful(Strand strand) {
    return strand.is(StrandState.SUSPECT) || strand.is(StrandState.PROVING);
  }

  /** Second copies of what this strand has in flight. */
  int hedge(Strand strand) {
    int hedged = 0;
    for (Copy copy = strand.oldest; copy != null; copy = copy.next) {
      if (copy.work != null && copy.work.alone()) {
        if (copy.work.bytes() > budgetBytes()) {
          break;
        }
        hedged += hedge(strand, copy.work) ? 1 : 0;
      }
    }
    return hedged;
  }

  private boolean hedge(Strand strand, Work work) {
    boolean queued = switch (work) {
      case MessageSlot slot -> sender.hedge(slot);
      case Chunk chunk -> hedgeChunk(chunk);
    };
    if (queued) {
      chargedBytes += work.bytes();
      core.journal.hedged(strand, work);
    }
    return queued;
  }

  private boolean hedgeChunk(Chunk chunk) {
    Transfer transfer = chunk.owner();
    boolean helps = transfer.leased() && !transfer.ended() && transfer.failure.isEmpty();
    if (helps) {
      pump.hedge(chunk);
    }
    return helps;
  }

  /** Bytes of all copies ever posted: what the budget is a part of. */
  long postedBytes() {
    return poster.postedBytes();
  }

  private long budgetBytes() {
    PathTuning tuning = core.tuning();
    long earned = poster.postedBytes() / 100 * tuning.hedgePercent();
    return tuning.hedgeBurstBytes() + earned - chargedBytes;
  }
}
