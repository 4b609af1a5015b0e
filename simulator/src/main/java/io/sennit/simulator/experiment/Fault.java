// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkFaults;
import java.util.List;

/** Something that goes wrong with a cable, in both directions. */
public sealed interface Fault {
  /** When it begins. */
  long fromNanos();

  /** Position of the cable in the topology. */
  int cable();

  /** How much of what the cable carries still arrives at that moment, on average: 0 to 1. */
  double shareLeft(long nanos);

  /** Has it happen to the two directions of its cable. */
  void plan(Scheduler scheduler, List<Link> directions);

  /** From a moment on everything vanishes, and nobody sees that. */
  record Cut(int cable, long fromNanos) implements Fault {
    @Override
    public double shareLeft(long nanos) {
      return nanos < fromNanos ? 1 : 0;
    }

    @Override
    public void plan(Scheduler scheduler, List<Link> directions) {
      scheduler.at(fromNanos, due -> directions.forEach(link -> link.swallow(true)), 0);
    }
  }

  /**
   * From a moment on packets are lost by chance.
   *
   * @param lostPpm of a million, 1 to 1,000,000
   */
  record Grey(int cable, long fromNanos, int lostPpm) implements Fault {
    private static final double MILLION = 1e6;

    @Override
    public double shareLeft(long nanos) {
      return nanos < fromNanos ? 1 : 1 - lostPpm / MILLION;
    }

    @Override
    public void plan(Scheduler scheduler, List<Link> directions) {
      LinkFaults loss = LinkFaults.loss(lostPpm);
      scheduler.at(fromNanos, due -> directions.forEach(link -> link.faults(loss)), 0);
    }
  }

  /**
   * Down and up again, over and over.
   *
   * @param downNanos how long it is down each time, positive
   * @param upNanos how long it is up in between, positive
   */
  record Flap(int cable, long fromNanos, long downNanos, long upNanos) implements Fault {
    public Flap {
      if (downNanos < 1 || upNanos < 1) {
        throw new IllegalArgumentException(downNanos + " ns down and " + upNanos + " ns up");
      }
    }

    @Override
    public double shareLeft(long nanos) {
      long into = Math.floorMod(nanos - fromNanos, downNanos + upNanos);
      return nanos < fromNanos || into >= downNanos ? 1 : 0;
    }

    @Override
    public void plan(Scheduler scheduler, List<Link> directions) {
      scheduler.at(fromNanos, due -> down(scheduler, directions), 0);
    }

    private void down(Scheduler scheduler, List<Link> directions) {
      directions.forEach(link -> link.up(false));
      scheduler.after(downNanos, due -> up(scheduler, directions), 0);
    }

    private void up(Scheduler scheduler, List<Link> directions) {
      directions.forEach(link -> link.up(true));
      scheduler.after(upNanos, due -> down(scheduler, directions), 0);
    }
  }
}
