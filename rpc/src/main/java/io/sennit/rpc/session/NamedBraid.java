// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathSnapshot;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.PathReport;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Path;
import io.sennit.verbs.Port;
import java.util.List;
import java.util.function.Supplier;

/**
 * A braid whose ports have names.
 *
 * @param localPorts by their index; there may be more each time
 * @param remotePorts by their index, those of the bootstrap; later ones have no name
 */
record NamedBraid(
    SessionInfo info,
    Supplier<List<Port>> localPorts,
    List<Port> remotePorts,
    Supplier<BraidSnapshot> snapshots) {
  NamedBraid(SessionParts parts, SessionInfo info, Supplier<BraidSnapshot> snapshots) {
    this(info, parts.provider().device()::ports, parts.ports().remote(), snapshots);
  }

  /** Its paths now, in the order of the first offer. */
  List<LivePath> paths() {
    return snapshots.get().paths().stream().map(this::named).toList();
  }

  /** The same, as JMX shows them. */
  List<PathReport> reports(long nowNanos) {
    BraidSnapshot now = snapshots.get();
    return now.paths().stream()
        .map(path -> PathReport.of(named(path), now, nowNanos))
        .toList();
  }

  private LivePath named(PathSnapshot path) {
    return new LivePath(
        info.provider(),
        info.sessionId(),
        info.client(),
        name(localPorts.get(), path.path().localPort()),
        name(remotePorts, path.path().remotePort()),
        path);
  }

  /** For the log. */
  String name(Path path) {
    return name(localPorts.get(), path.localPort()) + " to " + name(remotePorts, path.remotePort())
        + " (route " + path.routeLabel() + ")";
  }

  private static String name(List<Port> ports, int index) {
    return index < ports.size() ? ports.get(index).name() : "port " + index;
  }
}
