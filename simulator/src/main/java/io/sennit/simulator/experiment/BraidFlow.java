// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.multipath.Lane;
import io.sennit.multipath.RemoteSpan;
import io.sennit.multipath.StrandOffer;
import io.sennit.multipath.TransferListener;
import io.sennit.simulator.Scheduler;
import io.sennit.verbs.MemoryRegion;
import io.sennit.verbs.Path;
import java.util.List;

/** A flow by one WRITE of a production braid, which is there before it. */
final class BraidFlow implements Flow, TransferListener {
  private static final long LIFELINE_NANOS = 300_000;

  private final Scheduler scheduler;
  private final BraidSide near;
  private final BraidSide far;
  private final long bytes;
  private final Memories memories;
  private long transfer;
  private String failure = "";
  private long doneNanos = -1;

  /**
   * Source and target of a flow.
   *
   * @param arrived is told what comes to the target
   */
  record Memories(MemoryRegion source, MemoryRegion target, Arrived arrived) {}

  BraidFlow(Scheduler scheduler, BraidSide near, BraidSide far, long bytes, Memories memories) {
    this.scheduler = scheduler;
    this.near = near;
    this.far = far;
    this.bytes = bytes;
    this.memories = memories;
  }

  /** Connects both sides, without the bootstrap's bytes. */
  void connect(List<Path> paths) {
    near.lifeline(frame -> scheduler.after(LIFELINE_NANOS, due -> far.onLifelineFrame(frame), 0));
    far.lifeline(frame -> scheduler.after(LIFELINE_NANOS, due -> near.onLifelineFrame(frame), 0));
    List<StrandOffer> offered = near.braid().offer(paths);
    List<StrandOffer> answered =
        far.braid().offer(paths.stream().map(Path::reversed).toList());
    far.braid().connect(offered);
    near.braid().connect(answered);
    far.wake();
    near.wake();
  }

  @Override
  public void start() {
    RemoteSpan span = far.braid().grant(memories.target(), 0, bytes, () -> {});
    transfer = near.braid().write(memories.source(), 0, span, bytes, this);
    near.wake();
  }

  @Override
  public long deliveredBytes() {
    return memories.arrived().bytes();
  }

  @Override
  public long doneNanos() {
    return doneNanos;
  }

  @Override
  public String failure() {
    return failure;
  }

  @Override
  public void onDelivered(long found) {
    doneNanos = scheduler.nanoTime();
    if (near.braid().sendDone(memory -> 0, Lane.NORMAL, transfer) < 0) {
      failure = "there was no room to announce it";
    }
  }

  @Override
  public void onReleased() {}

  @Override
  public void onFailed(String cause, boolean noEffect) {
    failure = cause;
  }
}
