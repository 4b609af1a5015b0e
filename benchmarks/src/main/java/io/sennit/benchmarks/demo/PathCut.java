// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.demo;

import io.sennit.base.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The story of one path: cut half-way, brought back when it has been given up (but not before the
 * cut can be seen in a plot), rebuilt by the transport. Safe from any thread.
 */
final class PathCut {
  /** Several bins of the plot. */
  private static final long LEAST_CUT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** If nobody gives the path up by then it comes back all the same. */
  private static final long LONGEST_CUT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final String WORKING = "GOOD";
  private static final String DOUBTED = "SUSPECT";

  private enum Stage {
    BEFORE,
    CUT,
    BACK,
    REBUILT
  }

  private final String label;
  private final BlackHole hole;
  private final LongSupplier pathBytes;
  private final Clock clock;
  private final CountDownLatch rebuilt = new CountDownLatch(1);
  private Stage stage = Stage.BEFORE;
  private long cutNanos;
  private long backNanos;
  private long bytesWhenRebuilt;
  private int rebuildsBefore;

  /**
   * Nothing is cut yet.
   *
   * @param label of the path
   * @param pathBytes what both processes have moved over it so far
   */
  PathCut(String label, BlackHole hole, LongSupplier pathBytes, Clock clock) {
    this.label = label;
    this.hole = hole;
    this.pathBytes = pathBytes;
    this.clock = clock;
  }

  /** The path's. */
  String label() {
    return label;
  }

  /** Cuts at half-way; afterwards does nothing. */
  synchronized void progress(long done, long total) {
    if (stage == Stage.BEFORE && 2 * done >= total) {
      hole.open();
      cutNanos = clock.nanoTime();
      stage = Stage.CUT;
    }
  }

  /** Tells how the path is seen now. */
  synchronized void seen(Sample sample) {
    sample.paths().stream()
        .filter(path -> path.label().equals(label))
        .forEach(path -> seen(path.state(), path.rebuilds(), sample.nanos()));
  }

  private void seen(String state, int rebuilds, long nanos) {
    boolean working = state.equals(WORKING);
    rebuildsBefore = stage == Stage.BEFORE ? rebuilds : rebuildsBefore;
    if (stage == Stage.CUT && isTimeToComeBack(working || state.equals(DOUBTED), nanos)) {
      hole.close();
      backNanos = clock.nanoTime();
      stage = Stage.BACK;
    } else if (stage == Stage.BACK && working && rebuilds > rebuildsBefore) {
      bytesWhenRebuilt = pathBytes.getAsLong();
      stage = Stage.REBUILT;
      rebuilt.countDown();
    }
  }

  private boolean isTimeToComeBack(boolean stillInUse, long nanos) {
    long sinceNanos = nanos - cutNanos;
    return sinceNanos >= (stillInUse ? LONGEST_CUT_NANOS : LEAST_CUT_NANOS);
  }

  /** Waits until the path works again; false if that did not happen in time. */
  boolean awaitRebuilt(long timeoutNanos) throws InterruptedException {
    return rebuilt.await(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  synchronized long cutNanos() {
    return cutNanos;
  }

  synchronized long backNanos() {
    return backNanos;
  }

  /** What the path has carried since its rebuild; 0 if it was not rebuilt. */
  synchronized long bytesSinceRebuilt() {
    return stage == Stage.REBUILT ? pathBytes.getAsLong() - bytesWhenRebuilt : 0;
  }
}
