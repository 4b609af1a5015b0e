// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.rpc.Metadata;
import io.sennit.rpc.StatusCode;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.HostProcess;
import io.sennit.simulator.host.Nics;
import io.sennit.simulator.host.NoMemoryError;
import io.sennit.simulator.host.StreamFabric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One seed from its beginning to its end. Confined to one thread. */
public final class SwarmRun {
  /** Looks on, and changes nothing. */
  @FunctionalInterface
  public interface Witness {
    /** Nothing has happened yet. */
    void begins(World world, Fabric fabric);

    /** Whether the run is still wanted: one that is not ends with a violation that says so. */
    default boolean goesOn() {
      return true;
    }
  }

  private static final long SECOND = 1_000_000_000;

  /** After all faults: the silence limit, the longest pause before a rebuild, and some calls. */
  private static final long PATIENCE_NANOS = 90 * SECOND;

  /** Late packets, and what is released by their coming to nothing. */
  private static final long QUIET_NANOS = 5 * SECOND;

  /** A pause of the host, and a tick. */
  private static final long DEADLINE_PATIENCE_NANOS = 7 * SECOND;

  /** For which late copies are waited for in memory that is free. */
  private static final long ECHOES_NANOS = 3 * SECOND;

  private static final int MOST_FLOW_PAUSE_NANOS = 100_000_000;

  private static final long MOST_EVENTS = 40_000_000;
  private static final int STEPS = 64;

  /**
   * Where sessions end early and often, there have to be more of them: so many times, up to so
   * many, since each takes memory that may come back late.
   */
  private static final int CALLS_WITH_A_LIAR = 4;

  private static final int MOST_CALLS_WITH_A_LIAR = 64;

  private static final Pattern METHOD = Pattern.compile("(\\d{1,3})/(\\d{1,6})");
  private static final int MOST_POOLED_BYTES = 3 << 20;
  private static final int MOST_PACKETS = 100_000;

  private final SwarmCase of;
  private final Witness witness;
  private final World world;
  private final Scenario scenario;
  private final Fabric fabric;
  private final StreamFabric streams;
  private final Optional<SeededHands> hands;
  private final Ledger ledger = new Ledger();
  private final FlowCheck flowCheck = new FlowCheck(ledger);
  private final Randomness flowRandom;
  private final List<Site> sites = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Shelf guarded;
  private final Injector injector;
  private final Cuts cuts;
  private final Optional<Host> liar;

  private SwarmRun(SwarmCase of, Witness witness) {
    this.of = of;
    this.witness = witness;
    world = World.of(of.seed());
    scenario = of.scenario();
    fabric = new Fabric(world, scenario.topology());
    witness.begins(world, fabric);
    streams = new StreamFabric(world, fabric);
    hands = hands();
    Scheduler scheduler = world.scheduler();
    boolean greedy = scenario.kinds().contains(FaultKind.LATE_DUPLICATES);
    guarded = new Shelf(scheduler, world.seeds().randomness("guarded"), ledger, greedy);
    Sentry sentry = new Sentry(
        scheduler,
        world.seeds().randomness("sentry"),
        guarded,
        scenario.healNanos() + (greedy ? ECHOES_NANOS : 0),
        greedy);
    Map<String, Host> names = new HashMap<>();
    List<Host> hosts = new ArrayList<>();
    Randomness portsAtFirst = world.seeds().randomness("ports at first");
    for (int at = 0; at < scenario.topology().hosts().size(); at++) {
      Host host = new Host(world, fabric, at, scenario.host());
      if (scenario.kinds().contains(FaultKind.PORT_ADDED)) {
        host.beginWithPorts(1 + portsAtFirst.nextInt(host.ports().size()));
      }
      if (scenario.kinds().contains(FaultKind.FULL_HEAP)) {
        host.faults().mayFillHeap();
      }
      names.put(host.name(), host);
      hosts.add(host);
    }
    liar = liar(hosts);
    Site.Common common = new Site.Common(
        names, streams, scenario.config(), nics(), this::accept, sentry, this::served, liar);
    hosts.forEach(host -> sites.add(new Site(host, common)));
    injector = new Injector(world, fabric, sites, streams, this::changed);
    cuts = cuts();
    Randomness random = world.seeds().randomness("sessions");
    for (int id = 0; id < scenario.sessions(); id++) {
      plan(id, random, sentry);
    }
    injector.plan(scenario.kinds(), scenario.healNanos());
    flowRandom = world.seeds().randomness("flow control");
    checkFlowLater();
  }

  /** Flow control is compared now and then: a moment in which it is wrong may pass. */
  private void checkFlowLater() {
    long pauseNanos = 1L + flowRandom.nextInt(MOST_FLOW_PAUSE_NANOS);
    world
        .scheduler()
        .after(
            pauseNanos,
            due -> {
              flowCheck.check(lines());
              if (!isHealed()) {
                checkFlowLater();
              }
            },
            0);
  }

  private Cuts cuts() {
    Dial.Scene scene = new Dial.Scene(
        world.scheduler(),
        streams,
        new Cables(world.scheduler(), fabric, injector::up),
        ledger,
        scenario.config().bootstrapTimeoutNanos(),
        scenario.cutsAlone());
    return new Cuts(world, scenario, scene);
  }

  private Optional<Host> liar(List<Host> hosts) {
    if (!scenario.kinds().contains(FaultKind.LYING_PEER)) {
      return Optional.empty();
    }
    Host one = hosts.get(world.seeds().randomness("liar").nextInt(hosts.size()));
    one.faults().mayLie(world.seeds().randomness("lies"));
    long lastNanos = scenario.healNanos() + Injector.LIAR_LEFT_NANOS - 1;
    world
        .scheduler()
        .at(
            lastNanos,
            due -> workloads.forEach(each -> each.checkDeadlines(DEADLINE_PATIENCE_NANOS)),
            0);
    return Optional.of(one);
  }

  /** What all devices are made by, if they are hostile. */
  private Optional<SeededHands> hands() {
    if (!scenario.hostile()) {
      return Optional.empty();
    }
    LinkConfig line = scenario.topology().cables().getFirst().config();
    SeededHands made = new SeededHands(world, line, fabric.links(), fabric.ports());
    world.scheduler().at(scenario.healNanos(), due -> made.heal(), 0);
    return Optional.of(made);
  }

  private Nics nics() {
    return hands.isPresent() ? hands.get() : Nics.ENGINES;
  }

  private void plan(int id, Randomness random, Sentry sentry) {
    int client = random.nextInt(sites.size());
    int server = (client + 1 + random.nextInt(sites.size() - 1)) % sites.size();
    Workload.Limits limits = new Workload.Limits(MOST_POOLED_BYTES, scenario.mostLateNanos());
    Workload workload = new Workload(world, Integer.toString(id), ledger, sentry, limits);
    Caller caller = new Caller(sites.get(client), sites.get(server).host(), workload, sentry, cuts);
    if (liar.filter(host -> isOf(host, client, server)).isPresent()) {
      workload.suspect();
    }
    int more = Math.min(CALLS_WITH_A_LIAR * scenario.calls(), MOST_CALLS_WITH_A_LIAR);
    int calls = workload.isSuspect() ? more : scenario.calls();
    workload.plan(calls, scenario.flavor(), scenario.healNanos(), caller);
    workloads.add(workload);
    callers.add(caller);
    cuts.follow(caller);
  }

  private boolean isOf(Host host, int client, int server) {
    return sites.get(client).host() == host || sites.get(server).host() == host;
  }

  /** A process was killed, or has started. */
  private void changed(Site site) {
    if (site.isUp()) {
      callers.forEach(Caller::advance);
    } else {
      workloads.forEach(workload -> workload.killed(site.process()));
    }
  }

  private void served(Host server, Line line) {
    cuts.served(server, line);
  }

  /** The door of every server: a method begins with the number of its workload. */
  private StreamListener accept(HostProcess process, RpcStream stream, IncomingCall call) {
    if (liar.isPresent() && isSuspect(stream.session())) {
      return acceptSuspect(process, stream, call);
    }
    int workload = Integer.parseInt(call.method().substring(0, call.method().indexOf('/')));
    return workloads.get(workload).accept(process, stream, call);
  }

  private boolean isSuspect(Session session) {
    return lines().filter(Line::isSuspect).map(Line::session).anyMatch(session::equals);
  }

  /** A liar may call what nobody was to call. */
  private StreamListener acceptSuspect(HostProcess process, RpcStream stream, IncomingCall call) {
    Matcher named = METHOD.matcher(call.method());
    if (named.matches()) {
      int workload = Integer.parseInt(named.group(1));
      int id = Integer.parseInt(named.group(2));
      Optional<StreamListener> listener = workload < workloads.size()
          ? workloads.get(workload).acceptSuspect(process, stream, id)
          : Optional.empty();
      if (listener.isPresent()) {
        return listener.get();
      }
    }
    stream.end(StatusCode.UNIMPLEMENTED, "nobody planned this call", Metadata.EMPTY);
    return StreamListener.NOBODY;
  }

  /** Runs a seed. */
  public static Outcome of(long seed) {
    return of(SwarmCase.of(seed));
  }

  /** Runs a seed, or a smaller case of it. */
  static Outcome of(SwarmCase of) {
    return of(of, (world, fabric) -> {});
  }

  /** The same, for as long as it is wanted. */
  static Outcome of(SwarmCase of, BooleanSupplier goesOn) {
    return of(of, new Witness() {
      @Override
      public void begins(World world, Fabric fabric) {}

      @Override
      public boolean goesOn() {
        return goesOn.getAsBoolean();
      }
    });
  }

  /** Runs one before a witness. */
  public static Outcome of(SwarmCase of, Witness witness) {
    SwarmRun run = new SwarmRun(of, witness);
    try {
      run.live();
    } catch (RuntimeException | AssertionError | NoMemoryError e) {
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
        scenario.mostReliefNanos(),
        () -> isHealed() && workloads.stream().allMatch(Workload::isDone),
        () -> Unrest.ofPaths(lines()) + flowCheck.difference(lines()).orElse(""));
    workloads.forEach(Workload::check);
    reach(
        "bodies are given back",
        PATIENCE_NANOS,
        this::isShelfEmpty,
        () -> Unrest.ofShelves(shelves()));
    long quietNanos = world.nowNanos() + QUIET_NANOS;
    reach("time passes", QUIET_NANOS + SECOND, () -> world.nowNanos() >= quietNanos);
    reach(
        "everything comes to rest", PATIENCE_NANOS, this::isAtRest, () -> Unrest.ofLines(lines()));
    reach(
        "both sides agree on flow control",
        PATIENCE_NANOS,
        () -> flowCheck.difference(lines()).isEmpty(),
        () -> flowCheck.difference(lines()).orElse(""));
    reach(
        "healed paths are used again",
        PATIENCE_NANOS,
        this::isWhole,
        () -> Unrest.ofPaths(lines()));
    callers.forEach(Caller::close);
    reach(
        "sessions close",
        PATIENCE_NANOS,
        () -> sites.stream().allMatch(site -> site.process().liveSessions() == 0),
        () -> Unrest.ofSessions(sites, lines()));
    checkClosed();
    reach(
        "domains are closed",
        PATIENCE_NANOS,
        () -> sites.stream().allMatch(site -> site.host().openDomains() == 0),
        () -> Unrest.ofDomains(sites));
    reach(
        "streams end",
        PATIENCE_NANOS,
        () -> streams.lines().isEmpty(),
        () -> Unrest.ofStreams(streams));
    reach(
        "packets arrive",
        PATIENCE_NANOS,
        () -> fabric.pool().inUse() == 0,
        () -> Unrest.ofPackets(fabric));
    reach(
        "requests arrive",
        PATIENCE_NANOS,
        () -> hands.stream().allMatch(SeededHands::isIdle),
        () -> hands.map(SeededHands::underWay).orElse(""));
  }

  private boolean isHealed() {
    return world.nowNanos() >= healedNanos();
  }

  private long healedNanos() {
    return scenario.healNanos() + (liar.isPresent() ? Injector.LIAR_LEFT_NANOS + 1 : 0);
  }

  private boolean isShelfEmpty() {
    return shelves().allMatch(shelf -> shelf.kept() == 0);
  }

  private Stream<Shelf> shelves() {
    return Stream.concat(Stream.of(guarded), workloads.stream().map(Workload::shelf));
  }

  /** Lets time pass until something holds; that it comes to hold is a promise too. */
  private void reach(String what, long mostNanos, BooleanSupplier holds) {
    reach(what, mostNanos, holds, () -> "");
  }

  /**
   * The same.
   *
   * @param missing names what keeps it from holding
   */
  private void reach(String what, long mostNanos, BooleanSupplier holds, Supplier<String> missing) {
    long endNanos = Math.max(world.nowNanos(), healedNanos()) + mostNanos;
    while (ledger.isClean() && !holds.getAsBoolean()) {
      if (world.nowNanos() > endNanos || world.scheduler().ran() > MOST_EVENTS) {
        ledger.violated(
            "not within " + mostNanos / SECOND + " s: " + what + "; " + missing.get() + describe());
      }
      ledger.require(witness.goesOn(), "nobody waits for the end of this run");
      int step = 0;
      while (step < STEPS && world.scheduler().step()) {
        step++;
      }
      if (step == 0) {
        world.scheduler().runUntil(world.nowNanos() + SECOND);
      }
      for (Site site : sites) {
        ledger.require(
            site.process().bugs().isEmpty(), String.join("; ", site.process().bugs()));
      }
      ledger.require(
          fabric.pool().inUse() < MOST_PACKETS, fabric.pool().inUse() + " packets are under way");
    }
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    workloads.stream()
        .flatMap(workload -> workload.stuck().stream())
        .forEach(stuck -> text.append(stuck).append("; "));
    lines().forEach(line -> text.append(line.state()).append("; "));
    return text.toString();
  }

  /** Sessions whose process was not killed. */
  private Stream<Line> lines() {
    return Stream.concat(
            callers.stream().flatMap(caller -> caller.lines().stream()),
            sites.stream().flatMap(site -> site.served().stream()))
        .filter(line -> !line.process().isOver());
  }

  /** What has ended gives everything back when it is closed. */
  private boolean isAtRest() {
    return lines().flatMap(Unrest::of).findAny().isEmpty();
  }

  /** Each path carries traffic, unless strands come and go, or ports, which need not be joined. */
  private boolean isWhole() {
    return scenario.flavor() == Flavor.PATIENT // Nobody looks.
        || scenario.grows()
        || scenario.kinds().contains(FaultKind.PORT_ADDED)
        || scenario.kinds().contains(FaultKind.PORT_REMOVED)
        || lines()
            .filter(line -> !line.isSuspect())
            .allMatch(line -> line.unused().isEmpty());
  }

  private void checkClosed() {
    lines().forEach(line -> {
      boolean unnoticed = scenario.flavor() == Flavor.PATIENT && line.failedFor(Line.UNTOLD);
      ledger.require(line.hasFairEnd(scenario.kinds()) || unnoticed, line.state());
      boolean intruded = line.metAnIntruder() && !line.isSuspect();
      ledger.require(!intruded, line + " met an intruder, and there is none");
      Session session = line.session();
      ledger.require(session == null || session.bodies().isIdle(), line + " has lost bodies");
      ledger.require(
          line.terminations() == 1 || isUnbuilt(line),
          line + " terminated " + line.terminations() + " times");
    });
  }

  /**
   * A server is told nothing of a session for which it had no memory: nobody waits for it there.
   */
  private boolean isUnbuilt(Line line) {
    boolean lacksMemory = scenario.kinds().contains(FaultKind.NO_MEMORY)
        || scenario.kinds().contains(FaultKind.FULL_HEAP);
    return lacksMemory
        && line.heardNothing()
        && sites.stream().anyMatch(site -> site.served().contains(line));
  }

  private Outcome outcome() {
    Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
    for (FaultKind kind : FaultKind.values()) {
      faults.put(kind, injector.injected(kind) + cuts.struck(kind));
    }
    return new Outcome(
        of.seed(),
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
