// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.simulator.Trace;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.World;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.StreamLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Cuts cables while sessions come up: one, two or all between two hosts, both ways or one way, seen
 * or not, at any moment of a first coming up, of later ones, and of that of a lost lifeline.
 */
final class Cuts {
  private static final TraceEvent CUT = TraceEvent.of("cut", "stage", "cable", "how");
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  /** Another way is tried after that; a second cable may be cut just then. */
  private static final long ATTEMPT_NANOS = 250 * MILLI;

  /** What a coming up takes besides its way through the network, and how often it goes there. */
  private static final long OWN_NANOS = 800 * MICRO;

  private static final int CROSSINGS = 11;
  private static final int CROSSINGS_OF_A_LIFELINE = 4;
  private static final long JITTER_NANOS = 130 * MICRO;

  /** Sessions that a caller ends early, and lifelines of it that are reset, at most. */
  private static final int MOST_RENEWALS = 8;

  private static final int MOST_RESETS = 3;

  private final Dial.Scene scene;
  private final Randomness random;
  private final Trace trace;
  private final Scenario scenario;
  private final boolean active;
  private final List<Caller> callers = new ArrayList<>();
  private final Map<Line, Dial> dials = new HashMap<>();
  private final Map<Line, Long> resets = new HashMap<>();
  private final Map<FaultKind, Long> struck = new EnumMap<>(FaultKind.class);

  /** Does nothing where a scenario has no cuts. */
  Cuts(World world, Scenario scenario, Dial.Scene scene) {
    this.scenario = scenario;
    this.scene = scene;
    trace = world.trace();
    random = world.seeds().randomness("cuts");
    active = scenario.cuts();
  }

  /** How often cables were cut at a stage. */
  long struck(FaultKind stage) {
    return struck.getOrDefault(stage, 0L);
  }

  /** A caller's sessions are to be ended early, and their lifelines to be lost. */
  void follow(Caller caller) {
    callers.add(caller);
    if (active) {
      plan(random.nextInt(1 + MOST_RENEWALS), caller, Caller::renew);
      plan(random.nextInt(1 + MOST_RESETS), caller, this::reset);
    }
  }

  private void plan(int times, Caller caller, Consumer<Caller> what) {
    for (int time = 0; time < times; time++) {
      scene.scheduler().at(upTo(scenario.healNanos()), due -> what.accept(caller), 0);
    }
  }

  private long upTo(long nanos) {
    return Math.floorMod(random.nextLong(), nanos);
  }

  /** A session begins to come up. */
  void dialed(Line line, Host client, Host server) {
    if (active) {
      Dial dial = new Dial(line, client, server, scene);
      dials.put(line, dial);
      cut(client, server, CROSSINGS, dial::stage);
    }
  }

  /** A session that was dialed is up, or has ended. */
  void changed(Line line) {
    Dial dial = dials.get(line);
    if (dial != null) {
      dial.changed();
    }
  }

  /** Something has happened to a session that a host serves. */
  void served(Host server, Line line) {
    if (scene.alone() && line.failedFor(Line.UNANSWERED)) {
      long sinceNanos = scene.nanoTime() - scenario.config().streams().drainNanos();
      boolean cutOff = callers.stream()
          .filter(caller -> caller.server() == server)
          .anyMatch(caller -> scene.cables().areCutSince(caller.client(), server, sinceNanos));
      scene
          .ledger()
          .require(
              cutOff, line.state() + " though each client had a rail that worked all the time");
    }
  }

  /** Whether an established session may be lost now without breaking a promise. */
  boolean mayBeLost(Line line) {
    Dial dial = dials.get(line);
    return dial != null && dial.mayBeLost();
  }

  /** Draws what becomes of the cables between two hosts within the next moments. */
  private void cut(Host client, Host server, int crossings, Supplier<Optional<FaultKind>> stage) {
    if (random.nextInt(4) == 0) {
      return;
    }
    List<Integer> rails = shuffled(Cables.rails(client, server));
    int count = count(rails.size());
    long firstNanos = moment(crossings);
    for (int at = 0; at < count; at++) {
      Host end = random.nextBoolean() ? client : server;
      int cable = Cables.of(end, rails.get(at));
      Cables.How how = how();
      long nanos = count == rails.size() ? longTime() : time();
      long delayNanos = at == 0 ? firstNanos : nextMoment(firstNanos, crossings);
      scene
          .scheduler()
          .after(
              delayNanos, due -> stage.get().ifPresent(now -> strike(now, cable, how, nanos)), 0);
    }
  }

  private List<Integer> shuffled(int rails) {
    List<Integer> shuffled = new ArrayList<>(IntStream.range(0, rails).boxed().toList());
    for (int at = rails - 1; at > 0; at--) {
      Collections.swap(shuffled, at, random.nextInt(at + 1));
    }
    return shuffled;
  }

  private int count(int rails) {
    return switch (random.nextInt(8)) {
      case 0 -> rails;
      case 1, 2, 3, 4 -> 1;
      default -> Math.min(2, rails);
    };
  }

  private Cables.How how() {
    return switch (random.nextInt(6)) {
      case 0, 1 -> Cables.How.SEEN;
      case 2 -> Cables.How.THERE;
      case 3 -> Cables.How.BACK;
      default -> Cables.How.SILENT;
    };
  }

  private long moment(int crossings) {
    long delayNanos = scenario.topology().cables().getFirst().config().delayNanos();
    return upTo(OWN_NANOS + crossings * (2 * delayNanos + JITTER_NANOS));
  }

  private long nextMoment(long firstNanos, int crossings) {
    return switch (random.nextInt(3)) {
      case 0 -> firstNanos;
      case 1 -> moment(crossings);
      default -> ATTEMPT_NANOS + moment(crossings);
    };
  }

  private long time() {
    return switch (random.nextInt(4)) {
      case 0 -> MILLI + upTo(100 * MILLI);
      case 1, 2 -> 100 * MILLI + upTo(2_000 * MILLI);
      default -> 2_000 * MILLI + upTo(4_000 * MILLI);
    };
  }

  /** Also longer than any session waits. */
  private long longTime() {
    return 10 * MILLI + upTo(random.nextBoolean() ? 1_000 * MILLI : 14_000 * MILLI);
  }

  @SuppressWarnings("EnumOrdinal") // for the trace
  private void strike(FaultKind stage, int cable, Cables.How how, long nanos) {
    long leftNanos = scenario.healNanos() - scene.nanoTime();
    if (leftNanos > 0) {
      struck.merge(stage, 1L, Long::sum);
      trace.add(CUT, stage.ordinal(), cable, how.ordinal());
      scene.cables().cut(cable, how);
      scene
          .scheduler()
          .after(Math.min(nanos, leftNanos), due -> scene.cables().join(cable, how), 0);
    }
  }

  /** Where times are promised it must be known which lifeline is whose. */
  private void reset(Caller caller) {
    Line line = caller.carrying();
    if (line == null || (scene.alone() && !isAlone(caller))) {
      return;
    }
    List<StreamLine> lifelines = scene.streams().between(caller.client(), caller.server());
    boolean carried = lifelines.stream().anyMatch(StreamLine::carries);
    lifelines.forEach(StreamLine::reset);
    cut(
        caller.client(),
        caller.server(),
        CROSSINGS_OF_A_LIFELINE,
        () -> line.isOver() || line.process().isOver()
            ? Optional.empty()
            : Optional.of(FaultKind.REDIAL_CUT));
    if (carried && scene.alone()) {
      expectLifeline(caller, line);
    }
  }

  private boolean isAlone(Caller caller) {
    return callers.stream().filter(each -> each.joinsTheSameAs(caller)).count() == 1;
  }

  private void expectLifeline(Caller caller, Line line) {
    long sinceNanos = scene.nanoTime();
    resets.put(line, sinceNanos);
    for (int cut = 0; cut < Cables.rails(caller.client(), caller.server()); cut++) {
      long mostNanos = Dial.CALM_NANOS + cut * Dial.EACH_RAIL_NANOS;
      scene
          .scheduler()
          .after(mostNanos, most -> checkLifeline(caller, line, sinceNanos, (int) most), cut);
    }
  }

  private void checkLifeline(Caller caller, Line line, long sinceNanos, int mostCut) {
    Host client = caller.client();
    Host server = caller.server();
    boolean promised = caller.carrying() == line
        && resets.getOrDefault(line, 0L) == sinceNanos
        && scene.cables().cutSince(client, server, sinceNanos) <= mostCut;
    scene
        .ledger()
        .require(
            !promised
                || scene.streams().between(client, server).stream().anyMatch(StreamLine::carries),
            line + " has no lifeline " + (scene.nanoTime() - sinceNanos) / MICRO
                + " us after it was reset, with " + mostCut + " rails cut at most");
  }
}
