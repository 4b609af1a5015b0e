// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import io.sennit.simulator.light.Echo;
import io.sennit.simulator.light.EcnWindow;
import io.sennit.simulator.light.PacketPolicy;
import io.sennit.simulator.light.PipeConfig;

/**
 * Recycled entropies after REPS (Bonato et al., 2024), with the rules and parameters of its
 * authors' simulator (REPS_EuroSys_Artifact, {@code htsim/sim/uec.cpp}, {@code buffer_reps.cpp}).
 *
 * <ul>
 *   <li>The label of a packet that met no queue is kept, one of {@value #KEPT}, and used once more,
 *       the oldest first; if none is left, one is tried at random.
 *   <li>A timer that runs out is a failure, if nothing else explains it: switches trim what does
 *       not fit, or no round trip of late was {@value #SHORT} times the shortest. Then, for
 *       {@value #FROZEN_NANOS} ns, nothing new is tried, and what is kept goes round. A loss that
 *       is seen otherwise is no failure.
 *   <li>After that all is forgotten, and as many packets as the path holds explore at random. No
 *       failure is looked for meanwhile.
 * </ul>
 */
final class Reps implements PacketPolicy {
  static final int KEPT = 8;
  static final long FROZEN_NANOS = 10_000_000;
  private static final double SHORT = 1.65;

  /** How long the longest round trip is remembered; the authors use two timers. */
  private static final long WATCHED_NANOS = 200_000;

  private final Line line;
  private final EcnWindow window;
  private final Randomness random;
  private final Entropies kept = new Entropies(KEPT);
  private long shortestNanos = Long.MAX_VALUE;
  private long longestNanos;
  private long watchedUntilNanos;
  private boolean frozen;
  private long frozenUntilNanos;
  private int exploring;
  private int silences;

  /**
   * The ports and labels a flow can use.
   *
   * @param labels to choose from
   * @param bytesPerSecond of the sender's ports together
   * @param trims whether switches cut payload off rather than lose a packet
   */
  record Line(int labels, long bytesPerSecond, boolean trims) {}

  Reps(Line line, EcnWindow window, Randomness random) {
    this.line = line;
    this.window = window;
    this.random = random;
  }

  @Override
  public int labels() {
    return line.labels();
  }

  @Override
  public boolean admits(int inFlight, long ahead) {
    return window.admits(inFlight);
  }

  @Override
  public int label() {
    if (exploring > 0) {
      exploring--;
      return random.nextInt(line.labels());
    }
    if (frozen && !kept.isEmpty()) {
      return kept.takeAny();
    }
    int recycled = kept.takeFresh();
    return recycled < 0 ? random.nextInt(line.labels()) : recycled;
  }

  @Override
  public void acked(Echo echo) {
    window.acked(echo);
    silences = 0;
    watch(echo.nowNanos() - echo.sentNanos(), echo.nowNanos());
    if (frozen && echo.nowNanos() > frozenUntilNanos) {
      thaw();
    }
    if (!echo.marked()) {
      kept.add(echo.label());
    }
  }

  private void watch(long roundTripNanos, long nowNanos) {
    if (nowNanos > watchedUntilNanos) {
      longestNanos = 0;
      watchedUntilNanos = nowNanos + WATCHED_NANOS;
    }
    longestNanos = Math.max(longestNanos, roundTripNanos);
    shortestNanos = Math.min(shortestNanos, roundTripNanos);
  }

  private void thaw() {
    frozen = false;
    kept.clear();
    double held = line.bytesPerSecond() * (shortestNanos / 1e9) / PipeConfig.PAYLOAD_BYTES;
    exploring = (int) Math.ceil(held);
  }

  @Override
  public void lost(int label) {
    window.lost();
  }

  @Override
  public void timedOut(int label, long nowNanos) {
    window.lost();
    boolean queued = !line.trims() && longestNanos >= SHORT * shortestNanos;
    if (!frozen && exploring == 0 && !queued) {
      frozen = true;
      frozenUntilNanos = nowNanos + FROZEN_NANOS;
    }
  }

  /** Theirs does not say what follows if all that is kept leads to nowhere: here it is thawed. */
  @Override
  public void stalled() {
    window.stalled();
    silences++;
    if (frozen && silences > 1) {
      thaw();
    }
  }
}
