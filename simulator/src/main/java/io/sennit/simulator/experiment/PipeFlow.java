// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.light.LightNet;
import io.sennit.simulator.light.PacketPolicy;
import io.sennit.simulator.light.Pipe;
import io.sennit.simulator.light.PipeConfig;
import io.sennit.simulator.light.Route;
import io.sennit.simulator.light.Sink;
import io.sennit.simulator.light.Supply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A flow over one pipe, or divided among some once and for all. */
final class PipeFlow implements Flow {
  private final Scheduler scheduler;
  private final List<Share> shares = new ArrayList<>();
  private long deliveredBytes;
  private int open;
  private long doneNanos = -1;

  PipeFlow(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Adds a pipe and what it is to carry; before the start. */
  void add(LightNet net, IntFunction<Route> routes, PacketPolicy policy, long bytes) {
    shares.add(new Share(net, routes, policy, bytes));
    open++;
  }

  /** What one pipe carries. */
  private final class Share implements Supply, Sink {
    private final long bytes;
    private final Pipe pipe;
    private boolean started;
    private boolean done;

    Share(LightNet net, IntFunction<Route> routes, PacketPolicy policy, long bytes) {
      this.bytes = bytes;
      pipe = new Pipe(new Pipe.Plan(net, routes, PipeConfig.FLOW, policy, this, this));
    }

    private long all() {
      return Math.ceilDiv(bytes, PipeConfig.PAYLOAD_BYTES);
    }

    @Override
    public long packets() {
      return started ? all() : 0;
    }

    @Override
    public int bytes(long number) {
      return (int) Math.min(PipeConfig.PAYLOAD_BYTES, bytes - number * PipeConfig.PAYLOAD_BYTES);
    }

    @Override
    public void acknowledged(long number) {
      if (number == all() && !done) {
        done = true;
        finish();
      }
    }

    @Override
    public void gaveUp() {}

    @Override
    public boolean accepts(long number) {
      return true;
    }

    @Override
    public void arrived(long number, int arrivedBytes) {
      deliveredBytes += arrivedBytes;
    }

    @Override
    public void advanced(long number) {}
  }

  private void finish() {
    open--;
    doneNanos = open == 0 ? scheduler.nanoTime() : -1;
  }

  @Override
  public void start() {
    for (Share share : shares) {
      share.started = true;
      share.pipe.pump();
    }
  }

  @Override
  public long deliveredBytes() {
    return deliveredBytes;
  }

  @Override
  public long doneNanos() {
    return doneNanos;
  }

  /** Pipes of flows never give up. */
  @Override
  public String failure() {
    return "";
  }
}
