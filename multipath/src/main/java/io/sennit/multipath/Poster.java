// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.PostStatus;
import io.sennit.verbs.QueuePair;
import io.sennit.verbs.WorkRequest;

/** Posts copies, and keeps the books of what is open where. */
final class Poster {
  private final Core core;
  private final CopyTable copies;
  private final StrandSet strands;
  private final WorkRequest request = new WorkRequest();
  private long postedBytes;
  private long hedgedBytes;

  Poster(Core core, CopyTable copies, StrandSet strands) {
    this.core = core;
    this.copies = copies;
    this.strands = strands;
  }

  /** Bytes of all copies ever posted. */
  long postedBytes() {
    return postedBytes;
  }

  /** Of these, second copies of what may yet arrive. */
  long hedgedBytes() {
    return hedgedBytes;
  }

  /** Posts one copy; false: not posted, and the strand will not be chosen again at once. */
  boolean post(Strand strand, Work work) {
    Copy copy = copies.take(strand, work);
    if (copy == null) {
      strand.full = true;
      return false;
    }
    work.fill(request, copy.id);
    copy.control = strand.goesBeside(work, core.tuning());
    QueuePair queuePair = copy.control ? strand.beside() : strand.queuePair;
    PostStatus status = queuePair.post(request);
    if (status != PostStatus.POSTED) {
      copies.give(copy);
      refused(strand, status);
      return false;
    }
    open(strand, copy, work);
    return true;
  }

  private void open(Strand strand, Copy copy, Work work) {
    copy.lostBefore = core.lostNanos;
    if (core.polling) {
      copy.postedNanos = core.nowNanos;
    } else {
      copy.postedNanos = Copy.NOT_YET;
      strand.unstamped = true;
      core.dirty = true;
    }
    strand.path.estimate.flow(work.inbound()).posted(copy, work, core.nowNanos);
    work.openCopies++;
    work.liveCopies++;
    work.copiesMade++;
    if (work.liveCopies > 1) {
      hedgedBytes += work.bytes();
      core.counters.add(Counter.HEDGED_BYTES, work.bytes());
    }
    postedBytes += work.bytes();
    strand.link(copy);
    strand.posted++;
    strand.postedBytes += work.bytes();
    strand.postedChunks += work instanceof Chunk ? 1 : 0;
    strand.controlMessages += copy.control ? 1 : 0;
    strand.controlBytes += copy.control ? work.bytes() : 0;
    strand.path.stats.inFlight(strand.path.estimate);
  }

  private void refused(Strand strand, PostStatus status) {
    switch (status) {
      case QUEUE_FULL -> strand.full = true;
      case NOT_READY -> strands.lose(strand, "its queue pair takes no requests");
      case INVALID, POSTED -> {
        strand.full = true;
        core.failure.set("the provider refused a work request as " + status);
      }
    }
  }

  /** A completion has come: the queue pair has room again. */
  void completed(Copy copy, Strand strand, Work work) {
    strand.full = false;
    strand.path.estimate.flow(work.inbound()).completed(work);
    strand.posted--;
    strand.postedBytes -= work.bytes();
    strand.postedChunks -= work instanceof Chunk ? 1 : 0;
    strand.controlMessages -= copy.control ? 1 : 0;
    strand.controlBytes -= copy.control ? work.bytes() : 0;
    strand.path.stats.inFlight(strand.path.estimate);
  }

  /** No trace of the copy is left anywhere. */
  void end(Copy copy, Strand strand, Work work) {
    work.openCopies--;
    work.liveCopies -= strand.is(StrandState.DOWN) ? 0 : 1;
    strand.unlink(copy);
    copies.give(copy);
  }
}
