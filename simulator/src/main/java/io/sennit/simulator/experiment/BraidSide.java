// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.multipath.Braid;
import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.BraidListener;
import io.sennit.multipath.BraidSession;
import io.sennit.simulator.host.Agent;
import io.sennit.verbs.ProtectionDomain;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** One side of a production braid that only moves bulk data. */
final class BraidSide implements Agent, BraidListener {
  private final Braid braid;
  private final Runnable wake;
  private Consumer<byte[]> lifeline = frame -> {};

  private BraidSide(
      BraidConfig config, BraidSession session, ProtectionDomain domain, Runnable wake) {
    this.wake = wake;
    braid = new Braid(config, session, domain, this);
  }

  /**
   * The side that sends.
   *
   * @param wake has the loop that runs this turn soon
   */
  static BraidSide near(BraidConfig config, long session, ProtectionDomain domain, Runnable wake) {
    return new BraidSide(config, new BraidSession(session, 1, true), domain, wake);
  }

  /** The side that receives. */
  static BraidSide far(BraidConfig config, long session, ProtectionDomain domain, Runnable wake) {
    return new BraidSide(config, new BraidSession(session, 1, false), domain, wake);
  }

  Braid braid() {
    return braid;
  }

  void lifeline(Consumer<byte[]> newLifeline) {
    lifeline = newLifeline;
  }

  void onLifelineFrame(byte[] frame) {
    braid.onLifelineFrame(frame);
    wake.run();
  }

  void wake() {
    wake.run();
  }

  @Override
  public int poll(long nowNanos) {
    return braid.poll(nowNanos);
  }

  @Override
  public long nextTimerNanos() {
    return braid.nextTimerNanos();
  }

  @Override
  public boolean arm() {
    return braid.arm();
  }

  /** That a flow has arrived: nobody waits for it. */
  @Override
  public void onMessage(long sequence, MemorySegment frame, int length) {}

  @Override
  public void onWritable() {}

  @Override
  public void sendOnLifeline(byte[] frame) {
    lifeline.accept(frame);
  }

  /** Its transfers fail, and tell why. */
  @Override
  public void onFailed(String cause, boolean peerGone) {}

  @Override
  public void onClosed() {}
}
