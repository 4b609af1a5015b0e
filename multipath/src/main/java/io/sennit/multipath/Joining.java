// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Gives each pair of ports of which one has come since the bootstrap its paths. Whether packets get
 * through is not assumed: a path that does not prove itself is tried again after pauses of a part
 * of its absence, as one that has failed, and takes nobody's place meanwhile; one that does may be
 * followed by further ones. Pairs of which a port carries nothing get none. If there is no place
 * for all, ports that have no path yet come first, and the others when a place is free. Opener
 * only, and not before the first strands work.
 */
final class Joining {
  private final Core core;
  private final StrandSet strands;
  private final Rebuilder rebuilder;
  private final Opening opening;

  /** On trial, the first one of each pair. */
  private final List<StrandPath> trials = new ArrayList<>();

  /** What of the ports has been looked at, and whether some pair is to get paths. */
  private int seen;

  private boolean due;

  Joining(Core core, StrandSet strands, Rebuilder rebuilder, Opening opening) {
    this.core = core;
    this.strands = strands;
    this.rebuilder = rebuilder;
    this.opening = opening;
  }

  int step() {
    PortPlan plan = core.ports.plan();
    if (plan == null || !core.session.opener() || strands.proved() == 0) {
      return 0;
    }
    int before = strands.added();
    due |= seen != core.ports.changes();
    seen = core.ports.changes();
    if (due && strands.hasRoom()) {
      due = false;
      joinAll(plan, true);
      joinAll(plan, false);
    }
    extend(plan);
    return strands.added() - before;
  }

  private void joinAll(PortPlan plan, boolean bareOnly) {
    for (int port = 0; port < PortPlan.MOST_PORTS; port++) {
      if (port < core.ports.local() && !(bareOnly && hasPath(Path::localPort, port))) {
        joinOwn(port, plan);
      }
      if (port < core.ports.remote() && !(bareOnly && hasPath(Path::remotePort, port))) {
        joinPeers(port, plan);
      }
    }
  }

  private boolean hasPath(ToIntFunction<Path> end, int port) {
    return Arrays.stream(strands.all())
        .anyMatch(each -> end.applyAsInt(each.path) == port && !each.portFailed);
  }

  /** Ports of the same number first: they often hang on the same rail. */
  private void joinOwn(int port, PortPlan plan) {
    if (port < core.ports.remote()) {
      join(port, port, plan);
    }
    for (int other = 0; other < core.ports.remote(); other++) {
      join(port, other, plan);
    }
  }

  private void joinPeers(int port, PortPlan plan) {
    if (port < core.ports.local()) {
      join(port, port, plan);
    }
    for (int other = 0; other < core.ports.local(); other++) {
      join(other, port, plan);
    }
  }

  private void join(int ownPort, int peersPort, PortPlan plan) {
    for (int i = 0; i < plan.labels().size(); i++) {
      Path path = new Path(ownPort, peersPort, plan.labels().get(i));
      if (isWanted(path) && strands.hasRoom()) {
        StrandPath added = strands.addLater(path);
        rebuilder.open(added);
        core.journal.shaped(added, "open", "a port has come");
        if (i == 0) {
          trials.add(added);
        }
      } else {
        due |= isWanted(path);
      }
    }
  }

  private boolean isWanted(Path path) {
    return core.ports.isLater(path)
        && !core.ports.failed(path)
        && core.domain.mayJoin(path.localPort(), path.remotePort())
        && strands.find(path) == null;
  }

  /** A pair whose first path works may have further ones. */
  private void extend(PortPlan plan) {
    Iterator<StrandPath> each = trials.iterator();
    while (each.hasNext()) {
      StrandPath first = each.next();
      if (strands.find(first.path) != first) {
        each.remove(); // Forgotten.
      } else if (!first.unproved) {
        each.remove();
        Path path = first.path;
        opening.allow(plan.further().stream()
            .filter(label -> !plan.labels().contains(label))
            .map(label -> new Path(path.localPort(), path.remotePort(), label))
            .toList());
      }
    }
  }
}
