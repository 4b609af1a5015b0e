// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.base.Randomness;
import org.jspecify.annotations.Nullable;

/**
 * The strand on which the piece would be done first: smallest {@code (inFlight + bytes) / rate +
 * minRtt / 2}. A path whose rate is not known yet is taken for as good as the best one between its
 * ports, or of all, so that it is tried; equals take turns. Paths far slower than the best get
 * nothing but exploration. The last pieces wait for fast paths if those would still be earlier than
 * a slow one (ECF, for several fast paths together). Of many paths the better of two random ones is
 * taken.
 */
final class EarliestFinish implements Scheduler {
  private static final double UNKNOWN_RATE = 1e9;

  private final PathTuning tuning;
  private final StrandSet strands;
  private final Room room;
  private final Randomness randomness;
  private int turn;
  private int chunks;
  private boolean waiting;

  /** Of the piece that is being placed. */
  private double bestRate;

  EarliestFinish(Core core, StrandSet strands, Room room) {
    this.strands = strands;
    this.room = room;
    tuning = core.tuning();
    randomness = Randomness.seeded(core.session.sessionId());
  }

  @Override
  public @Nullable Strand choose(Work work, long behindBytes) {
    turn = turn + 1 >= strands.size() ? 0 : turn + 1;
    bestRate = bestRate(work);
    if (!(work instanceof Chunk)) {
      return earliest(work);
    }
    Strand unused = ++chunks % tuning.exploreEvery() == 0 ? explored(work) : null;
    if (unused != null) {
      return unused;
    }
    boolean many = strands.count(StrandState.GOOD) > tuning.sampleAbovePaths();
    Strand best = many ? betterOfTwo(work) : earliest(work);
    waiting = best != null && worthWaiting(best, work, behindBytes);
    return waiting ? null : best;
  }

  private double bestRate(Work work) {
    double best = 0;
    for (int i = 0; i < strands.size(); i++) {
      Strand strand = strands.path(i).strand;
      if (strand != null && strand.is(StrandState.GOOD) && !strands.leavesOut(strand)) {
        best = Math.max(best, (double) flow(strand, work).rate());
      }
    }
    return best == 0 ? UNKNOWN_RATE : best;
  }

  private static Flow flow(Strand strand, Work work) {
    return Room.flow(strand, work);
  }

  private @Nullable Strand earliest(Work work) {
    Strand best = null;
    double bestNanos = Double.MAX_VALUE;
    int size = strands.size();
    for (int i = 0; i < size; i++) {
      Strand strand = strands.path((turn + i) % size).strand;
      if (strand != null && takes(strand, work)) {
        double nanos = finishNanos(strand, work, work.bytes());
        if (nanos < bestNanos) {
          best = strand;
          bestNanos = nanos;
        }
      }
    }
    return best;
  }

  private @Nullable Strand betterOfTwo(Work work) {
    Strand one = taking(work, randomness.nextInt(strands.size()));
    Strand other = taking(work, randomness.nextInt(strands.size()));
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    double first = finishNanos(one, work, work.bytes());
    return first <= finishNanos(other, work, work.bytes()) ? one : other;
  }

  /** The next one from there on that takes it. */
  private @Nullable Strand taking(Work work, int from) {
    int size = strands.size();
    for (int i = 0; i < size; i++) {
      Strand strand = strands.path((from + i) % size).strand;
      if (strand != null && takes(strand, work)) {
        return strand;
      }
    }
    return null;
  }

  private boolean takes(Strand strand, Work work) {
    return work instanceof Chunk
        ? room.forChunk(strand, work) && !tooSlow(strand, work)
        : room.forMessage(strand);
  }

  private boolean tooSlow(Strand strand, Work work) {
    Flow flow = flow(strand, work);
    return flow.window().settled() && flow.rate() * tuning.slowFactor() < bestRate;
  }

  /** A path that is too slow to be used, and idle. */
  private @Nullable Strand explored(Work work) {
    int size = strands.size();
    for (int i = 0; i < size; i++) {
      Strand strand = strands.path((turn + i) % size).strand;
      if (strand != null
          && room.forChunk(strand, work)
          && strand.postedChunks == 0
          && tooSlow(strand, work)) {
        return strand;
      }
    }
    return null;
  }

  /** What is new between two ports is as good as the best there is between them. */
  private double assumedRate(Strand strand, Work work) {
    double best = 0;
    for (int i = 0; i < strands.size(); i++) {
      StrandPath other = strands.path(i);
      if (other.isGood() && other.path.isBeside(strand.path.path)) {
        best = Math.max(best, (double) other.estimate.flow(work.inbound()).rate());
      }
    }
    return best == 0 ? bestRate : best;
  }

  private double finishNanos(Strand strand, Work work, long bytes) {
    Flow flow = flow(strand, work);
    double rate = flow.rate() == 0 ? assumedRate(strand, work) : flow.rate();
    if (strand.goesBeside(work, tuning)) {
      // Not behind own chunks, but behind what waits in the network.
      return (strand.controlBytes + bytes) * 1e9 / rate + strand.path.estimate.srttNanos() / 2.0;
    }
    return (flow.inFlightBytes() + bytes) * 1e9 / rate + strand.path.estimate.minRttNanos() / 2.0;
  }

  /**
   * Whether the others, once they have room again, would be done with this and all behind it before
   * this one with this alone.
   */
  private boolean worthWaiting(Strand best, Work work, long behindBytes) {
    if (flow(best, work).rate() == 0) {
      return false;
    }
    double rate = 0;
    double bytes = (double) work.bytes() + behindBytes;
    long rttNanos = 0;
    long doubtNanos = best.path.estimate.variationNanos();
    for (int i = 0; i < strands.size(); i++) {
      Strand other = strands.path(i).strand;
      if (other != null && other != best && isBusy(other, work)) {
        rate += flow(other, work).rate();
        bytes += flow(other, work).inFlightBytes();
        rttNanos = Math.max(rttNanos, other.path.estimate.minRttNanos());
        doubtNanos = Math.max(doubtNanos, other.path.estimate.variationNanos());
      }
    }
    double hysteresis = waiting ? 1 + tuning.waitPercent() / 100.0 : 1;
    double here = finishNanos(best, work, work.bytes()) * hysteresis;
    double there = bytes * 1e9 / rate + rttNanos / 2.0 + doubtNanos;
    return rate > 0 && there < here;
  }

  /** Will have room when something on it completes. */
  private boolean isBusy(Strand strand, Work work) {
    return strand.is(StrandState.GOOD)
        && !strands.leavesOut(strand)
        && flow(strand, work).rate() != 0
        && flow(strand, work).inFlightChunks() > 0
        && !tooSlow(strand, work);
  }
}
