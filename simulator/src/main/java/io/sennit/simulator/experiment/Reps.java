// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.base.Randomness;
import io.sennit.simulator.light.Echo;
import io.sennit.simulator.light.EcnWindow;
import io.sennit.simulator.light.PacketPolicy;

/**
 * Recycling of labels after REPS (Bonato et al., 2024): the label of a packet that met no queue is
 * kept and used again, the oldest first; if none is kept, one is tried at random. After a loss
 * nothing is tried for a while: labels that were good, though used since, go round.
 */
final class Reps implements PacketPolicy {
  private static final int KEPT = 8;

  /** How long nothing new is tried after a loss: several timers. */
  private static final long FROZEN_NANOS = 1_000_000;

  private final int labels;
  private final EcnWindow window;
  private final Randomness random;
  private final int[] kept = new int[KEPT];

  /** Kept ever, and used ever; between them the fresh ones. */
  private long put;

  private long taken;
  private long lastNanos;
  private long frozenUntilNanos;
  private int turn;

  Reps(int labels, EcnWindow window, Randomness random) {
    this.labels = labels;
    this.window = window;
    this.random = random;
  }

  @Override
  public int labels() {
    return labels;
  }

  @Override
  public boolean admits(int inFlight, long ahead) {
    return window.admits(inFlight);
  }

  @Override
  public int label() {
    if (taken < put) {
      return kept[(int) (taken++ % KEPT)];
    }
    if (lastNanos < frozenUntilNanos && put > 0) {
      turn++;
      return kept[(int) (turn % Math.min(put, KEPT))];
    }
    return random.nextInt(labels);
  }

  @Override
  public void acked(Echo echo) {
    window.acked(echo);
    lastNanos = echo.nowNanos();
    if (!echo.marked()) {
      kept[(int) (put++ % KEPT)] = echo.label();
      taken = Math.max(taken, put - KEPT);
    }
  }

  @Override
  public void lost(int label) {
    window.lost();
    frozenUntilNanos = lastNanos + FROZEN_NANOS;
  }

  /** What is kept may all lead the same way to nowhere. */
  @Override
  public void stalled() {
    window.stalled();
    frozenUntilNanos = 0;
    taken = put;
  }
}
