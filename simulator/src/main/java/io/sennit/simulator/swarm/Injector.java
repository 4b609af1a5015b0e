// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.base.Randomness;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.TraceEvent;
import io.sennit.simulator.World;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.fabric.LinkConfig;
import io.sennit.simulator.fabric.LinkFaults;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.StreamFabric;
import io.sennit.simulator.host.StreamLine;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Has faults of the chosen kinds happen at random until it heals everything. */
final class Injector {
  private static final TraceEvent FAULT = TraceEvent.of("fault", "kind", "link", "millis");
  private static final int MOST_OF_A_KIND = 4;
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final int MOST_CALLS_BEFORE = 2_000;
  private static final int SMALL_MTU = 700;
  /** Of IP; some leave hosts with long packets more than one step, and some none at all. */
  private static final int[] MTUS = {600, 700, 1_200, 1_500, 2_300};

  private static final int[] LIES_PPM = {10_000, 50_000, 200_000};

  private static final long LEAST_ECHOING_NANOS = 1_000 * MILLI;

  /** Sessions that end for a lie are followed by others, which are lied to as well. */
  private static final long LEAST_LIES_NANOS = 2_000 * MILLI;

  /** From when everything heals to the end of a liar: time for what has a deadline to end. */
  static final long LIAR_LEFT_NANOS = 12_000 * MILLI;

  private final World world;
  private final Scheduler scheduler;
  private final Randomness random;
  private final Randomness mtuRandom;
  private final List<Link> links;
  private final List<LinkConfig> configs;
  private final List<Site> sites;
  private final Consumer<Site> changed;
  private final StreamFabric streams;
  private final Set<Link> gone = new HashSet<>();
  private final long[] injected = new long[FaultKind.values().length];
  private boolean healed;

  /** @param changed hears of sites that were killed, and again when they have restarted */
  Injector(
      World world, Fabric fabric, List<Site> sites, StreamFabric streams, Consumer<Site> changed) {
    this.world = world;
    scheduler = world.scheduler();
    random = world.seeds().randomness("faults");
    mtuRandom = world.seeds().randomness("path MTUs");
    links = fabric.links();
    configs = links.stream().map(Link::config).toList();
    this.sites = sites;
    this.streams = streams;
    this.changed = changed;
  }

  /** How often faults of a kind have begun. */
  @SuppressWarnings("EnumOrdinal") // an array of counts
  long injected(FaultKind kind) {
    return injected[kind.ordinal()];
  }

  /** Plans faults of these kinds, to begin before a moment, at which everything heals. */
  void plan(Set<FaultKind> kinds, long healNanos) {
    for (FaultKind kind : FaultKind.values()) {
      if (Scenario.CUTS.contains(kind)) {
        continue;
      }
      int times = kinds.contains(kind) ? 1 + random.nextInt(MOST_OF_A_KIND) : 0;
      for (int time = 0; time < times; time++) {
        scheduler.at(between(0, healNanos), due -> begin(kind), 0);
      }
    }
    scheduler.at(healNanos, due -> heal(), 0);
  }

  private long between(long least, long most) {
    return least + Math.floorMod(random.nextLong(), most - least + 1);
  }

  @SuppressWarnings("EnumOrdinal")
  private void begin(FaultKind kind) {
    if (healed) {
      return;
    }
    Link link = links.get(random.nextInt(links.size()));
    long nanos = duration();
    injected[kind.ordinal()]++;
    world.trace().add(FAULT, kind.ordinal(), link.index(), nanos / MILLI);
    switch (kind) {
      case LOSS, BURSTS, DUPLICATION, REORDERING, CORRUPTION, LATE_PACKETS ->
        spoil(kind, link, nanos);
      case LATE_DUPLICATES -> spoil(kind, link, nanos + LEAST_ECHOING_NANOS);
      case SLOW_LINK, DELAY, MTU_DROP -> change(kind, link, nanos);
      case BLACK_HOLE -> swallow(link, nanos, true);
      case ONE_WAY_PARTITION -> swallow(link, nanos, false);
      case FLAP -> flap(link, 2 + random.nextInt(5), between(5 * MILLI, 500 * MILLI));
      case PORT_DOWN -> flap(link, 1, nanos);
      case HOST_PAUSE -> anySite().host().pause(nanos);
      case HOST_KILL -> kill(anySite(), nanos);
      case STREAM_RESET, STREAM_SILENCE, STREAM_SLOW -> spoilStream(kind, nanos);
      case STREAM_REFUSED -> {
        streams.refuse(true);
        after(nanos, () -> streams.refuse(false));
      }
      case NO_MEMORY -> denyMemory(anySite().host(), nanos);
      case QUEUE_PAIR_ERROR -> anySite().host().faults().breakOne(random);
      case LYING_PEER -> lie(nanos + LEAST_LIES_NANOS);
      case PORT_ADDED -> anySite().host().addPort();
      case PORT_REMOVED -> remove(anySite().host());
      case PATH_MTU -> resize(link, nanos);
      case ADDRESS_REPLACED -> readdress(anySite().host());
      case COMPLETION_QUEUE_OVERFLOW -> anySite().host().faults().overflowOne(random);
      case FULL_HEAP ->
        anySite()
            .host()
            .faults()
            .fillHeap(
                1 + random.nextInt(MOST_CALLS_BEFORE),
                random.nextInt(4) == 0 ? 1 + random.nextInt(200) : 1);
      case CONNECT_CUT, EXCHANGE_CUT, STRANDS_CUT, REDIAL_CUT ->
        throw new IllegalArgumentException(kind + " is not planned");
    }
  }

  /** Mostly milliseconds, now and then seconds. */
  private long duration() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> between(100 * MICRO, 5 * MILLI);
      case 2, 3, 4 -> between(5 * MILLI, 200 * MILLI);
      case 5, 6 -> between(200 * MILLI, 2_000 * MILLI);
      default -> between(2_000 * MILLI, 6_000 * MILLI);
    };
  }

  private int ppm(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private void spoil(FaultKind kind, Link link, long nanos) {
    UnaryOperator<LinkFaults> begin = spoiler(kind);
    UnaryOperator<LinkFaults> end = was -> switch (kind) {
      case LOSS -> was.withLost(0);
      case BURSTS -> was.withBursts(LinkFaults.Bursts.NONE);
      case DUPLICATION -> was.withDoubled(0);
      case CORRUPTION -> was.withCorrupted(0);
      case LATE_DUPLICATES -> was.withEchoed(0, 0);
      default -> was.withHeld(0, 0);
    };
    link.faults(begin.apply(link.faults()));
    after(nanos, () -> link.faults(end.apply(link.faults())));
  }

  private UnaryOperator<LinkFaults> spoiler(FaultKind kind) {
    return switch (kind) {
      case LOSS -> {
        int ppm = ppm(1_000, 100_000);
        yield was -> was.withLost(ppm);
      }
      case BURSTS -> {
        LinkFaults.Bursts bursts =
            new LinkFaults.Bursts(ppm(100, 2_000), ppm(20_000, 200_000), ppm(500_000, 1_000_000));
        yield was -> was.withBursts(bursts);
      }
      case DUPLICATION -> {
        int ppm = ppm(1_000, 50_000);
        yield was -> was.withDoubled(ppm);
      }
      case CORRUPTION -> {
        int ppm = ppm(100, 20_000);
        yield was -> was.withCorrupted(ppm);
      }
      default -> latecomer(kind);
    };
  }

  private UnaryOperator<LinkFaults> latecomer(FaultKind kind) {
    boolean late = kind != FaultKind.REORDERING;
    boolean echo = kind == FaultKind.LATE_DUPLICATES;
    int ppm = echo ? ppm(2_000, 200_000) : late ? ppm(20, 500) : ppm(1_000, 50_000);
    long most = echo ? 10_000 * MILLI : late ? 3_000 * MILLI : 500 * MICRO;
    long least = late ? 100 * MILLI : 5 * MICRO;
    long nanos = between(least, most);
    return was -> echo ? was.withEchoed(ppm, nanos) : was.withHeld(ppm, nanos);
  }

  private void change(FaultKind kind, Link link, long nanos) {
    LinkConfig config = link.config();
    link.reconfigure(
        switch (kind) {
          case SLOW_LINK ->
            config.withRate(Math.max(1_000_000, config.rateBytesPerSecond() / ppm(10, 100)));
          case DELAY -> config.withDelay(config.delayNanos() + between(MILLI, 20 * MILLI));
          default -> config.withMtu(SMALL_MTU);
        });
    after(nanos, () -> link.reconfigure(configs.get(link.index())));
  }

  private void resize(Link link, long nanos) {
    int bytes = MTUS[mtuRandom.nextInt(MTUS.length)];
    boolean told = mtuRandom.nextBoolean();
    Link back = links.get(link.index() ^ 1);
    List<Link> which = mtuRandom.nextBoolean() ? List.of(link, back) : List.of(link);
    for (Link each : which) {
      if (told) {
        each.reconfigure(each.config().withMtu(Math.min(bytes, mtuBytes(each))));
      } else {
        each.narrow(bytes);
      }
    }
    after(nanos, () -> which.forEach(this::widen));
  }

  private int mtuBytes(Link link) {
    return configs.get(link.index()).mtuBytes();
  }

  private void widen(Link link) {
    link.reconfigure(link.config().withMtu(mtuBytes(link)));
    link.narrow(Link.ALL);
  }

  private void swallow(Link link, long nanos, boolean bothWays) {
    Link back = links.get(link.index() ^ 1);
    link.swallow(true);
    back.swallow(bothWays || back.swallows());
    after(nanos, () -> {
      link.swallow(false);
      back.swallow(false);
    });
  }

  private void flap(Link link, int times, long nanos) {
    if (healed) {
      return;
    }
    Link back = links.get(link.index() ^ 1);
    link.up(false);
    back.up(false);
    after(nanos, () -> {
      up(link);
      up(back);
      if (times > 1) {
        after(nanos, () -> flap(link, times - 1, nanos));
      }
    });
  }

  /** The first port of every host stays, so that all of them reach each other. */
  private void remove(Host host) {
    int last = host.portCount() - 1;
    if (last > 0) {
      Link link = host.ports().get(last).link();
      for (Link each : List.of(link, links.get(link.index() ^ 1))) {
        gone.add(each);
        each.up(false);
      }
    }
  }

  /** Takes a link up, if it has not gone for good. */
  void up(Link link) {
    if (!gone.contains(link)) {
      link.up(true);
    }
  }

  private void readdress(Host host) {
    host.readdress(random.nextInt(host.portCount()));
  }

  private Site anySite() {
    return sites.get(random.nextInt(sites.size()));
  }

  private void denyMemory(Host host, long nanos) {
    host.faults().denyMemory(true);
    after(nanos, () -> host.faults().denyMemory(false));
  }

  private void lie(long nanos) {
    int ppm = LIES_PPM[random.nextInt(LIES_PPM.length)];
    liar().ifPresent(site -> {
      site.host().faults().lie(ppm);
      after(nanos, () -> site.host().faults().lie(0));
    });
  }

  private Optional<Site> liar() {
    return sites.stream().filter(site -> site.host().faults().isLiar()).findFirst();
  }

  private void kill(Site site, long nanos) {
    if (site.isUp()) {
      site.kill();
      changed.accept(site);
      after(nanos, () -> restart(site));
    }
  }

  private void restart(Site site) {
    if (!site.isUp()) {
      site.restart();
      changed.accept(site);
    }
  }

  private void spoilStream(FaultKind kind, long nanos) {
    List<StreamLine> lines = streams.lines();
    if (lines.isEmpty()) {
      return;
    }
    StreamLine line = lines.get(random.nextInt(lines.size()));
    switch (kind) {
      case STREAM_RESET -> line.reset();
      case STREAM_SLOW -> {
        line.slow(between(10 * MICRO, MILLI));
        after(nanos, () -> line.slow(0));
      }
      default -> {
        int which = random.nextInt(3);
        line.silence(which != 0, which != 1);
        after(nanos, () -> line.silence(false, false));
      }
    }
  }

  private void after(long nanos, Runnable end) {
    scheduler.after(
        nanos,
        due -> {
          if (!healed) {
            end.run();
          }
        },
        0);
  }

  /** What it said, or kept to itself, may have been the last word on any call: so it has to go. */
  private void end(Site liar) {
    liar.host().faults().lie(0);
    scheduler.after(
        LIAR_LEFT_NANOS,
        due -> {
          kill(liar, 0);
          restart(liar);
        },
        0);
  }

  private void heal() {
    healed = true;
    for (Link link : links) {
      link.faults(LinkFaults.NONE);
      link.swallow(false);
      link.narrow(Link.ALL);
      up(link);
      link.reconfigure(configs.get(link.index()));
    }
    streams.refuse(false);
    sites.forEach(this::restart);
    sites.forEach(site -> site.host().faults().denyMemory(false));
    sites.forEach(site -> site.host().faults().fillHeap(1, 0));
    liar().ifPresent(this::end);
    for (StreamLine line : streams.lines()) {
      line.silence(false, false);
      line.slow(0);
    }
  }
}
