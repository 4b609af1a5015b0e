// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import io.sennit.verbs.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Gives each pair of ports of which one has come since the bootstrap its paths. Whether packets get
 * through is not assumed: a path that does not prove itself is tried again after pauses that
 * double, as one that has failed, and takes nobody's place meanwhile; one that does may be followed
 * by further ones. Opener only, and not before the first strands work.
 */
final class Joining {
  private final Core core;
  private final StrandSet strands;
  private final Rebuilder rebuilder;
  private final Opening opening;

  /** On trial, the first one of each pair. */
  private final List<StrandPath> trials = new ArrayList<>();

  private int local;
  private int remote;

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
    int before = strands.size();
    while (local < core.ports.local() || remote < core.ports.remote()) {
      if (local < core.ports.local()) {
        joinOwn(local++, plan);
      } else {
        joinPeers(remote++, plan);
      }
    }
    extend(plan);
    return strands.size() - before;
  }

  /** Ports of the same number first: they often hang on the same rail. */
  private void joinOwn(int port, PortPlan plan) {
    if (port < remote) {
      join(port, port, plan);
    }
    for (int other = 0; other < remote; other++) {
      join(port, other, plan);
    }
  }

  private void joinPeers(int port, PortPlan plan) {
    if (port < local) {
      join(port, port, plan);
    }
    for (int other = 0; other < local; other++) {
      join(other, port, plan);
    }
  }

  private void join(int ownPort, int peersPort, PortPlan plan) {
    for (int i = 0; i < plan.labels().size(); i++) {
      Path path = new Path(ownPort, peersPort, plan.labels().get(i));
      if (isNew(path)) {
        StrandPath added = strands.addLater(path);
        rebuilder.open(added);
        core.journal.shaped(added, "open", "a port has come");
        if (i == 0) {
          trials.add(added);
        }
      }
    }
  }

  private boolean isNew(Path path) {
    return core.ports.isLater(path)
        && !strands.isComplete()
        && core.domain.mayJoin(path.localPort(), path.remotePort())
        && strands.find(path) == null;
  }

  /** A pair whose first path works may have further ones. */
  private void extend(PortPlan plan) {
    Iterator<StrandPath> each = trials.iterator();
    while (each.hasNext()) {
      StrandPath first = each.next();
      if (!first.unproved) {
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
