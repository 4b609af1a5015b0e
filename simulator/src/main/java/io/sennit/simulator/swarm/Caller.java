// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.rpc.session.Connecting;
import io.sennit.rpc.stream.Session;
import io.sennit.simulator.Scheduler;
import io.sennit.simulator.host.Host;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An application that has calls for a server: it opens a session when it needs one, and another one
 * when that has ended.
 */
final class Caller {
  /** Why it gives up a session that is coming up. */
  static final String ENOUGH = "there are no calls left";

  private static final long REDIAL_NANOS = 50_000_000;

  private final Site site;
  private final Host server;
  private final Workload workload;
  private final Sentry sentry;
  private final Cuts cuts;
  private final Scheduler scheduler;
  private final ArrayDeque<CallPlan> waiting = new ArrayDeque<>();
  private final List<Line> lines = new ArrayList<>();
  private @Nullable Line current;
  private @Nullable Connecting connecting;

  Caller(Site site, Host server, Workload workload, Sentry sentry, Cuts cuts) {
    this.site = site;
    this.server = server;
    this.workload = workload;
    this.sentry = sentry;
    this.cuts = cuts;
    scheduler = workload.scheduler();
  }

  /** Has a call opened as soon as there is a session. */
  void call(CallPlan plan) {
    waiting.add(plan);
    advance();
  }

  /** Goes on, after its process was killed and another one has started. */
  void advance() {
    Line line = current;
    if (!site.isUp()) {
      return;
    }
    if (line != null && (line.isOver() || line.process().isOver())) {
      current = null;
      line = null;
    }
    if (line == null && !waiting.isEmpty()) {
      dial();
    } else if (line != null && line.session() != null) {
      while (!waiting.isEmpty()) {
        workload.open(waiting.remove(), line);
      }
    }
  }

  private void dial() {
    Line line = new Line(
        "session " + lines.size() + " of caller " + workload.name(), site.process(), this::changed);
    if (workload.isSuspect()) {
      line.suspect();
    }
    lines.add(line);
    current = line;
    cuts.dialed(line, site.host(), server);
    connecting = site.process().connect(server, Site.PORT, site.config(), line);
  }

  private void changed(Line line) {
    sentry.guard(line);
    cuts.changed(line);
    scheduler.after(line.isOver() ? REDIAL_NANOS : 1, due -> advance(), 0);
  }

  /** Ends its session when the calls on it have ended; further ones get another. */
  void renew() {
    Line line = carrying();
    if (line != null) {
      current = null;
      connecting = null;
      line.retire(() -> cuts.mayBeLost(line));
      Objects.requireNonNull(line.session()).shutdown();
    }
  }

  /** The side of its session that calls are opened on; null if none is up. */
  @Nullable
  Line carrying() {
    Line line = current;
    boolean carries = line != null
        && line.session() != null
        && !line.isOver()
        && !line.process().isOver();
    return carries ? line : null;
  }

  Host client() {
    return site.host();
  }

  Host server() {
    return server;
  }

  /** Whether sessions of either join the same two hosts. */
  boolean joinsTheSameAs(Caller other) {
    return Set.of(client(), server).equals(Set.of(other.client(), other.server));
  }

  /** Ends what it has open. */
  void close() {
    Line line = current;
    Connecting attempt = connecting;
    if (line == null || line.isOver() || attempt == null) {
      return;
    }
    Session session = line.session();
    if (session == null) {
      attempt.cancel(ENOUGH);
    } else {
      session.shutdown();
    }
  }

  /** Sessions that it has opened, the last one last. */
  List<Line> lines() {
    return lines;
  }
}
