// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.multipath;

import io.sennit.benchmarks.fabric.Means;
import io.sennit.benchmarks.harness.Contender;
import java.util.ArrayList;
import java.util.List;

/** Who works in a case, on which routes. Immutable. */
final class Contenders {
  static final String SENNIT = "sennit";
  static final String TCP = "tcp";
  static final String NETTY = "grpc-netty";
  static final String IPERF = "iperf3";

  private final Setup setup;

  private Contenders(Setup setup) {
    this.setup = setup;
  }

  static Contenders on(Layout layout) {
    return new Contenders(layout.setup());
  }

  /** Sennit on all routes, with its defaults. */
  Contender own() {
    return ours(SENNIT, setup);
  }

  private boolean hasOnePort() {
    return setup.near().size() == 1;
  }

  private static Contender ours(String name, Setup setup) {
    return new Contender(name, SENNIT, setup.text());
  }

  /** Sennit that finds its addresses by itself, and those that come. */
  Contender following() {
    return ours("sennit", setup.with(SennitFlows.ADDRESSES, "!lo"));
  }

  /** Sennit on the addresses that are named, which are those that stay, and no others. */
  Contender named() {
    return ours("addresses named", Setup.rails(setup.near().size() - 1));
  }

  /** Everybody else. */
  List<Contender> peers() {
    List<Contender> peers = new ArrayList<>();
    if (!hasOnePort()) {
      peers.add(new Contender("one TCP connection", TCP, setup.text()));
      peers.add(new Contender("MPTCP, bare", TCP + RailsPlace.MPTCP, setup.text()));
    } else if (Means.has(IPERF)) {
      peers.add(new Contender("TCP, iperf3", IPERF, setup.text()));
    }
    if (Means.has(IPERF)) {
      peers.add(new Contender("MPTCP, iperf3", IPERF + RailsPlace.MPTCP, setup.text()));
    }
    peers.add(new Contender("gRPC, Netty", NETTY, setup.text()));
    peers.add(nettyMptcp());
    return peers;
  }

  /** Those of them that are as good as it gets without Sennit. */
  List<Contender> bestPeers() {
    return List.of(
        new Contender("MPTCP, bare", TCP + RailsPlace.MPTCP, setup.text()), nettyMptcp());
  }

  private Contender nettyMptcp() {
    return new Contender("gRPC, Netty, MPTCP", NETTY + RailsPlace.MPTCP, setup.text());
  }

  /** Sennit on the first rails only. */
  static Contender rails(int rails) {
    return ours(rails + " of them", Setup.rails(rails));
  }

  /** Sennit on one queue pair. */
  Contender oneStrand() {
    Setup first = hasOnePort() ? setup : Setup.rails(1);
    return ours("one strand", first.with("strands", "1"));
  }

  /**
   * Sennit with more strands between two ports than by default. ECMP chooses at random, so that
   * each further one makes it less likely that a spine is left out.
   */
  Contender strands(int count) {
    return ours(count + " strands", setup.with("strands", Integer.toString(count)));
  }

  /** Sennit with other rules for which strand is next. */
  List<Contender> otherSchedulers() {
    return List.of(
        ours("round robin", setup.with("braid.scheduler", "round-robin")),
        ours("equal striping", setup.with("braid.scheduler", "static")));
  }

  /** Sennit with nothing but small calls. */
  Contender callsAlone() {
    return ours("calls alone", setup.withFlows(0));
  }

  /** Sennit that tells switches nothing of what is to go first. */
  Contender oneClass() {
    return ours("one class", setup.with("braid.controlDscp", "0"));
  }

  /** Sennit with messages on the queue pairs of the chunks. */
  Contender callsBehindChunks() {
    return ours("calls behind chunks", setup.with("braid.paths.controlBytes", "0"));
  }
}
