// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

/**
 * Gives a braid that is full twice as many strands, on other routes, and keeps them if more is
 * moved then; rests what was added when there is no bulk data for long. What a session began with
 * stays: a lone strand would have nowhere to fail over to. Opener only, since only it begins lives
 * of strands.
 *
 * <p>A hill climb by measured gain, since fullness alone does not tell whether it is the routes
 * that are full or a port, a processor or the peer. The gain is that over periods in between in
 * which this side leaves them out; what the peer moves is compared with what it moved before. What
 * has been worth having is not measured again: when there is something to do once more, all of it
 * is opened at once.
 */
final class Growth {
  private static final long NEVER = Long.MAX_VALUE;

  private final Core core;
  private final GrowthTuning tuning;
  private final StrandSet strands;
  private final ChunkPump pump;
  private final Opening opening;
  private final BarePorts barePorts;
  private final Repath repath;
  private final Pressure pressure = new Pressure();
  private Phase phase = Phase.WATCHING;

  /** Periods that the phase has lasted, of those that count. */
  private int periods;

  private Demand.Said peerSaid = Demand.Said.NOTHING;
  private boolean peerFull;

  /** What this side moves with and without those that are tried. */
  private final Alternation own = new Alternation();

  /** What the peer had moved when the stretch began that is measured. */
  private Demand.Said peerBegan = Demand.Said.NOTHING;

  private double peerRateBefore;
  private int strandsBefore;
  private long busyNanos;
  private long busyBytes;

  private enum Phase {
    /** Whether the strands are full. */
    WATCHING,
    /** Further ones are opened. */
    OPENING,
    /** Windows grow. */
    SETTLING,
    MEASURING
  }

  Growth(Core core, StrandSet strands, ChunkPump pump, Opening opening, BarePorts barePorts) {
    this.core = core;
    this.strands = strands;
    this.pump = pump;
    this.opening = opening;
    this.barePorts = barePorts;
    tuning = core.config.growth();
    repath = new Repath(core, strands, opening);
  }

  /** The acceptor says how it is. */
  void onDemand(Demand.Said said) {
    if (!core.session.opener()) {
      throw new Violation("DEMAND to the acceptor");
    }
    peerSaid = peerSaid.or(said);
    peerFull |= said.full();
    busyNanos = core.nowNanos;
  }

  /** While something is to be decided, the end of the period; else when further strands rest. */
  long nextTimerNanos() {
    long periodEnd = pressure.beganNanos() + tuning.periodNanos();
    if (opening.isTrying()) {
      return periodEnd;
    }
    boolean mayRest = core.session.opener() && strands.spares() > 0;
    return mayRest ? Math.max(periodEnd, busyNanos + tuning.idleNanos()) : NEVER;
  }

  /** Looks at what the pump has left waiting. */
  int step() {
    if (!core.session.opener()) {
      return 0;
    }
    pressure.note(pump.isHeldBack(), core.nowNanos);
    if (pressure.elapsedNanos() < tuning.periodNanos()) {
      return 0;
    }
    boolean full = pressure.end() || peerFull;
    peerFull = false;
    boolean busy = core.movedBytes != busyBytes || full;
    busyBytes = core.movedBytes;
    busyNanos = busy ? core.nowNanos : busyNanos;
    int work = restIdle() + barePorts.step();
    if (repath.isTrying() || (busy && phase == Phase.WATCHING)) {
      repath.onPeriod(full);
    }
    if (repath.isTrying()) {
      periods = 0; // A stretch with its ups and downs would tell nothing.
    } else {
      onPeriod(full);
    }
    return work;
  }

  private int restIdle() {
    if (strands.spares() == 0 || core.nowNanos - busyNanos < tuning.idleNanos()) {
      return 0;
    }
    busyNanos = core.nowNanos; // Those that stay are looked at again.
    for (int i = 0; i < strands.size(); i++) {
      StrandPath path = strands.path(i);
      boolean may = path.spare && !path.resting && !opening.tries(path);
      if (may && !strands.needs(path)) {
        path.worthwhile = path.isGood();
        opening.rest(path, "nothing to do");
      }
    }
    return 1;
  }

  private void onPeriod(boolean full) {
    switch (phase) {
      case WATCHING -> watch(full);
      case OPENING -> open();
      case SETTLING -> settle();
      case MEASURING -> measure(full);
    }
  }

  private void watch(boolean full) {
    if (full && opening.reopen() > 0) {
      periods = -tuning.stretchPeriods(); // Windows grow; what follows would seem to bring it.
      return;
    }
    if (!full || !opening.isFree()) {
      periods = 0;
      return;
    }
    if (periods++ == 0) {
      peerBegan = peerSaid;
    }
    if (periods > tuning.stretchPeriods()) {
      peerRateBefore = peerRate();
      strandsBefore = Math.max(1, strands.proved());
      if (opening.open(strandsBefore, "all strands are full") > 0) {
        enter(Phase.OPENING);
      } else {
        opening.hold();
        periods = 0;
      }
    }
  }

  private void open() {
    if (opening.isGood()) {
      enter(Phase.SETTLING);
    } else {
      dropIfLost();
    }
  }

  private void settle() {
    if (!dropIfLost() && ++periods >= tuning.stretchPeriods()) {
      enter(Phase.MEASURING);
      own.begin(core.movedBytes, core.nowNanos);
      peerBegan = peerSaid;
    }
  }

  private void measure(boolean full) {
    if (dropIfLost()) {
      return;
    }
    boolean without = own.next(core.movedBytes, core.nowNanos);
    if (full && ++periods < 2 * tuning.stretchPeriods()) {
      opening.leaveOut(without);
    } else {
      decide(full);
      enter(Phase.WATCHING);
    }
  }

  private void decide(boolean full) {
    double before = own.rateWithout() + peerRateBefore;
    double after = own.rateWith() + peerRate();
    double leastGain = before / strandsBefore * opening.tried() * tuning.gainPercent() / 100.0;
    if (!full) {
      opening.drop("not needed any more");
    } else if (after < before + leastGain) {
      opening.drop("brought nothing");
    } else {
      opening.keep();
    }
  }

  private boolean dropIfLost() {
    boolean lost = opening.dropLost();
    if (lost) {
      enter(Phase.WATCHING);
    }
    return lost;
  }

  private void enter(Phase next) {
    phase = next;
    periods = 0;
  }

  /** Bytes per second of the peer since the stretch began. */
  private double peerRate() {
    return peerSaid.rateSince(peerBegan);
  }
}
