// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.fabric.Link;
import io.sennit.simulator.host.Host;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The cables of hosts, as {@link Cuts} cuts them: what is cut, and what has been. Only what is cut
 * here is known here, not what else is wrong with a link.
 */
final class Cables {
  private final Scheduler scheduler;
  private final List<Link> links;
  private final Consumer<Link> up;

  /** By link, how many cuts there are. */
  private final int[] swallowed;

  private final int[] down;

  /** By cable: how many cuts there are, and when the last one ended. */
  private final int[] cuts;

  private final long[] joinedNanos;

  /** What a cut does to a cable. */
  enum How {
    /** Nothing passes, and both ends are told. */
    SEEN,
    /** Nothing passes, and nobody is told. */
    SILENT,
    /** Nothing passes out of the first end. */
    THERE,
    /** Nothing passes out of the second end. */
    BACK
  }

  /** @param up takes a link up again, if it has not gone for good */
  Cables(Scheduler scheduler, Fabric fabric, Consumer<Link> up) {
    this.scheduler = scheduler;
    links = fabric.links();
    this.up = up;
    swallowed = new int[links.size()];
    down = new int[links.size()];
    cuts = new int[links.size() / 2];
    joinedNanos = new long[links.size() / 2];
  }

  /** How many pairs of ports two hosts have that reach each other: those of the same number. */
  static int rails(Host one, Host other) {
    return Math.min(one.ports().size(), other.ports().size());
  }

  /** The cable of a host's port. */
  static int of(Host host, int port) {
    return host.ports().get(port).link().index() / 2;
  }

  void cut(int cable, How how) {
    cuts[cable]++;
    touched(cable, how).forEach(link -> cutLink(link, how == How.SEEN));
  }

  private static List<Integer> touched(int cable, How how) {
    return switch (how) {
      case SEEN, SILENT -> List.of(2 * cable, 2 * cable + 1);
      case THERE -> List.of(2 * cable);
      case BACK -> List.of(2 * cable + 1);
    };
  }

  private void cutLink(int link, boolean seen) {
    if (seen) {
      down[link]++;
      links.get(link).up(false);
    } else {
      swallowed[link]++;
      links.get(link).swallow(true);
    }
  }

  /** Ends a cut. */
  void join(int cable, How how) {
    cuts[cable]--;
    joinedNanos[cable] = scheduler.nanoTime();
    touched(cable, how).forEach(link -> joinLink(link, how == How.SEEN));
  }

  private void joinLink(int link, boolean seen) {
    if (seen && --down[link] == 0) {
      up.accept(links.get(link));
    } else if (!seen && --swallowed[link] == 0) {
      links.get(link).swallow(false);
    }
  }

  /** How many rails between two hosts have been cut at some time since then. */
  int cutSince(Host one, Host other, long sinceNanos) {
    return (int) IntStream.range(0, rails(one, other))
        .filter(rail -> wasCut(of(one, rail), sinceNanos) || wasCut(of(other, rail), sinceNanos))
        .count();
  }

  /** Whether each rail between two hosts has been cut at some time since then. */
  boolean areCutSince(Host one, Host other, long sinceNanos) {
    return cutSince(one, other, sinceNanos) == rails(one, other);
  }

  private boolean wasCut(int cable, long sinceNanos) {
    return cuts[cable] > 0 || joinedNanos[cable] > sinceNanos;
  }
}
