// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.rpc.LivePath;
import io.sennit.rpc.Platform;
import io.sennit.rpc.session.LoopGroup;
import io.sennit.simulator.host.HostProcess;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntFunction;

/**
 * A host of a {@link Fabric} with one process on it. Clients and servers are put on it:
 * {@code RpcServer.builder().on(host)}, {@code RpcClient.to(other.target(7470)).on(host)}, and the
 * same with gRPC's builders.
 *
 * <p>For the fabric's thread. Handlers and what depends on futures run in virtual time, a
 * microsecond after there was reason to, one at a time: each has a thread, which waits by blocking
 * calls and by {@link Fabric#await} and in no other way. It belongs to the fabric and is never
 * closed; whoever puts clients and servers on it closes them, before the fabric.
 */
public final class Host implements Platform {
  private final io.sennit.simulator.host.Host host;
  private final VirtualTime time;
  private final IntFunction<HostProcess> starter;
  private HostProcess process;
  private int lives;

  /** @param starter starts the process of a life */
  Host(io.sennit.simulator.host.Host host, VirtualTime time, IntFunction<HostProcess> starter) {
    this.host = host;
    this.time = time;
    this.starter = starter;
    process = starter.apply(lives);
  }

  public String name() {
    return host.name();
  }

  /** What clients on other hosts are given to reach a server here: its name, for all addresses. */
  public String target(int port) {
    return "sennit:///" + name() + ":" + port;
  }

  @Override
  @SuppressWarnings("exports")
  public LoopGroup loops() {
    return running().group();
  }

  @Override
  public Executor executor() {
    HostProcess of = running();
    return task -> {
      time.enter();
      of.execute(() -> time.run(task));
    };
  }

  /**
   * Timers of its process, in virtual time and exact to the nanosecond, unless it is paused then;
   * tasks run as handlers do. gRPC's timers are these; your own code may have them too.
   *
   * @throws IllegalStateException if it has crashed
   */
  @Override
  public Optional<ScheduledExecutorService> timers() {
    return Optional.of(new VirtualTimers(running(), time));
  }

  /**
   * Stops its process for a while, as a long garbage collection does. Packets wait as far as there
   * is room.
   *
   * @param forSoLong positive
   */
  public void pause(Duration forSoLong) {
    running();
    if (!forSoLong.isPositive()) {
      throw new IllegalArgumentException("a pause of " + forSoLong + ": give it a positive one");
    }
    host.pause(forSoLong.toNanos());
  }

  /**
   * Ends its process at once, with all that was on it. Bodies, clients and servers of it must not
   * be used any more, but that closing clients and servers is allowed.
   *
   * <p>No peer is told: calls to it end UNAVAILABLE after the session's time for silence (10 s
   * unless set) and less than 3 s more. If it is restarted before, it says that it does not know
   * the session, and they end within a second.
   *
   * @throws IllegalStateException if it has crashed already
   */
  public void crash() {
    running().kill();
  }

  /**
   * Starts another process, with nothing of the last one.
   *
   * @throws IllegalStateException if it has not crashed
   */
  public void restart() {
    time.enter();
    if (!process.isOver()) {
      throw new IllegalStateException(name() + " is running: crash() it before you restart() it");
    }
    process = starter.apply(++lives);
  }

  /**
   * Has it find the next of the ports that it did not begin with
   * ({@link FabricBuilder#beginWithPorts}), as if a cable were plugged in: sessions use it as soon
   * as packets get through.
   *
   * @throws IllegalStateException if it has all its ports
   */
  public void addPort() {
    running();
    if (!host.addPort()) {
      throw new IllegalStateException(
          name() + " has all its ports: say beginWithPorts() where the fabric is built");
    }
  }

  /**
   * Takes the address of one of its ports away and gives it another one, as by another lease of
   * DHCP: whoever asks for its name is told the new one from now on.
   *
   * @param port from 0
   * @throws IllegalArgumentException if it has no such port
   */
  public void readdress(int port) {
    running();
    if (port < 0 || port >= host.portCount()) {
      throw new IllegalArgumentException(
          name() + " has ports 0 to " + (host.portCount() - 1) + ", not " + port);
    }
    host.readdress(port);
  }

  /**
   * The paths of all sessions of its process now, by session and path, as {@code Sessions.paths()}
   * tells of a process that is not simulated.
   *
   * @throws IllegalStateException if it has crashed
   */
  public List<LivePath> paths() {
    return running().paths().stream()
        .sorted(Comparator.comparingLong(LivePath::sessionId).thenComparing(LivePath::name))
        .toList();
  }

  private HostProcess running() {
    time.enter();
    if (process.isOver()) {
      throw new IllegalStateException(name() + " has crashed: restart() it first");
    }
    return process;
  }

  /** Ends what runs, if anything does. */
  void end() {
    if (!process.isOver()) {
      process.kill();
    }
  }

  /** What was thrown that must not be; normally nothing. */
  List<String> bugs() {
    return process.bugs();
  }

  @Override
  public String toString() {
    return "host " + name();
  }
}
