// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.swarm;

import io.sennit.rpc.session.SessionConfig;
import io.sennit.rpc.stream.IncomingCall;
import io.sennit.rpc.stream.RpcStream;
import io.sennit.rpc.stream.StreamListener;
import io.sennit.simulator.host.Host;
import io.sennit.simulator.host.HostProcess;
import io.sennit.simulator.host.StreamFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A host with the process on it, which serves whoever comes, and calls others; it may be killed and
 * start again.
 */
final class Site {
  static final int PORT = 7470;

  private final Host host;
  private final Map<String, Host> names;
  private final StreamFabric streams;
  private final SessionConfig config;
  private final Door door;
  private final List<Line> served = new ArrayList<>();
  private HostProcess process;
  private int life;

  /** Where calls come in. */
  @FunctionalInterface
  interface Door {
    StreamListener accept(HostProcess process, RpcStream stream, IncomingCall call);
  }

  /** Starts the first process. */
  Site(Host host, Map<String, Host> names, StreamFabric streams, SessionConfig config, Door door) {
    this.host = host;
    this.names = names;
    this.streams = streams;
    this.config = config;
    this.door = door;
    process = start();
  }

  private HostProcess start() {
    HostProcess started = new HostProcess(host, names, streams, life);
    started.serve(
        PORT, config, (stream, call) -> door.accept(started, stream, call), () -> newLine(started));
    return started;
  }

  private Line newLine(HostProcess of) {
    Line line = new Line("session " + served.size() + " served by " + host, of, changed -> {});
    served.add(line);
    return line;
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
    return config;
  }

  /** Sessions that others have opened here. */
  List<Line> served() {
    return served;
  }
}
