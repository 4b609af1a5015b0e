// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.base.Clock;
import io.sennit.rpc.AdmissionReport;
import io.sennit.rpc.LivePath;
import io.sennit.rpc.PathReport;
import io.sennit.rpc.PathTraffic;
import io.sennit.rpc.admission.Admission;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Who is connected in this process, and what those who were have moved. Sessions enter and leave it
 * by themselves; nothing else depends on it. Safe from any thread.
 */
public final class SessionBook {
  private static final SessionBook PROCESS = new SessionBook();

  private final IdentityHashMap<Object, NamedBraid> live = new IdentityHashMap<>();
  private final Map<String, PathTraffic> ended = new TreeMap<>();
  private final Map<String, Admission> servers = new TreeMap<>();
  private final AtomicBoolean shown = new AtomicBoolean();

  /** An empty one. */
  public SessionBook() {}

  /** The one of this process. */
  public static SessionBook process() {
    return PROCESS;
  }

  void enter(Object session, NamedBraid braid) {
    if (this == PROCESS && shown.compareAndSet(false, true)) {
      new SessionsBean(this, ProcessMemory.shared(), Clock.system()).register();
    }
    synchronized (this) {
      live.put(session, braid);
    }
  }

  synchronized void leave(Object session) {
    NamedBraid braid = live.remove(session);
    if (braid != null) {
      add(braid, ended);
    }
  }

  /** A server listens, which takes calls or refuses them. */
  synchronized void enter(String server, Admission admission) {
    servers.put(server, admission);
  }

  /** It listens no more. */
  synchronized void leave(String server) {
    servers.remove(server);
  }

  /** What servers that listen have taken and refused. */
  synchronized List<AdmissionReport> admissions(long nowNanos) {
    return servers.entrySet().stream()
        .map(each -> each.getValue().report(each.getKey(), nowNanos))
        .toList();
  }

  /** Sessions that have entered and not left. */
  public synchronized int live() {
    return live.size();
  }

  /** Paths of all sessions that have entered and not left. */
  public synchronized List<LivePath> paths() {
    return live.values().stream().flatMap(each -> each.paths().stream()).toList();
  }

  /** The same, as JMX shows them. */
  synchronized List<PathReport> reports(long nowNanos) {
    return live.values().stream()
        .flatMap(each -> each.reports(nowNanos).stream())
        .toList();
  }

  /** Traffic of all sessions, by path. */
  public synchronized List<PathTraffic> traffic() {
    Map<String, PathTraffic> all = new TreeMap<>(ended);
    live.values().forEach(each -> add(each, all));
    return List.copyOf(all.values());
  }

  private static void add(NamedBraid braid, Map<String, PathTraffic> into) {
    for (LivePath path : braid.paths()) {
      PathTraffic traffic = new PathTraffic(
          path.name(),
          path.now().bytesSent(),
          path.now().bytesRead(),
          path.now().bytesWritten());
      into.merge(traffic.path(), traffic, PathTraffic::plus);
    }
  }
}
