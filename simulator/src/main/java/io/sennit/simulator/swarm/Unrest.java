// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.multipath.BraidSnapshot;
import io.sennit.multipath.Counter;
import io.sennit.rpc.stream.Session;
import io.sennit.simulator.fabric.Fabric;
import io.sennit.simulator.host.StreamFabric;
import io.sennit.simulator.host.StreamLine;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names what has not come to rest, for whoever looks for the reason. Stateless. */
final class Unrest {
  /** Counters that are 0 when a braid is at rest. */
  private static final List<Counter> REST = List.of(
      Counter.OPEN_LEASES,
      Counter.OPEN_TRANSFERS,
      Counter.QUARANTINED_BYTES,
      Counter.STRAY_COMPLETIONS);

  private static final int MOST = 8;

  private Unrest() {}

  /** Lists what keeps a session from being at rest. */
  static Stream<String> of(Line line) {
    Session session = line.session();
    if (session == null || line.isOver()) {
      return Stream.empty();
    }
    long calls = session.snapshot().callsOpen();
    return Stream.concat(
        calls == 0 ? Stream.empty() : Stream.of(line + " has " + calls + " open calls"),
        session.braid().stream().flatMap(braid -> of(line, braid.snapshot())));
  }

  private static Stream<String> of(Line line, BraidSnapshot braid) {
    return REST.stream()
        .filter(counter -> braid.count(counter) != 0)
        .map(counter -> line + " has " + counter + "=" + braid.count(counter));
  }

  static String ofLines(Stream<Line> lines) {
    return some(lines.flatMap(Unrest::of));
  }

  static String ofPaths(Stream<Line> lines) {
    return some(lines.flatMap(line -> line.unused().stream().map(path -> line + ": path " + path)));
  }

  static String ofShelves(Stream<Shelf> shelves) {
    return some(shelves
        .flatMap(shelf -> shelf.pieces().stream())
        .map(piece -> piece.what() + " of " + piece.body().length() + " bytes is kept"));
  }

  /** Which processes have sessions, and which sessions have not heard of their end. */
  static String ofSessions(Collection<Site> sites, Stream<Line> lines) {
    return some(Stream.concat(
        sites.stream()
            .filter(site -> site.process().liveSessions() > 0)
            .map(
                site -> site.host().name() + " has " + site.process().liveSessions() + " sessions"),
        lines.filter(line -> line.terminations() == 0).map(line -> line + " has not terminated")));
  }

  static String ofDomains(Collection<Site> sites) {
    return some(sites.stream()
        .filter(site -> site.host().openDomains() > 0)
        .map(site -> site.host().name() + " has " + site.host().openDomains() + " open domains"));
  }

  static String ofStreams(StreamFabric streams) {
    return some(streams.lines().stream().map(StreamLine::toString));
  }

  static String ofPackets(Fabric fabric) {
    return fabric.pool().inUse() + " packets are under way: "
        + some(fabric
            .pool()
            .underWay()
            .mapToObj(packet -> "packet " + packet + " of "
                + fabric.pool().length(packet) + " bytes from "
                + fabric.ports().get(fabric.pool().source(packet)).name() + " to "
                + fabric.ports().get(fabric.pool().destination(packet)).name()));
  }

  private static String some(Stream<String> all) {
    List<String> texts = all.limit(MOST + 1).toList();
    String first = texts.stream().limit(MOST).collect(Collectors.joining(", "));
    return texts.isEmpty() ? "" : first + (texts.size() > MOST ? " and more; " : "; ");
  }
}
