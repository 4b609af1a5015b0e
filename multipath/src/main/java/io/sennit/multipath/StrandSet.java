// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import io.sennit.verbs.QueuePair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All paths of a braid, and which of their strands live. */
final class StrandSet {
  /** Told when a strand has gone down; its open copies are still linked. */
  interface LossListener {
    void onLost(Strand strand);
  }

  private final Core core;
  private volatile StrandPath[] paths = new StrandPath[0];
  private LossListener lossListener = strand -> {};
  private int good;
  private int lostMessages;
  private String lastLoss = "";

  StrandSet(Core core) {
    this.core = core;
  }

  void onLoss(LossListener listener) {
    lossListener = listener;
  }

  void open(List<Path> wanted) {
    StrandPath[] opened = new StrandPath[wanted.size()];
    for (int i = 0; i < opened.length; i++) {
      opened[i] = new StrandPath(i, wanted.get(i));
    }
    paths = opened;
  }

  int size() {
    return paths.length;
  }

  StrandPath path(int index) {
    return paths[index];
  }

  /** From any thread; empty before {@link #open}. */
  StrandPath[] all() {
    return paths.clone();
  }

  @Nullable
  StrandPath find(Path path) {
    for (StrandPath candidate : paths) {
      if (candidate.path.equals(path)) {
        return candidate;
      }
    }
    return null;
  }

  /** The path that the peer calls so. */
  StrandPath peersPath(Path path) {
    StrandPath found = find(path.reversed());
    if (found == null) {
      throw new Violation("a frame about an unknown path " + path);
    }
    return found;
  }

  /** Strands that carry traffic. */
  int good() {
    return good;
  }

  /** Messages whose copy may still take a receive of the peer, though their strand is down. */
  int lostMessages() {
    return lostMessages;
  }

  /** Why the last strand that went down did. */
  String lastLoss() {
    return lastLoss;
  }

  /** Starts a new life on a path. */
  Strand begin(StrandPath path, int epoch, QueuePair queuePair) {
    path.epoch = epoch;
    Strand strand = new Strand(path, epoch, queuePair);
    strand.sinceNanos = core.nowNanos;
    path.strand = strand;
    path.stats.state(StrandState.CONNECTING, epoch);
    return strand;
  }

  void makeGood(Strand strand) {
    strand.state = StrandState.GOOD;
    strand.sinceNanos = core.nowNanos;
    strand.path.stats.state(StrandState.GOOD, strand.epoch);
    good++;
  }

  /**
   * The path failed, here or at the peer: ERROR at once, without waiting for retries; second copies
   * of everything on it elsewhere; FENCE.
   */
  void lose(Strand strand, String cause) {
    if (strand.is(StrandState.DOWN)) {
      return;
    }
    if (strand.is(StrandState.GOOD)) {
      good--;
      if (!core.failure.failed()) {
        core.counters.increment(Counter.STRANDS_LOST);
      }
    }
    boolean wasStable = core.nowNanos - strand.sinceNanos > core.config.rebuildMaxNanos();
    strand.path.pauseNanos = wasStable ? 0 : strand.path.pauseNanos;
    strand.state = StrandState.DOWN;
    strand.sinceNanos = core.nowNanos;
    strand.cause = cause;
    strand.fenceDue = true;
    strand.queuePair.toError();
    strand.path.stats.state(StrandState.DOWN, strand.epoch);
    lastLoss = "path " + strand.path.snapshot().label() + " failed: " + cause;
    countLost(strand);
    core.dirty = true;
    lossListener.onLost(strand);
  }

  private void countLost(Strand strand) {
    for (Copy copy = strand.oldest; copy != null; copy = copy.next) {
      if (copy.work instanceof MessageSlot) {
        strand.lostMessages++;
      } else if (copy.work instanceof Chunk chunk) {
        strand.lostBytes += chunk.length;
      }
    }
    lostMessages += strand.lostMessages;
    quarantine(strand.lostBytes);
  }

  /** A copy on a strand that is down has ended after all. */
  void found(Strand strand, Work work) {
    if (work instanceof MessageSlot) {
      strand.lostMessages--;
      lostMessages--;
    } else {
      strand.lostBytes -= work.bytes();
      quarantine(-work.bytes());
    }
  }

  /** Bit i: path i's strand holds an unfinished copy of this transfer. */
  long pathsWithCopiesOf(Transfer transfer) {
    long found = 0;
    for (StrandPath path : paths) {
      for (Copy copy = path.strand == null ? null : path.strand.oldest;
          copy != null;
          copy = copy.next) {
        if (copy.work instanceof Chunk chunk && chunk.transfer == transfer) {
          found |= path.bit();
        }
      }
    }
    return found;
  }

  /** Counts memory that waits for a fence; more than the budget ends the session. */
  void quarantine(long bytes) {
    core.counters.add(Counter.QUARANTINED_BYTES, bytes);
    if (core.counters.value(Counter.QUARANTINED_BYTES) > core.config.quarantineBytes()) {
      core.failure.set("more than quarantineBytes wait for a fence; " + lastLoss);
    }
  }

  /** Both halves are destroyed: this life is over. Its copies must have been ended before. */
  void retire(Strand strand) {
    assert strand.oldest == null : "open copies";
    strand.path.strand = null;
    strand.path.stats.state(StrandState.ABSENT, strand.epoch);
    strand.path.stats.inFlight(0);
  }
}
