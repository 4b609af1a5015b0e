// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.experiment;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.Task;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LossCause;
import java.util.ArrayList;
import java.util.List;

/** One policy, one seed, one world. Confined to one thread. */
public final class Trial {
  private final Plan plan;
  private final Policy policy;
  private final long seed;
  private final World world;
  private final Scheduler scheduler;
  private final Fabric fabric;
  private final List<FlowSpec> specs;
  private final List<Flow> flows = new ArrayList<>();
  private final List<Long> timeline = new ArrayList<>();
  private final long[] seenBytes;
  private final long[] seenNanos;
  private final Task look = this::look;
  private long stallNanos;
  private boolean over;

  private Trial(Plan plan, Policy policy, long seed) {
    this.plan = plan;
    this.policy = policy;
    this.seed = seed;
    world = World.of(seed);
    scheduler = world.scheduler();
    fabric = new Fabric(world, plan.topology());
    specs = plan.traffic().flows(world.seeds().randomness("traffic"));
    seenBytes = new long[specs.size()];
    seenNanos = new long[specs.size()];
  }

  /** Runs it to its end. */
  public static TrialResult run(Plan plan, Policy policy, long seed) {
    Trial trial = new Trial(plan, policy, seed);
    trial.prepare();
    while (!trial.over && trial.scheduler.step()) {
      // What happens, happens in the step.
    }
    return trial.result();
  }

  private void prepare() {
    Carrier carrier = carrier();
    for (int index = 0; index < specs.size(); index++) {
      FlowSpec spec = specs.get(index);
      Flow flow = carrier.open(spec, index);
      flows.add(flow);
      scheduler.at(spec.startNanos(), due -> flow.start(), 0);
    }
    List<Link> links = fabric.links();
    for (Fault fault : plan.faults()) {
      int first = 2 * fault.cable();
      fault.plan(scheduler, links.subList(first, first + 2));
    }
    scheduler.at(0, look, 0);
  }

  private Carrier carrier() {
    return switch (policy) {
      case SENNIT -> BraidCarrier.onModel(world, fabric, plan.strands());
      case SENNIT_FULL -> BraidCarrier.onEngine(world, fabric, plan.strands());
      default -> new LightCarrier(world, fabric, policy, plan.strands());
    };
  }

  private void look(long due) {
    long nowNanos = scheduler.nanoTime();
    long arrived = 0;
    boolean all = true;
    for (int at = 0; at < specs.size(); at++) {
      Flow flow = flows.get(at);
      long bytes = flow.deliveredBytes();
      arrived += bytes;
      all &= flow.doneNanos() >= 0;
      watch(at, bytes, flow.doneNanos() >= 0);
    }
    timeline.add(arrived);
    over = all || nowNanos >= plan.horizonNanos();
    if (!over) {
      scheduler.at(Math.min(nowNanos + plan.sampleNanos(), plan.horizonNanos()), look, 0);
    }
  }

  private void watch(int at, long bytes, boolean done) {
    long nowNanos = scheduler.nanoTime();
    if (bytes != seenBytes[at] || done || nowNanos <= specs.get(at).startNanos()) {
      seenBytes[at] = bytes;
      seenNanos[at] = nowNanos;
    } else {
      stallNanos = Math.max(stallNanos, nowNanos - seenNanos[at]);
    }
  }

  private TrialResult result() {
    List<FlowResult> results = new ArrayList<>();
    for (int at = 0; at < specs.size(); at++) {
      Flow flow = flows.get(at);
      results.add(
          new FlowResult(specs.get(at), flow.deliveredBytes(), flow.doneNanos(), flow.failure()));
    }
    boolean finished = results.stream().allMatch(FlowResult::isDone);
    long endNanos = finished
        ? results.stream().mapToLong(FlowResult::doneNanos).max().orElse(0)
        : scheduler.nanoTime();
    long startNanos = specs.stream().mapToLong(FlowSpec::startNanos).min().orElse(0);
    return new TrialResult(
        plan,
        policy,
        seed,
        results,
        LinkUses.of(fabric, specs, endNanos - startNanos),
        timeline,
        stallNanos,
        endNanos,
        work());
  }

  private TrialResult.Work work() {
    long lost = 0;
    for (LossCause cause : LossCause.values()) {
      lost += fabric.lost(cause);
    }
    long carried = fabric.links().stream().mapToLong(Link::carried).sum();
    return new TrialResult.Work(lost, carried, scheduler.ran());
  }
}
