// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.multipath.BraidConfig;
import io.sennit.multipath.GrowthTuning;
import io.sennit.roce.EngineConfig;
import io.sennit.roce.PathMtuTuning;
import io.sennit.rpc.BodyPoolConfig;
import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.stream.StreamConfig;
import io.sennit.simulator.Seeds;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.Topologies;
import io.sennit.simulator.fabric.Topology;
import io.sennit.simulator.host.HostConfig;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a seed stands for.
 *
 * @param host every host is alike
 * @param config of each session
 * @param sessions how many, each between two hosts of its own choice
 * @param calls of each session
 * @param kinds of faults that happen
 * @param flavor what it is about besides
 * @param hostile whether devices do what NICs may do, instead of the engine
 * @param healNanos when all faults end
 */
record Scenario(
    String name,
    Topology topology,
    HostConfig host,
    SessionConfig config,
    int sessions,
    int calls,
    Set<FaultKind> kinds,
    Flavor flavor,
    boolean hostile,
    long healNanos) {
  private static final long MILLI = 1_000_000;
  private static final long GIGABIT = 125_000_000;
  private static final long[] RATES = {GIGABIT, 10 * GIGABIT, 25 * GIGABIT, 100 * GIGABIT};
  private static final long[] DELAYS = {500, 2_000, 20_000, 200_000};
  private static final long[] BUFFERS = {64 << 10, 256 << 10, 2 << 20};
  private static final int[] MTUS = {4_200, 1_500};
  private static final long[] RAISES = {20 * MILLI, 300 * MILLI, 3_000 * MILLI};
  private static final long[] TURNS = {1_000, 2_000, 20_000};
  /** One seed in so many. */
  private static final int HOSTILE_SHARE = 3;

  private static final Set<FaultKind> LATER = EnumSet.of(
      FaultKind.COMPLETION_QUEUE_OVERFLOW,
      FaultKind.LYING_PEER,
      FaultKind.LATE_DUPLICATES,
      FaultKind.PORT_ADDED,
      FaultKind.PORT_REMOVED,
      FaultKind.PATH_MTU,
      FaultKind.FULL_HEAP,
      FaultKind.ADDRESS_REPLACED);

  /** One seed in so many, for each of them. */
  private static final int LATER_SHARE = 8;

  /** They come together, at moments that the world itself makes. */
  static final Set<FaultKind> CUTS = EnumSet.of(
      FaultKind.CONNECT_CUT, FaultKind.EXCHANGE_CUT, FaultKind.STRANDS_CUT, FaultKind.REDIAL_CUT);

  /** One seed in eight has cuts; in half of those nothing else goes wrong. */
  private static final int CUTS_SHARE = 8;

  /** One seed in so many has little room for messages, and for second copies of them. */
  private static final int SMALL_SHARE = 6;

  private static final int FEW_REPLAYS = 4;

  private static final int KIB = 1 << 10;

  /** Memory of bodies: small, so that it runs out. */
  private static final BodyPoolConfig BODIES =
      new BodyPoolConfig(1 << 20, 12 << 20, 12 << 20, 16, 5_000_000_000L, false);

  private static final BraidConfig BRAID = BraidConfig.defaults();

  /** How long a dead peer, or a connection that nobody answers, is waited for. */
  private static final long SILENCE_NANOS = 14_000 * MILLI;

  /** How long until a byte stream is retried and its work is done. */
  private static final long RELIEF_NANOS = 5_000 * MILLI;

  /** How long until a queue pair gives up on a peer, where no probe notices first. */
  private static final long RETRIES_NANOS = 20_000 * MILLI;

  private static final long LONGEST_PAUSE_NANOS = 6_000 * MILLI;

  /** Two turns of the slowest loop, and what is handed over before. */
  private static final long IN_TIME_NANOS = 100_000;

  /** Where the loop may stand still, or lack the memory to tell. */
  private static final long LATE_NANOS = 11_000 * MILLI;

  /** One seed in so many, in which strands come and go. */
  private static final int GROWING_SHARE = 4;

  Scenario {
    kinds = new TreeSet<>(kinds);
    if (hostile) {
      kinds.remove(FaultKind.ADDRESS_REPLACED); // Hostile devices have no packets, nor addresses.
    }
    kinds = Collections.unmodifiableSet(kinds);
  }

  static Scenario draw(Seeds seeds) {
    Randomness random = seeds.randomness("scenario");
    LinkConfig link = new LinkConfig(
        RATES[random.nextInt(RATES.length)],
        DELAYS[random.nextInt(DELAYS.length)],
        BUFFERS[random.nextInt(BUFFERS.length)],
        20_000,
        MTUS[random.nextInt(MTUS.length)]);
    int ports = 1 + random.nextInt(4);
    String name = List.of("parallel", "leaf-spine", "rail", "dumbbell").get(random.nextInt(4));
    Topology topology = topology(name, ports, link);
    boolean hostile = seeds.randomness("devices").nextInt(HOSTILE_SHARE) == 0;
    HostConfig host = new HostConfig(
        EngineConfig.STANDARD,
        TURNS[random.nextInt(TURNS.length)],
        random.nextBoolean() ? 512 << 10 : 4 << 20,
        2,
        random.nextBoolean());
    Scenario drawn = new Scenario(
        (hostile ? "hostile " : "") + name + " " + link,
        topology,
        host,
        config(random, seeds.randomness("growth")),
        1 + random.nextInt(topology.hosts().size() > 2 ? 3 : 1),
        1 + random.nextInt(60),
        kinds(random, seeds.randomness("later kinds")),
        Flavor.ORDINARY,
        hostile,
        MILLI * (50 + random.nextInt(random.nextBoolean() ? 500 : 8_000)));
    return drawn
        .withCuts(seeds.randomness("cut scenario"), link)
        .withRaise(seeds.randomness("path MTU"))
        .withRooms(seeds)
        .withFlavor(seeds.randomness("flavor"));
  }

  /** Seeds with promised times or a liar keep the ordinary flavor. */
  private Scenario withFlavor(Randomness random) {
    Flavor drawn = Flavor.draw(random);
    // Where hosts have different numbers of ports, most pairs of them do not reach each other, and
    // only probes tell soon.
    boolean needsProbes = drawn == Flavor.PATIENT && kinds.contains(FaultKind.PORT_ADDED);
    if (drawn == Flavor.ORDINARY
        || needsProbes
        || cutsAlone()
        || kinds.contains(FaultKind.LYING_PEER)) {
      return this;
    }
    return new Scenario(
        drawn + " " + name,
        topology,
        host,
        drawn.apply(config, random),
        sessions,
        calls * drawn.callsFactor(),
        kinds,
        drawn,
        hostile,
        healNanos);
  }

  /** Mostly between hosts with several rails, and mostly with further sessions. */
  private Scenario withCuts(Randomness random, LinkConfig link) {
    if (random.nextInt(CUTS_SHARE) != 0) {
      return this;
    }
    boolean alone = random.nextBoolean();
    Set<FaultKind> with = EnumSet.copyOf(CUTS);
    with.addAll(alone ? Set.of() : kinds);
    String plan = random.nextBoolean() ? "parallel" : "rail";
    int ports = random.nextInt(8) == 0 ? 1 : 2 + random.nextInt(3);
    return new Scenario(
        (alone ? "nothing but cuts " : hostile ? "hostile " : "") + plan + " " + ports + " " + link,
        topology(plan, ports, link),
        host,
        config,
        1 + random.nextInt(3),
        calls,
        with,
        flavor,
        hostile && !alone,
        alone ? MILLI * (1_000 + random.nextInt(15_000)) : healNanos);
  }

  /** The scenario reduced to a smaller case. */
  Scenario reducedTo(SwarmCase smaller) {
    Set<FaultKind> left = new TreeSet<>(kinds);
    left.removeAll(smaller.without());
    return new Scenario(
        name,
        topology,
        host,
        config,
        sessions,
        Math.min(calls, smaller.mostCalls()),
        left,
        flavor,
        hostile,
        Math.min(healNanos, smaller.mostHealNanos()));
  }

  /** Whether cables are cut while sessions come up. */
  boolean cuts() {
    return kinds.containsAll(CUTS);
  }

  /** Whether nothing else goes wrong. */
  boolean cutsAlone() {
    return kinds.equals(CUTS);
  }

  /** One seed in two soon looks again whether paths carry more; else a minute passes. */
  private Scenario withRaise(Randomness random) {
    if (random.nextBoolean()) {
      return this;
    }
    long raiseNanos = RAISES[random.nextInt(RAISES.length)];
    EngineConfig engine = host.engine().with(PathMtuTuning.STANDARD.withRaise(raiseNanos));
    HostConfig hasty = new HostConfig(
        engine,
        host.turnNanos(),
        host.receiveBufferBytes(),
        host.receiveShares(),
        host.numbersSegments());
    return new Scenario(
        name, topology, hasty, config, sessions, calls, kinds, flavor, hostile, healNanos);
  }

  private Scenario withRooms(Seeds seeds) {
    // Where a host lies sessions end one after the other, and their memory may come back late.
    if (kinds.contains(FaultKind.LYING_PEER)) {
      return withSmallSessions(64);
    }
    // How long a message takes whose second copy waits for room is not promised.
    boolean small = !cutsAlone() && seeds.randomness("rooms").nextInt(SMALL_SHARE) == 0;
    return small ? withSmallSessions(FEW_REPLAYS) : this;
  }

  private Scenario withSmallSessions(int replayMessages) {
    BraidConfig braid = config.braid();
    BraidConfig small = new BraidConfig(
        2 * KIB,
        128,
        256, // More than credits, so that these are what runs out.
        16,
        replayMessages,
        braid.maxPaths(),
        braid.chunkBytes(),
        braid.maxChunkBytes(),
        braid.chunksInFlight(),
        128,
        512,
        braid.quarantineBytes(),
        braid.rebuildMinNanos(),
        braid.rebuildMaxNanos(),
        braid.silenceNanos(),
        braid.retryNanos(),
        braid.lifelineRepeatNanos(),
        braid.scheduler(),
        braid.paths(),
        braid.growth(),
        braid.classes(),
        braid.intrusions());
    SessionConfig smaller = config.withRooms(small, config.streams(), config.bodies());
    return new Scenario(
        name, topology, host, smaller, sessions, calls, kinds, flavor, hostile, healNanos);
  }

  /** How long after everything has healed the last call ends at most. */
  long mostReliefNanos() {
    boolean silent = kinds.contains(FaultKind.HOST_KILL)
        || kinds.contains(FaultKind.LYING_PEER)
        || kinds.contains(FaultKind.FULL_HEAP)
        || kinds.contains(FaultKind.ADDRESS_REPLACED)
        || kinds.contains(FaultKind.PORT_REMOVED)
        || kinds.contains(FaultKind.COMPLETION_QUEUE_OVERFLOW);
    long pausedNanos = kinds.contains(FaultKind.HOST_PAUSE) ? LONGEST_PAUSE_NANOS : 0;
    return (flavor == Flavor.PATIENT ? RETRIES_NANOS : silent ? SILENCE_NANOS : RELIEF_NANOS)
        + pausedNanos;
  }

  /** How long after its deadline, or after it was cancelled, a call may end. */
  long mostLateNanos() {
    boolean late = kinds.contains(FaultKind.HOST_PAUSE) || kinds.contains(FaultKind.FULL_HEAP);
    return late ? LATE_NANOS : IN_TIME_NANOS;
  }

  /** Whether strands come and go by what there is to do. */
  boolean grows() {
    return config.strandsPerPortPair() == SessionConfig.AUTOMATIC;
  }

  private static SessionConfig config(Randomness random, Randomness growthRandom) {
    int strands = 1 + random.nextInt(4);
    StreamConfig streams = streams(random);
    return growthRandom.nextInt(GROWING_SHARE) == 0
        ? SessionConfig.defaults().withRooms(growing(), streams, BODIES)
        : SessionConfig.defaults().withStrands(strands).withRooms(BRAID, streams, BODIES);
  }

  /** Little in flight, so that strands are full soon, and hasty decisions. */
  private static BraidConfig growing() {
    GrowthTuning hasty = new GrowthTuning(
        MILLI, 1, 10, 50 * MILLI, 2, 5 * MILLI, 50 * MILLI, 100 * MILLI, 2, 120, 90);
    return new BraidConfig(
        BRAID.slotBytes(),
        BRAID.windowMessages(),
        BRAID.sendSlots(),
        BRAID.controlReserve(),
        BRAID.replayMessages(),
        BRAID.maxPaths(),
        4 * KIB,
        8 * KIB,
        2,
        BRAID.maxTransfers(),
        BRAID.maxLeases(),
        BRAID.quarantineBytes(),
        BRAID.rebuildMinNanos(),
        BRAID.rebuildMaxNanos(),
        BRAID.silenceNanos(),
        BRAID.retryNanos(),
        BRAID.lifelineRepeatNanos(),
        BRAID.scheduler(),
        BRAID.paths(),
        hasty,
        BRAID.classes(),
        BRAID.intrusions());
  }

  private static Topology topology(String name, int ports, LinkConfig link) {
    return switch (name) {
      case "parallel" -> Topologies.parallel(ports, link);
      case "leaf-spine" -> Topologies.leafSpine(2, ports, 2, link);
      case "rail" -> Topologies.rail(3, ports, link);
      default -> Topologies.dumbbell(2, link);
    };
  }

  private static StreamConfig streams(Randomness random) {
    if (random.nextBoolean()) {
      return StreamConfig.defaults();
    }
    return new StreamConfig(
        random.nextBoolean() ? 32 * KIB : 0,
        1 + random.nextInt(64 * KIB),
        1 + random.nextInt(8),
        64 * KIB + random.nextInt(128 * KIB),
        256 * KIB + random.nextInt(1024 * KIB),
        8L << 20,
        16L << 20,
        random.nextBoolean() ? 0 : random.nextInt(1024 * KIB),
        1 + random.nextInt(60),
        100,
        2 * KIB,
        4096,
        5_000 * MILLI,
        Long.MAX_VALUE);
  }

  /**
   * Each kind with a chance of its own, so that small and large sets are tried. Kinds that came
   * later are seldom and drawn apart, so that a seed stays what it was where it has none of them.
   */
  private static Set<FaultKind> kinds(Randomness random, Randomness laterRandom) {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    int percent = random.nextInt(70);
    for (FaultKind kind : FaultKind.values()) {
      if (CUTS.contains(kind)) {
        continue;
      }
      boolean later = LATER.contains(kind);
      if (later ? laterRandom.nextInt(LATER_SHARE) == 0 : random.nextInt(100) < percent) {
        kinds.add(kind);
      }
    }
    return kinds;
  }
}
