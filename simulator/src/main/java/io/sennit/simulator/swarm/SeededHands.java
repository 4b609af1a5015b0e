// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.roce.RemotePort;
import io.sennit.roce.wire.IpAddress;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.HostPort;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.Nics;
import io.sennit.simulator.hostile.Flight;
import io.sennit.simulator.hostile.Hands;
import io.sennit.simulator.hostile.HostileCompletionQueue;
import io.sennit.simulator.hostile.HostileDomain;
import io.sennit.simulator.hostile.HostileFabric;
import io.sennit.simulator.hostile.HostileQueuePair;
import io.sennit.simulator.hostile.HostileRegion;
import io.sennit.verbs.Capabilities;
import io.sennit.verbs.DomainConfig;
import io.sennit.verbs.Opcode;
import io.sennit.verbs.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Hostile devices for all hosts: a seed decides what becomes of each request. Mostly it crosses its
 * path, is executed and answered; now and then, until everything heals, it does what NICs may do.
 * No packets are made: a request passes while the links of both ports do, and otherwise waits.
 */
final class SeededHands implements Hands, Nics {
  private static final TraceEvent EXECUTED = TraceEvent.of("executed", "half", "request", "bytes");
  private static final TraceEvent BYTES = TraceEvent.of("moved", "half", "request", "hash");
  private static final TraceEvent MISDEED = TraceEvent.of("misdeed", "kind", "half", "micros");
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final int MILLION = 1_000_000;
  private static final int MOST_TOLD = 8;

  /** How long an initiator sends again before it says that it failed. */
  private static final long PATIENCE_NANOS = 400 * MILLI;

  /** What is this long is seldom, and has leases; it goes wrong more often. */
  private static final int BULK_BYTES = 8 << 10;

  private static final int MORE_OFTEN = 8;

  /** Queue pairs are destroyed seldom, and one that is not is what late requests need. */
  private static final int REFUSED_MORE_OFTEN = 50;

  /** In a million requests; a seed has one of these. */
  private static final int[] CHANCES = {300, 3_000, 20_000};

  private final World world;
  private final Scheduler scheduler;
  private final Randomness random;
  private final LinkConfig line;
  private final HostileFabric fabric = new HostileFabric(this);
  private final IdentityHashMap<HostileDomain, Host> hosts = new IdentityHashMap<>();
  private final IdentityHashMap<HostileDomain, List<Link>> ways = new IdentityHashMap<>();
  private final IdentityHashMap<HostileQueuePair, Ends> ends = new IdentityHashMap<>();
  private final IdentityHashMap<HostileCompletionQueue, Boolean> revealing =
      new IdentityHashMap<>();
  private final IdentityHashMap<HostileQueuePair, Long> refusedUntil = new IdentityHashMap<>();
  private final List<Link> links;
  private final List<HostPort> ports;
  private final int ppm;
  private boolean healed;

  /** What a request of a domain's may do wrong. */
  private enum Misdeed {
    /** In half the cases its initiator has given it up before; else often not. */
    LATE_EXECUTION,
    EXECUTED_TWICE,
    LOST_COMPLETION,
    LATE_COMPLETIONS,
    REFUSED_DESTRUCTION
  }

  /** When the last request of a queue pair arrives, and when its last answer does. */
  private static final class Ends {
    long arrivalNanos;
    long answerNanos;
  }

  /**
   * Hands for a world.
   *
   * @param line what every path is like
   */
  SeededHands(World world, LinkConfig line, List<Link> links, List<HostPort> ports) {
    this.world = world;
    this.line = line;
    this.links = links;
    this.ports = ports;
    scheduler = world.scheduler();
    random = world.seeds().randomness("hands");
    ppm = CHANCES[random.nextInt(CHANCES.length)];
  }

  /** Nothing goes wrong any more; what is late already comes late all the same. */
  void heal() {
    healed = true;
  }

  /** Lists the requests that are still under way. */
  String underWay() {
    return fabric.halves().stream()
        .limit(MOST_TOLD)
        .map(half -> name(half) + " has " + half.underWay() + " requests under way")
        .collect(Collectors.joining(", ", "", "; "));
  }

  private String name(HostileQueuePair half) {
    return "queue pair " + half.number() + " of " + hostOf(half.domain()).name() + ", port "
        + half.path().localPort() + " to " + half.path().remotePort();
  }

  /** Writes a step into the trace, since there are no packets to look at. */
  private void note(HostileQueuePair half, Flight flight, String what) {
    world.trace().note(() -> name(half) + ": " + flight + " " + what);
  }

  /** Whether nothing is under way any more, and all queue pairs are destroyed. */
  boolean isIdle() {
    return fabric.halves().isEmpty();
  }

  @Override
  public Capabilities capabilities() {
    return HostileFabric.NIC;
  }

  @Override
  public ProtectionDomain join(
      Host host, DomainConfig config, long invitation, List<RemotePort> peer) {
    HostileDomain made = fabric.join(invitation, config);
    hosts.put(made, host);
    ways.put(
        made,
        peer.stream()
            .map(port -> linkInto(port.address()))
            .collect(Collectors.toCollection(ArrayList::new)));
    host.own(made);
    return made;
  }

  private Link linkInto(IpAddress address) {
    for (HostPort port : ports) {
      if (port.address().equals(address)) {
        return links.get(port.link().index() ^ 1);
      }
    }
    throw new IllegalArgumentException("no port has the address " + address);
  }

  @Override
  public byte[] portAddress(HostileDomain domain, int localPort) {
    return hostOf(domain).announced().get(localPort).address().bytes();
  }

  @Override
  public boolean addRemotePort(HostileDomain domain, int port, byte[] address) {
    List<Link> known = ways.get(domain);
    if (known == null || port > known.size()) {
      throw new IllegalArgumentException("not the next port of a peer: " + port);
    }
    if (port < known.size()) {
      return false;
    }
    known.add(linkInto(IpAddress.of(address)));
    return true;
  }

  private Host hostOf(HostileDomain domain) {
    Host host = hosts.get(domain);
    if (host == null) {
      throw new IllegalStateException("a domain without a host");
    }
    return host;
  }

  @SuppressWarnings("EnumOrdinal") // for the trace
  private boolean happens(Misdeed misdeed, int number, int chance, long nanos) {
    if (healed || random.nextInt(MILLION) >= chance) {
      return false;
    }
    world.trace().add(MISDEED, misdeed.ordinal(), number, nanos / MICRO);
    return true;
  }

  private long upTo(long nanos) {
    return 1 + Math.floorMod(random.nextLong(), nanos);
  }

  /** Mostly milliseconds, now and then seconds. */
  private long late() {
    return upTo(random.nextInt(4) == 0 ? 3_000 * MILLI : 100 * MILLI);
  }

  @Override
  public void onPosted(HostileQueuePair half, Flight flight) {
    Ends end = ends.computeIfAbsent(half, any -> new Ends());
    long crossing = line.delayNanos() + upTo(1 + line.delayNanos() / 2);
    long start = Math.max(end.arrivalNanos, scheduler.nanoTime() + crossing);
    end.arrivalNanos = start + flight.length() * SECOND / line.rateBytesPerSecond();
    long late = late();
    int chance = flight.length() < BULK_BYTES ? ppm : ppm * MORE_OFTEN;
    note(half, flight, "is posted");
    if (happens(Misdeed.LATE_EXECUTION, half.number(), chance, late)) {
      end.arrivalNanos += late;
      note(half, flight, "arrives " + late / MICRO + " us late");
      long patience = random.nextBoolean() ? PATIENCE_NANOS : Math.min(late, PATIENCE_NANOS);
      scheduler.after(upTo(patience), due -> giveUp(half, flight), 0);
    }
    scheduler.at(end.arrivalNanos, due -> arrive(half, scheduler.nanoTime()), 0);
  }

  /** Its initiator has waited for long enough, unless it waits for others first. */
  private void giveUp(HostileQueuePair half, Flight flight) {
    if (flight.isOver()) {
      return;
    }
    if (half.next() == flight) {
      note(half, flight, "is given up by its initiator");
      half.giveUp();
    } else {
      scheduler.after(MILLI, due -> giveUp(half, flight), 0);
    }
  }

  private boolean passes(HostileQueuePair half) {
    HostileDomain domain = half.domain();
    Link out = hostOf(domain).ports().get(half.path().localPort()).link();
    List<Link> in = ways.getOrDefault(domain, List.of());
    int to = half.path().remotePort();
    // A peer that lies may tell of ports that it does not have.
    return passes(out) && (to < in.size() ? passes(in.get(to)) : healed);
  }

  /** In the end even what was on the way to a port that has gone for good comes to its end. */
  private boolean passes(Link link) {
    return healed || (link.isUp() && !link.swallows());
  }

  private void arrive(HostileQueuePair half, long sinceNanos) {
    if (half.underWay() == 0) {
      return;
    }
    if (half.mayExecute() && passes(half)) {
      executed(half, half.execute());
      return;
    }
    if (scheduler.nanoTime() - sinceNanos > PATIENCE_NANOS) {
      half.giveUp();
    }
    scheduler.after(MILLI, due -> arrive(half, sinceNanos), 0);
  }

  private void executed(HostileQueuePair half, Flight flight) {
    world.trace().add(EXECUTED, half.number(), flight.ordinal(), flight.length());
    note(half, flight, "arrives and is executed");
    boolean twice = flight.opcode() != Opcode.SEND
        && happens(Misdeed.EXECUTED_TWICE, half.number(), ppm, flight.length());
    if (twice) {
      scheduler.after(
          late(),
          due -> {
            note(half, flight, "arrives twice");
            half.executeAgain(flight);
          },
          0);
    }
    if (twice || happens(Misdeed.LOST_COMPLETION, half.number(), ppm, flight.length())) {
      flight.loseAnswer();
      note(half, flight, "loses its completion");
      scheduler.after(upTo(PATIENCE_NANOS), due -> giveUp(half, flight), 0);
      return;
    }
    Ends end = ends.computeIfAbsent(half, any -> new Ends());
    end.answerNanos = Math.max(end.answerNanos, scheduler.nanoTime() + line.delayNanos());
    scheduler.at(end.answerNanos, due -> answer(half), 0);
  }

  private static void answer(HostileQueuePair half) {
    if (half.mayComplete()) {
      half.complete();
    }
  }

  @Override
  public void onBroken(HostileQueuePair half) {
    scheduler.after(
        upTo(20 * MICRO),
        due -> {
          if (half.mayFlush()) {
            half.flush();
          }
        },
        0);
  }

  /** One late completion makes all behind it late; they come together. */
  @Override
  public void onCompleted(HostileCompletionQueue queue) {
    if (revealing.put(queue, true) == null) {
      long late = upTo(30 * MILLI);
      int host = hostOf(queue.domain()).number();
      boolean isLate = happens(Misdeed.LATE_COMPLETIONS, host, ppm, late);
      scheduler.after(isLate ? late : 1, due -> reveal(queue), 0);
    }
  }

  private void reveal(HostileCompletionQueue queue) {
    revealing.remove(queue);
    queue.reveal();
    hostOf(queue.domain()).wake();
  }

  @Override
  public boolean refusesDestruction(HostileQueuePair half) {
    if (hostOf(half.domain()).isKilled()) {
      return false;
    }
    long nowNanos = scheduler.nanoTime();
    Long until = refusedUntil.get(half);
    if (until == null) {
      long late = late();
      int refusals = Math.min(MILLION / 2, REFUSED_MORE_OFTEN * ppm);
      boolean refuses = happens(Misdeed.REFUSED_DESTRUCTION, half.number(), refusals, late);
      until = refuses ? nowNanos + late : nowNanos;
      refusedUntil.put(half, until);
    }
    return nowNanos < until;
  }

  @Override
  public boolean isLiar(HostileQueuePair half) {
    return hostOf(half.domain()).faults().isLiar();
  }

  @Override
  public boolean readsAgain(Flight flight) {
    return random.nextBoolean();
  }

  @Override
  public void onMoved(
      HostileQueuePair half, Flight flight, HostileRegion remote, long remoteOffset) {
    long hash = Arrays.hashCode(flight.first());
    world.trace().add(BYTES, half.number(), flight.ordinal(), hash ^ remoteOffset);
  }
}
