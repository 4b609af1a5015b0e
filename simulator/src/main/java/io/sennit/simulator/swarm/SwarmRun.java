// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.multipath.Counter;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.SessionPair;
import io.sennit.simulator.host.SessionPlan;
import io.sennit.simulator.host.SessionSide;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One seed from its beginning to its end. Confined to one thread. */
public final class SwarmRun {
  private static final long SECOND = 1_000_000_000;

  /** After all faults: the silence limit, the longest pause before a rebuild, and some calls. */
  private static final long PATIENCE_NANOS = 90 * SECOND;

  /** Late packets, and what is released by their coming to nothing. */
  private static final long QUIET_NANOS = 5 * SECOND;

  /** What there is none of at rest. */
  private static final List<Counter> REST = List.of(
      Counter.OPEN_LEASES,
      Counter.OPEN_TRANSFERS,
      Counter.QUARANTINED_BYTES,
      Counter.STRAY_COMPLETIONS);

  private static final long MOST_EVENTS = 40_000_000;
  private static final int STEPS = 64;
  private static final long LIFELINE_NANOS = 300_000;
  private static final int MOST_POOLED_BYTES = 3 << 20;
  private static final int MOST_PACKETS = 100_000;

  private final long seed;
  private final World world;
  private final Scenario scenario;
  private final Fabric fabric;
  private final Ledger ledger = new Ledger();
  private final List<Host> hosts = new ArrayList<>();
  private final List<SessionPair> sessions = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();
  private final Injector injector;

  private SwarmRun(long seed, Consumer<World> witness) {
    this.seed = seed;
    world = World.of(seed);
    witness.accept(world);
    scenario = Scenario.draw(world.seeds());
    fabric = new Fabric(world, scenario.topology());
    for (int at = 0; at < scenario.topology().hosts().size(); at++) {
      hosts.add(new Host(world, fabric, at, scenario.host()));
    }
    Randomness random = world.seeds().randomness("sessions");
    for (int id = 0; id < scenario.sessions(); id++) {
      open(id, random);
    }
    injector = new Injector(world, fabric.links(), hosts, sessions);
    injector.plan(scenario.kinds(), scenario.healNanos());
  }

  private void open(int id, Randomness random) {
    int client = random.nextInt(hosts.size());
    int server = (client + 1 + random.nextInt(hosts.size() - 1)) % hosts.size();
    Workload workload = new Workload(world, Integer.toString(id), ledger, MOST_POOLED_BYTES);
    SessionPlan plan = new SessionPlan(
        seed * 16 + id,
        scenario.paths(),
        Scenario.BRAID,
        scenario.streams(),
        Scenario.BODIES,
        LIFELINE_NANOS);
    SessionPair pair =
        SessionPair.open(hosts.get(client), hosts.get(server), plan, workload::accept);
    workload.plan(scenario.calls(), scenario.healNanos(), pair.client().session());
    sessions.add(pair);
    workloads.add(workload);
  }

  /** Runs a seed. */
  public static Outcome of(long seed) {
    return of(seed, world -> {});
  }

  /** Runs a seed; a witness sees its world before anything happens in it. */
  public static Outcome of(long seed, Consumer<World> witness) {
    SwarmRun run = new SwarmRun(seed, witness);
    try {
      run.live();
    } catch (RuntimeException | AssertionError e) {
      run.ledger.violated("it threw " + e + " at " + top(e));
    }
    return run.outcome();
  }

  private static String top(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    return trace.length == 0 ? "an unknown place" : trace[0].toString();
  }

  private void live() {
    reach(
        "calls end",
        PATIENCE_NANOS,
        () -> isHealed() && workloads.stream().allMatch(Workload::isDone));
    for (int at = 0; at < workloads.size(); at++) {
      workloads.get(at).check(hasFailed(sessions.get(at)));
    }
    reach("bodies are given back", PATIENCE_NANOS, this::isShelfEmpty);
    long quietNanos = world.nowNanos() + QUIET_NANOS;
    reach("time passes", QUIET_NANOS + SECOND, () -> world.nowNanos() >= quietNanos);
    reach("everything comes to rest", PATIENCE_NANOS, this::isAtRest);
    sessions.forEach(pair -> pair.client().session().shutdown());
    reach("sessions close", PATIENCE_NANOS, this::isClosed);
    sessions.forEach(this::checkClosed);
    reach("packets arrive", PATIENCE_NANOS, () -> fabric.pool().inUse() == 0);
  }

  private boolean isHealed() {
    return world.nowNanos() >= scenario.healNanos();
  }

  private static boolean hasFailed(SessionPair pair) {
    return pair.sides().stream().anyMatch(side -> !side.failure().isEmpty());
  }

  private boolean isShelfEmpty() {
    return workloads.stream().allMatch(workload -> workload.shelf().kept() == 0);
  }

  private boolean isClosed() {
    return sessions.stream()
        .allMatch(pair -> pair.sides().stream().allMatch(SessionSide::isClosed));
  }

  /** Lets time pass until something holds; that it comes to hold is a promise too. */
  private void reach(String what, long mostNanos, BooleanSupplier holds) {
    long endNanos = Math.max(world.nowNanos(), scenario.healNanos()) + mostNanos;
    while (ledger.isClean() && !holds.getAsBoolean()) {
      if (world.nowNanos() > endNanos || world.scheduler().ran() > MOST_EVENTS) {
        ledger.violated("not within " + mostNanos / SECOND + " s: " + what + "; " + describe());
      }
      for (int step = 0; step < STEPS; step++) {
        if (!world.scheduler().step()) {
          world.scheduler().runUntil(world.nowNanos() + SECOND);
        }
      }
      ledger.require(
          fabric.pool().inUse() < MOST_PACKETS, fabric.pool().inUse() + " packets are under way");
    }
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < sessions.size(); at++) {
      text.append("session ").append(at).append(": ").append(workloads.get(at).stuck());
      for (SessionSide side : sessions.get(at).sides()) {
        text.append("; ").append(side.state());
      }
    }
    return text.toString();
  }

  /** What has failed gives everything back when it is closed. */
  private boolean isAtRest() {
    return sessions.stream()
        .filter(pair -> !hasFailed(pair))
        .allMatch(pair -> pair.sides().stream().allMatch(SwarmRun::isAtRest));
  }

  private static boolean isAtRest(SessionSide side) {
    return side.session().snapshot().callsOpen() == 0
        && REST.stream().allMatch(counter -> side.count(counter) == 0);
  }

  private void checkClosed(SessionPair pair) {
    for (SessionSide side : pair.sides()) {
      ledger.require(
          side.bodies().isIdle(), side + " has lost bodies: " + side.bodies().openBodies());
      ledger.require(
          side.terminations() == 1, side + " terminated " + side.terminations() + " times");
    }
  }

  private Outcome outcome() {
    Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      faults.put(kind, injector.injected(kind));
    }
    return new Outcome(
        seed,
        world.trace().hash(),
        world.nowNanos(),
        world.scheduler().ran(),
        fabric.links().stream().mapToLong(Link::carried).sum(),
        workloads.stream().mapToLong(Workload::calls).sum(),
        faults,
        ledger
            .violation()
            .map(first -> first + " [" + scenario.name() + ", " + scenario.kinds() + "]"));
  }
}
