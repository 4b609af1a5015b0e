// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.light.Echo;
import io.sennit.simulator.light.EcnWindow;
import io.sennit.simulator.light.PacketPolicy;

/** Every packet goes by the next label, whatever became of the one before; one window for all. */
final class RoundRobin implements PacketPolicy {
  private final int labels;
  private final EcnWindow window;
  private int next;

  RoundRobin(int labels, EcnWindow window) {
    this.labels = labels;
    this.window = window;
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
    int label = next;
    next = next + 1 == labels ? 0 : next + 1;
    return label;
  }

  @Override
  public void acked(Echo echo) {
    window.acked(echo);
  }

  @Override
  public void lost(int label) {
    window.lost();
  }

  @Override
  public void timedOut(int label, long nowNanos) {
    window.lost();
  }

  @Override
  public void stalled() {
    window.stalled();
  }
}
