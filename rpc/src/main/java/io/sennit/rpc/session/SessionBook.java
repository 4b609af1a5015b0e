// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.PathSnapshot;
import io.sennit.rpc.PathTraffic;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Who is connected in this process, and what those who were have moved. Sessions enter and leave it
 * by themselves; nothing else depends on it. Safe from any thread.
 */
public final class SessionBook {
  private static final SessionBook PROCESS = new SessionBook();

  private final IdentityHashMap<Object, Entry> live = new IdentityHashMap<>();
  private final Map<String, PathTraffic> ended = new TreeMap<>();

  private record Entry(String provider, Supplier<BraidSnapshot> braid) {}

  SessionBook() {}

  /** The one of this process. */
  public static SessionBook process() {
    return PROCESS;
  }

  synchronized void enter(Object session, String provider, Supplier<BraidSnapshot> braid) {
    live.put(session, new Entry(provider, braid));
  }

  synchronized void leave(Object session) {
    Entry entry = live.remove(session);
    if (entry != null) {
      add(entry, ended);
    }
  }

  /** Sessions that have entered and not left. */
  public synchronized int live() {
    return live.size();
  }

  /** Traffic of all sessions, by path. */
  public synchronized List<PathTraffic> traffic() {
    Map<String, PathTraffic> all = new TreeMap<>(ended);
    for (Entry entry : live.values()) {
      add(entry, all);
    }
    return List.copyOf(all.values());
  }

  private static void add(Entry entry, Map<String, PathTraffic> into) {
    for (PathSnapshot path : entry.braid().get().paths()) {
      PathTraffic traffic = new PathTraffic(
          entry.provider() + " " + path.label(),
          path.bytesSent(),
          path.bytesRead(),
          path.bytesWritten());
      into.merge(traffic.path(), traffic, PathTraffic::plus);
    }
  }
}
