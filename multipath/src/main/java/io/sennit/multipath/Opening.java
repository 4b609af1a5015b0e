// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.base.Randomness;
import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Opens further paths, for whoever wants to know whether they are worth having, and rests them
 * again. After some tries that brought nothing is a pause. Opener only.
 */
final class Opening {
  private final Core core;
  private final GrowthTuning tuning;
  private final StrandSet strands;
  private final Rebuilder rebuilder;
  private final Randomness randomness;
  private final List<Path> spare = new ArrayList<>();

  /** What was opened and not decided on. */
  private final List<StrandPath> tried = new ArrayList<>();

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
    return tried.isEmpty() && !spare.isEmpty() && core.nowNanos >= heldUntilNanos && places() > 0;
  }

  private int places() {
    return core.config.maxPaths() - strands.wanted();
  }

  /** Opens the next paths, so many at most; how many. */
  int open(int most, String why) {
    return open(path -> true, most, why);
  }

  /** Opens the next path between the same ports, if there is one. */
  @Nullable
  StrandPath openBeside(Path other, String why) {
    return open(path -> path.isBeside(other), 1, why) > 0 ? tried.getFirst() : null;
  }

  private int open(Predicate<Path> fits, int most, String why) {
    for (Path path : List.copyOf(spare)) {
      if (tried.size() < most && places() > 0 && fits.test(path) && mayOpen(path)) {
        begin(path, why);
        spare.remove(path);
        spare.add(path); // Others before it is tried again.
      }
    }
    openedNanos = core.nowNanos;
    return tried.size();
  }

  private boolean mayOpen(Path path) {
    StrandPath known = strands.find(path);
    return known == null ? isPossible(path) : isFree(known);
  }

  private boolean isPossible(Path path) {
    return strands.hasRoom()
        && !core.ports.failed(path)
        && core.domain.mayJoin(path.localPort(), path.remotePort());
  }

  private void begin(Path wanted, String why) {
    StrandPath known = strands.find(wanted);
    StrandPath path = known == null ? strands.add(wanted) : known;
    path.spare = true;
    tried.add(path);
    connect(path, why);
  }

  /** Opens at once what was worth having until there was nothing to do; how many paths. */
  int reopen() {
    int opened = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      if (path.worthwhile && isFree(path) && places() > 0) {
        connect(path, "it was worth having");
        opened++;
      }
    }
    return opened;
  }

  private static boolean isFree(StrandPath path) {
    return path.resting && path.strand == null && !path.portFailed;
  }

  private void connect(StrandPath path, String why) {
    path.worthwhile = false;
    rebuilder.open(path);
    core.counters.increment(Counter.STRANDS_OPENED);
    core.journal.shaped(path, "open", why);
  }

  /** Whether paths were opened and not decided on. */
  boolean isTrying() {
    return !tried.isEmpty();
  }

  /** How many. */
  int tried() {
    return tried.size();
  }

  /** Whether this is one of them. */
  boolean tries(StrandPath path) {
    return tried.contains(path);
  }

  /** Whether all of them carry traffic. */
  boolean isGood() {
    return isTrying() && tried.stream().allMatch(StrandPath::isGood);
  }

  /** Rests those that have failed, or do not come up; true if none is left. */
  boolean dropLost() {
    drop(tried.stream().filter(this::isLost).toList(), "did not come up");
    return tried.isEmpty();
  }

  private boolean isLost(StrandPath path) {
    boolean opening = path.rebuildAtNanos != Long.MAX_VALUE || path.strand != null;
    return !opening
        || path.portFailed
        || (path.strand != null && path.strand.is(StrandState.DOWN))
        || (!path.isGood() && core.nowNanos - openedNanos > tuning.openingNanos());
  }

  /** Whether they carry no chunks for a while. */
  void leaveOut(boolean out) {
    tried.forEach(path -> path.leftOut = out);
  }

  /** They are worth having. */
  void keep() {
    leaveOut(false);
    tried.forEach(path -> core.journal.shaped(path, "keep", ""));
    tried.clear();
    misses = 0;
    holdNanos = 0;
  }

  /**
   * They are not, and rest; after some tries of that kind in a row nothing is opened for a while.
   */
  void drop(String why) {
    drop(List.copyOf(tried), why);
  }

  private void drop(List<StrandPath> paths, String why) {
    tried.removeAll(paths);
    paths.forEach(path -> restUnlessNeeded(path, why));
    if (!paths.isEmpty() && tried.isEmpty() && ++misses >= tuning.missesInARow()) {
      hold();
    }
  }

  private void restUnlessNeeded(StrandPath path, String why) {
    path.leftOut = false;
    if (strands.needs(path)) {
      core.journal.shaped(path, "keep", "it stands in for another");
    } else {
      rest(path, why);
    }
  }

  /** What is tried is worth having in the place of another, which rests. */
  void replace(StrandPath other, StrandPath path) {
    path.spare = other.spare;
    other.spare = true;
    if (!spare.contains(other.path)) {
      spare.add(other.path);
    }
    keep();
    rest(other, "replaced by " + path.label());
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
