// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/**
 * The strand on which the piece would be done first: smallest {@code (inFlight + bytes) / rate +
 * minRtt / 2}. A path whose rate is not known yet is taken for as good as the best one, so that it
 * is tried; equals take turns.
 */
final class EarliestFinish implements Scheduler {
  private final BraidConfig config;
  private final int sendDepth;
  private int turn;

  EarliestFinish(Core core) {
    config = core.config;
    sendDepth = core.sendDepth();
  }

  @Override
  public @Nullable Strand choose(StrandSet strands, int bytes, boolean chunk) {
    long bestRate = bestRate(strands);
    Strand best = null;
    double bestNanos = Double.MAX_VALUE;
    int size = strands.size();
    turn = turn + 1 >= size ? 0 : turn + 1;
    for (int i = 0; i < size; i++) {
      Strand strand = strands.path((turn + i) % size).strand;
      if (strand != null && hasRoom(strand, chunk)) {
        double nanos = finishNanos(strand, bytes, bestRate);
        if (nanos < bestNanos) {
          best = strand;
          bestNanos = nanos;
        }
      }
    }
    return best;
  }

  private boolean hasRoom(Strand strand, boolean chunk) {
    return strand.is(StrandState.GOOD)
        && !strand.full
        && strand.posted < sendDepth
        && (!chunk || strand.postedChunks < config.chunksInFlight());
  }

  private static double finishNanos(Strand strand, int bytes, long bestRate) {
    PathEstimate estimate = strand.path.estimate;
    double rate = estimate.rate() == 0 ? bestRate : estimate.rate();
    return (strand.postedBytes + bytes) * 1e9 / rate + estimate.minRttNanos() / 2.0;
  }

  private static long bestRate(StrandSet strands) {
    long best = 1_000_000_000L;
    boolean known = false;
    for (int i = 0; i < strands.size(); i++) {
      long rate = strands.path(i).estimate.rate();
      if (rate > 0) {
        best = known ? Math.max(best, rate) : rate;
        known = true;
      }
    }
    return best;
  }
}
