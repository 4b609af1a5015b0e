// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

/** Every packet goes the same way, as those of a queue pair do. */
public final class OneRoute implements PacketPolicy {
  private final EcnWindow window;

  /** Begins with a new window. */
  public OneRoute(EcnWindow window) {
    this.window = window;
  }

  @Override
  public int labels() {
    return 1;
  }

  @Override
  public boolean admits(int inFlight, long ahead) {
    return window.admits(inFlight);
  }

  @Override
  public int label() {
    return 0;
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
