// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.Session;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.HostProcess;
import io.sennit.simulator.host.Nics;
import io.sennit.simulator.host.StreamFabric;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A host with the process on it, which serves whoever comes, and calls others; it may be killed and
 * start again.
 */
final class Site {
  static final int PORT = 7470;

  private final Host host;
  private final Common common;
  private final List<Line> served = new ArrayList<>();
  private HostProcess process;
  private int life;

  /** Where calls come in. */
  @FunctionalInterface
  interface Door {
    StreamListener accept(HostProcess process, RpcStream stream, IncomingCall call);
  }

  /**
   * What all sites of a world share.
   *
   * @param names of all hosts
   * @param streams between them
   * @param nics what their devices are
   * @param config of every session
   * @param served hears what happens to sessions that a host serves
   * @param liar the host that lies, if one does
   */
  record Common(
      Map<String, Host> names,
      StreamFabric streams,
      SessionConfig config,
      Nics nics,
      Door door,
      Sentry sentry,
      BiConsumer<Host, Line> served,
      Optional<Host> liar) {}

  /** Starts the first process. */
  Site(Host host, Common common) {
    this.host = host;
    this.common = common;
    process = start();
  }

  private HostProcess start() {
    HostProcess started =
        new HostProcess(host, common.names(), common.streams(), life, common.nics());
    started.serve(
        PORT,
        common.config(),
        (stream, call) -> common.door().accept(started, stream, call),
        () -> newLine(started));
    return started;
  }

  private Line newLine(HostProcess of) {
    Line line = new Line("session " + served.size() + " served by " + host, of, this::changed);
    served.add(line);
    return line;
  }

  private void changed(Line line) {
    Session session = line.session();
    if (common.liar().isPresent() && (session == null || isWithLiar(session))) {
      line.suspect();
    }
    common.sentry().guard(line);
    common.served().accept(host, line);
  }

  private boolean isWithLiar(Session session) {
    Host liar = common.liar().orElseThrow();
    InetAddress peer = ((InetSocketAddress) session.info().remoteAddress()).getAddress();
    return host == liar || common.streams().addressesOf(liar).contains(peer);
  }

  boolean isUp() {
    return !process.isOver();
  }

  /** Ends the process. */
  void kill() {
    process.kill();
  }

  /** Starts another one. */
  void restart() {
    life++;
    process = start();
  }

  Host host() {
    return host;
  }

  HostProcess process() {
    return process;
  }

  SessionConfig config() {
    return common.config();
  }

  /** Sessions that others have opened here. */
  List<Line> served() {
    return served;
  }
}
