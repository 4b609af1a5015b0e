// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathSnapshot;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.PathReport;
import io.sennit.rpc.stream.SessionInfo;
import io.sennit.verbs.Port;
import java.util.List;
import java.util.function.Supplier;

/**
 * A braid whose ports have names.
 *
 * @param localPorts by their index
 * @param remotePorts by their index
 */
record NamedBraid(
    SessionInfo info,
    List<Port> localPorts,
    List<Port> remotePorts,
    Supplier<BraidSnapshot> snapshots) {
  NamedBraid(SessionParts parts, SessionInfo info, Supplier<BraidSnapshot> snapshots) {
    this(info, parts.provider().device().ports(), parts.remotePorts(), snapshots);
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
        localPorts.get(path.path().localPort()).name(),
        remotePorts.get(path.path().remotePort()).name(),
        path);
  }
}
