// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All paths of a braid, and which of their strands live. */
final class StrandSet {
  /** Told when a strand has gone down; its open copies are still linked. */
  interface LossListener {
    void onLost(Strand strand);
  }

  private final Core core;
  private final Places places;
  private volatile StrandPath[] paths = new StrandPath[0];
  private int added;
  private LossListener lossListener = strand -> {};
  private final int[] counts = new int[StrandState.values().length];
  private String lastLoss = "";

  /** Whether there may be further paths than those of the beginning. */
  boolean furtherAllowed;

  StrandSet(Core core) {
    this.core = core;
    places = new Places(core);
  }

  void onLoss(LossListener listener) {
    lossListener = listener;
  }

  void open(List<Path> wanted) {
    StrandPath[] opened = new StrandPath[wanted.size()];
    for (int i = 0; i < opened.length; i++) {
      opened[i] = new StrandPath(i, wanted.get(i), core);
    }
    paths = opened;
    added = opened.length;
    places.begin(opened.length);
  }

  /**
   * A further path, while there {@link #hasRoom}; it has no strand yet. It may take the place of
   * one that is forgotten.
   */
  StrandPath add(Path wanted) {
    int index = paths.length < Places.MOST ? paths.length : leave();
    StrandPath[] more = Arrays.copyOf(paths, Math.max(paths.length, index + 1));
    StrandPath path = new StrandPath(index, wanted, core);
    path.epoch = places.epochBefore();
    more[index] = path;
    paths = more;
    added++;
    return path;
  }

  private int leave() {
    StrandPath leaving = Objects.requireNonNull(places.leaving(paths), "no place for a path");
    places.forget(leaving);
    return leaving.index;
  }

  /** How many there have ever been. */
  int added() {
    return added;
  }

  /** A path that joins a port which has come since the bootstrap; nobody knows whether it works. */
  StrandPath addLater(Path wanted) {
    StrandPath path = add(wanted);
    path.unproved = true;
    return path;
  }

  /** Whether there is a place for one path more. */
  boolean hasRoom() {
    return paths.length < Places.MOST || places.leaving(paths) != null;
  }

  /** Paths that have a strand or will have one again. */
  int wanted() {
    int wanted = 0;
    for (StrandPath path : paths) {
      wanted += path.holdsPlace() ? 1 : 0;
    }
    return wanted;
  }

  /** The same without one of them. */
  int wantedBeside(StrandPath path) {
    return wanted() - (path.holdsPlace() ? 1 : 0);
  }

  /** Whether without this one there would be fewer good strands than the session began with. */
  boolean needs(StrandPath path) {
    int begun = 0;
    for (StrandPath each : paths) {
      begun += each.spare || each.resting || each.unproved ? 0 : 1;
    }
    boolean good = path.strand != null && path.strand.is(StrandState.GOOD);
    return good && count(StrandState.GOOD) <= begun;
  }

  /** Further paths that do not rest. */
  int spares() {
    int spares = 0;
    for (StrandPath path : paths) {
      spares += path.spare && !path.resting ? 1 : 0;
    }
    return spares;
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

  /** The strand that a queue pair of this side belongs to; null if it is over. */
  @Nullable
  Strand strandOf(int queuePair) {
    for (StrandPath path : paths) {
      if (path.strand != null && path.strand.has(queuePair)) {
        return path.strand;
      }
    }
    return null;
  }

  /**
   * The path that the opener calls so; it may be a further one between known ports, or one that
   * joins a port which came later. Null if there is no place for it now: an acceptor may have to
   * wait for fences of lives that are over for the opener.
   */
  @Nullable
  StrandPath openersPath(Path path) {
    Path own = path.reversed();
    StrandPath found = find(own);
    if (found != null) {
      return found;
    }
    boolean later = core.ports.mayBeNamed(own);
    boolean known =
        core.ports.isFirst(own) || Arrays.stream(paths).anyMatch(each -> each.path.isBeside(own));
    if (!later && !known) {
      throw new Violation("a further path " + path + " between ports that are not agreed on");
    }
    if (!hasRoom()) {
      return null;
    }
    StrandPath further = later ? addLater(own) : add(own);
    further.spare = true;
    return further;
  }

  /** The path that the peer calls so; null if it is forgotten, and that life of it over. */
  @Nullable
  StrandPath peersPath(PathEpoch named) {
    StrandPath found = find(named.path().reversed());
    if (found == null && !places.mayHaveForgotten(named.epoch())) {
      throw new Violation("a frame about an unknown path " + named.path());
    }
    return found;
  }

  /** Whether a strand is left out, and another one is not that carries traffic. */
  boolean leavesOut(Strand strand) {
    return strand.path.leftOut && hasOther();
  }

  private boolean hasOther() {
    for (StrandPath path : paths) {
      if (path.isGood() && !path.leftOut) {
        return true;
      }
    }
    return false;
  }

  /** Strands in this state. */
  int count(StrandState state) {
    return counts[index(state)];
  }

  /** Strands that carry traffic, or would if they were not silent just now. */
  int proved() {
    return count(StrandState.GOOD) + count(StrandState.SUSPECT);
  }

  /** Why the last strand that went down did. */
  String lastLoss() {
    return lastLoss;
  }

  /** Starts a new life on a path. */
  Strand begin(StrandPath path, int epoch, Strand.Halves halves) {
    path.epoch = epoch;
    path.lives++;
    Strand strand = new Strand(path, epoch, halves);
    strand.portMoves = core.ports.moves(path.path);
    path.strand = strand;
    path.estimate.restart();
    counts[index(StrandState.CONNECTING)]++;
    enter(strand, StrandState.CONNECTING, "");
    return strand;
  }

  private void enter(Strand strand, StrandState state, String cause) {
    counts[index(strand.state)]--;
    counts[index(state)]++;
    strand.state = state;
    strand.sinceNanos = core.nowNanos;
    strand.cause = cause;
    tell(strand, state, cause);
    core.dirty = true;
  }

  private void tell(Strand strand, StrandState state, String cause) {
    PathChange now = new PathChange(state, strand.epoch, core.nowNanos + core.lostNanos, cause);
    core.journal.changed(strand.path, strand.path.stats.changed(now), now);
  }

  @SuppressWarnings("EnumOrdinal") // An index into an array of this process, never stored or sent.
  private static int index(StrandState state) {
    return state.ordinal();
  }

  /** Both halves are connected; a peer that cannot be probed is believed. */
  void prove(Strand strand) {
    if (strand.probe.connected) {
      enter(strand, StrandState.PROVING, "");
    } else {
      makeGood(strand);
    }
  }

  /** It has proved itself; its windows grow from one chunk. */
  void makeGood(Strand strand) {
    strand.provedNanos = core.nowNanos;
    strand.path.stats.mtu(strand.queuePair.mtuBytes());
    strand.path.unproved = false;
    if (strand.path.rebuilt()) {
      strand.path.stats.rebuilt();
      core.counters.increment(Counter.REBUILDS);
    }
    enter(strand, StrandState.GOOD, "");
    core.log.works(strand.path, core.nowNanos);
  }

  /** It has been silent for too long: nothing new for it. */
  void suspect(Strand strand, String cause) {
    core.counters.increment(Counter.SUSPICIONS);
    enter(strand, StrandState.SUSPECT, cause);
  }

  /** It was only slow. */
  void trust(Strand strand) {
    strand.path.estimate.out().window().restart();
    strand.path.estimate.in().window().restart();
    enter(strand, StrandState.GOOD, "");
  }

  /**
   * The path failed, here or at the peer: ERROR at once, without waiting for retries; second copies
   * of everything on it elsewhere; FENCE.
   */
  void lose(Strand strand, String cause) {
    if (strand.is(StrandState.DOWN)) {
      return;
    }
    boolean proved = strand.is(StrandState.GOOD) || strand.is(StrandState.SUSPECT);
    boolean misfits = strand.resized || strand.isTooLong();
    if (misfits) {
      strand.path.hurryForMtu(strand.queuePair.mtuBytes());
      core.counters.increment(Counter.STRANDS_RESIZED);
    }
    if (proved && !strand.path.resting && !core.failure.failed()) {
      core.counters.increment(Counter.STRANDS_LOST);
    }
    if (proved) {
      strand.path.worked(core.nowNanos - strand.provedNanos, core);
    }
    strand.fenceDue = true;
    enter(strand, StrandState.DOWN, cause);
    strand.toError();
    if (!strand.path.resting) {
      lastLoss = "path " + core.log.name(strand.path.path) + " failed: " + cause;
    }
    boolean awaited = proved || !strand.path.spare; // A further one is only tried.
    if (awaited && !strand.path.resting && !core.failure.failed()) {
      core.log.failed(strand.path, new PathLog.Failure(cause, proved, misfits), core.nowNanos);
    }
    countLost(strand);
    lossListener.onLost(strand);
  }

  private void countLost(Strand strand) {
    for (Copy copy = strand.oldest; copy != null; copy = copy.next) {
      Work work = Objects.requireNonNull(copy.work, "an open copy of nothing");
      work.liveCopies--;
      if (work instanceof Chunk chunk) {
        strand.lostBytes += chunk.length;
      }
    }
    core.journal.quarantined(strand);
    quarantine(strand.lostBytes);
  }

  /** A copy on a strand that is down has ended after all. */
  void found(Strand strand, Work work) {
    if (work instanceof Chunk) {
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
    // The opener may leave a further one where it is, and tells only of what has a strand.
    strand.path.resting |= strand.path.spare && !core.session.opener();
    counts[index(strand.state)]--;
    tell(strand, strand.path.resting ? StrandState.RESTING : StrandState.REBUILDING, "");
    strand.path.stats.nothingInFlight();
  }
}
