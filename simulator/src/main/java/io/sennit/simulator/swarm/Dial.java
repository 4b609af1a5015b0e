// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.simulator.Scheduler;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.StreamFabric;
import java.util.List;
import java.util.Optional;

/** A session on its way up, and what is promised of it while cables are cut. */
final class Dial {
  /** What the coming up takes at most, of a session or of a lifeline, if nothing disturbs it. */
  static final long CALM_NANOS = 20_000_000;

  /** What each rail that is cut may cost. */
  static final long EACH_RAIL_NANOS = 300_000_000;

  /** For which a peer that is heard on no strand is waited for, and how late that is noticed. */
  private static final long SILENCE_NANOS = 10_500_000_000L;

  /** Until a timer that is due has run. */
  private static final long TICK_NANOS = 1_000_000;

  /** The same where hosts may stand still. */
  private static final long LONG_TICK_NANOS = 7_000_000_000L;

  /** Why it may fail where no rail works all the time. */
  private static final List<String> UNREACHABLE = List.of(
      "cannot be reached",
      "(connectTimeout): waited for",
      "(connectTimeout): it or this process may be starved or stopped",
      "it still waited for");

  private final Line line;
  private final Host client;
  private final Host server;
  private final Scene scene;
  private final long sinceNanos;
  private final int domains;
  private final int streams;
  private long upNanos = Scheduler.NEVER;

  /**
   * What all of a world share.
   *
   * @param alone whether nothing goes wrong but that cables are cut, so that times are promised
   */
  record Scene(
      Scheduler scheduler,
      StreamFabric streams,
      Cables cables,
      Ledger ledger,
      long connectTimeoutNanos,
      boolean alone) {
    long nanoTime() {
      return scheduler.nanoTime();
    }
  }

  /** One that begins now. */
  Dial(Line line, Host client, Host server, Scene scene) {
    this.line = line;
    this.client = client;
    this.server = server;
    this.scene = scene;
    sinceNanos = scene.nanoTime();
    domains = client.openDomains();
    streams = scene.streams().connected();
    long mostNanos = scene.connectTimeoutNanos() + (scene.alone() ? TICK_NANOS : LONG_TICK_NANOS);
    scene.scheduler().after(mostNanos, due -> require(isDecided(), "is still undecided"), 0);
  }

  private boolean isDecided() {
    return line.session() != null || line.isOver() || line.process().isOver();
  }

  /** How far it is; empty if it has ended. */
  Optional<FaultKind> stage() {
    if (line.isOver() || line.process().isOver()) {
      return Optional.empty();
    }
    if (line.session() != null || client.openDomains() > domains) {
      return Optional.of(FaultKind.STRANDS_CUT);
    }
    boolean connected = scene.streams().between(client, server).stream()
        .anyMatch(stream -> stream.number() >= streams);
    return Optional.of(connected ? FaultKind.EXCHANGE_CUT : FaultKind.CONNECT_CUT);
  }

  /** Its application has heard something new of it. */
  void changed() {
    if (line.isOver()) {
      over();
    } else if (upNanos == Scheduler.NEVER) {
      upNanos = scene.nanoTime();
      int cut = cutSince(sinceNanos);
      if (scene.alone() && cut < rails()) {
        require(
            tookNanos() <= CALM_NANOS + cut * EACH_RAIL_NANOS,
            "is up, with " + cut + " rails cut of " + rails());
      }
    }
  }

  private void over() {
    if (!scene.alone() || !line.hasFailed() || line.failedFor(List.of(Caller.ENOUGH))) {
      return;
    }
    boolean wasUp = upNanos != Scheduler.NEVER;
    boolean may = wasUp ? mayBeLost() : areCutSince(sinceNanos);
    require(may, "failed though a rail worked all the time");
    require(wasUp || line.failedFor(UNREACHABLE), "did not say what is wrong");
  }

  /** Whether the established session may be lost now: all its rails were cut for long enough. */
  boolean mayBeLost() {
    return !scene.alone() || areCutSince(scene.nanoTime() - SILENCE_NANOS);
  }

  private int rails() {
    return Cables.rails(client, server);
  }

  private int cutSince(long fromNanos) {
    return scene.cables().cutSince(client, server, fromNanos);
  }

  private boolean areCutSince(long fromNanos) {
    return scene.cables().areCutSince(client, server, fromNanos);
  }

  private long tookNanos() {
    return scene.nanoTime() - sinceNanos;
  }

  private void require(boolean holds, String what) {
    scene
        .ledger()
        .require(holds, line.state() + ": it " + what + " after " + tookNanos() / 1_000 + " us");
  }
}
