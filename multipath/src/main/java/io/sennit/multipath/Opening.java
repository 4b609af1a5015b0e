// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.base.Randomness;
import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens one further path at a time, for whoever wants to know whether it is worth having, and rests
 * it again. After some that were not there is a pause. Opener only.
 */
final class Opening {
  private final Core core;
  private final GrowthTuning tuning;
  private final StrandSet strands;
  private final Rebuilder rebuilder;
  private final Randomness randomness;
  private final List<Path> spare = new ArrayList<>();
  private @Nullable StrandPath candidate;
  private long openedNanos;
  private int misses;
  private long holdNanos;
  private long heldUntilNanos = Long.MIN_VALUE;

  Opening(Core core, StrandSet strands, Rebuilder rebuilder) {
    this.core = core;
    this.strands = strands;
    this.rebuilder = rebuilder;
    tuning = core.config.growth();
    // Not the stream of the scheduler, which has the same seed.
    randomness = Randomness.seeded(~core.session.sessionId());
  }

  /** These may be opened, in this order, when they are not there already. */
  void allow(List<Path> paths) {
    paths.stream().filter(path -> !spare.contains(path)).forEach(spare::add);
  }

  /** Whether a path may be opened now. */
  boolean isFree() {
    return candidate == null
        && !spare.isEmpty()
        && core.nowNanos >= heldUntilNanos
        && strands.wanted() < core.config.maxPaths();
  }

  /** Opens the next path; only between these ports, if it is asked for. False: there is none. */
  boolean open(@Nullable Path beside, String why) {
    for (int i = 0; i < spare.size(); i++) {
      Path path = spare.get(i);
      StrandPath known = strands.find(path);
      boolean fits = beside == null || path.isBeside(beside);
      boolean free = known == null ? isRoomFor(path) : isFree(known);
      if (fits && free) {
        begin(known == null ? strands.add(path) : known, why);
        spare.add(spare.remove(i)); // Others before it is tried again.
        return true;
      }
    }
    return false;
  }

  /** Opens at once what was worth having until there was nothing to do; how many paths. */
  int reopen() {
    int opened = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      if (path.worthwhile && isFree(path) && strands.wanted() < core.config.maxPaths()) {
        connect(path, "it was worth having");
        opened++;
      }
    }
    return opened;
  }

  private boolean isRoomFor(Path path) {
    return strands.hasRoom() && !core.ports.failed(path);
  }

  /**
   * Rests a further path if a port that has come, or come back, has no strand, because there are as
   * many as there may be.
   */
  int giveWay() {
    StrandPath waiting = null;
    int most = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      int bare = findsNoPlace(path) ? bareEnds(path) : 0;
      waiting = bare > most ? path : waiting;
      most = Math.max(most, bare);
    }
    if (waiting == null || !restOne()) {
      return 0;
    }
    rebuilder.hurry(waiting);
    return 1;
  }

  /** Of its two ports those on which nothing carries traffic. */
  private int bareEnds(StrandPath path) {
    int own = 1;
    int peers = 1;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && strand.is(StrandState.GOOD)) {
        own = strand.path.path.localPort() == path.path.localPort() ? 0 : own;
        peers = strand.path.path.remotePort() == path.path.remotePort() ? 0 : peers;
      }
    }
    return own + peers;
  }

  private boolean findsNoPlace(StrandPath path) {
    return !path.spare
        && path.strand == null
        && !path.portFailed
        && path.rebuildAtNanos != Long.MAX_VALUE
        && strands.wantedBeside(path) >= core.config.maxPaths();
  }

  private boolean restOne() {
    for (int i = strands.size() - 1; i >= 0; i--) {
      StrandPath path = strands.path(i);
      Strand strand = path.strand;
      if (path.spare && !path.resting && strand != null && path != candidate) {
        path.worthwhile = strand.is(StrandState.GOOD);
        rest(path, "another port has no strand");
        return true;
      }
    }
    return false;
  }

  private static boolean isFree(StrandPath path) {
    return path.resting && path.strand == null && !path.portFailed;
  }

  private void begin(StrandPath path, String why) {
    path.spare = true;
    candidate = path;
    openedNanos = core.nowNanos;
    connect(path, why);
  }

  private void connect(StrandPath path, String why) {
    path.worthwhile = false;
    rebuilder.open(path);
    core.counters.increment(Counter.STRANDS_OPENED);
    core.journal.shaped(path, "open", why);
  }

  /** What was opened and not decided on. */
  @Nullable
  StrandPath candidate() {
    return candidate;
  }

  /** Whether it carries traffic. */
  boolean isGood() {
    return candidate != null && candidate.strand != null && candidate.strand.is(StrandState.GOOD);
  }

  /** Whether it has failed, or does not come up. */
  boolean isLost() {
    StrandPath path = candidate;
    if (path == null) {
      return false;
    }
    boolean opening = path.rebuildAtNanos != Long.MAX_VALUE || path.strand != null;
    return !opening
        || (path.strand != null && path.strand.is(StrandState.DOWN))
        || (!isGood() && core.nowNanos - openedNanos > tuning.openingNanos());
  }

  /** It is worth having. */
  void keep() {
    if (candidate != null) {
      core.journal.shaped(candidate, "keep", "");
      candidate = null;
    }
    misses = 0;
    holdNanos = 0;
  }

  /**
   * It is not, and rests, unless it stands in for another; after some of those in a row nothing is
   * opened for a while.
   */
  void drop(String why) {
    StrandPath path = candidate;
    if (path != null && strands.needs(path)) {
      keep();
      return;
    }
    if (path != null) {
      rest(path, why);
      candidate = null;
    }
    if (++misses >= tuning.missesInARow()) {
      hold();
    }
  }

  /** It is worth having in the place of another, which rests. */
  void replace(StrandPath other) {
    StrandPath path = candidate;
    if (path != null) {
      path.spare = other.spare;
      other.spare = true;
      if (!spare.contains(other.path)) {
        spare.add(other.path);
      }
      keep();
      rest(other, "replaced by " + path.label());
    }
  }

  /** Nothing is opened for a while. */
  void hold() {
    misses = 0;
    holdNanos =
        holdNanos == 0 ? tuning.holdNanos() : Math.min(2 * holdNanos, tuning.mostHoldNanos());
    double spread = (randomness.nextInt() >>> 1) / (double) Integer.MAX_VALUE;
    heldUntilNanos = core.nowNanos + (long) (holdNanos * (0.5 + spread));
  }

  /**
   * Closes a path until it is opened again. One whose REBUILD is not answered yet is closed then: a
   * FENCE might overtake it, and be of a life that the peer has not heard of.
   */
  void rest(StrandPath path, String why) {
    core.journal.shaped(path, "rest", why);
    path.resting = true;
    path.rebuildAtNanos = Long.MAX_VALUE;
    Strand strand = path.strand;
    if (strand != null && !strand.is(StrandState.DOWN)) {
      core.counters.increment(Counter.STRANDS_RESTED);
      if (!strand.is(StrandState.CONNECTING)) {
        strands.lose(strand, why);
      }
    }
  }
}
