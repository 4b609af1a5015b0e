// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.rpc.RpcException;
import io.sennit.simulator.World;
import io.sennit.simulator.host.HostConfig;
import io.sennit.simulator.host.HostProcess;
import io.sennit.simulator.host.StreamFabric;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Hosts joined by links, in virtual time, which begins at zero and passes only in {@link #advance},
 * in {@link #await}, and while a client or server on a host is waited for, as by {@code call} and
 * {@code close}. How much real time that takes depends on the packets, not on the time.
 *
 * <p>Thread rule: a fabric and all that is on it belong to the thread that built it, and to the
 * handlers that run on its hosts; others are refused. Many fabrics may run at the same time, each
 * in a thread of its own.
 *
 * <p>Ownership: the fabric owns hosts and links. Close clients, servers and bodies first, the
 * fabric last.
 */
public final class Fabric implements AutoCloseable {
  private final World world;
  private final VirtualTime time;
  private final io.sennit.simulator.fabric.Fabric network;
  private final Map<String, io.sennit.simulator.host.Host> names = new HashMap<>();
  private final StreamFabric streams;
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final List<Link> links = new ArrayList<>();
  private final List<PacketCapture> captures = new ArrayList<>();
  private boolean closed;

  Fabric(World world, FabricPlan plan, long mostWaitNanos) {
    this.world = world;
    time = new VirtualTime(world.scheduler(), mostWaitNanos, this::state);
    network = new io.sennit.simulator.fabric.Fabric(world, plan.topology());
    streams = new StreamFabric(world, network);
    for (int at = 0; at < plan.specs().size(); at++) {
      List<io.sennit.simulator.fabric.Link> both = network.links().subList(2 * at, 2 * at + 2);
      links.add(new Link(at, both, plan.specs().get(at), time));
    }
    plan.hosts().forEach(name -> addHost(name, plan));
  }

  private void addHost(String name, FabricPlan plan) {
    io.sennit.simulator.host.Host host =
        new io.sennit.simulator.host.Host(world, network, names.size(), HostConfig.STANDARD);
    if (plan.atFirst().containsKey(name)) {
      host.beginWithPorts(plan.atFirst().get(name));
    }
    names.put(name, host);
    hosts.put(name, new Host(host, time, life -> process(host, life)));
  }

  private HostProcess process(io.sennit.simulator.host.Host host, int life) {
    HostProcess started = new HostProcess(host, names, streams, life);
    started.waitBy(time);
    return started;
  }

  /**
   * Begins a fabric. All chance in it comes from the seed: what packets a lossy link loses, how
   * long a bootstrap takes, which port a flow has.
   */
  public static FabricBuilder seed(long seed) {
    return new FabricBuilder(seed);
  }

  /**
   * The host of that name.
   *
   * @throws IllegalArgumentException if there is none; names those there are
   */
  public Host host(String name) {
    Host found = hosts.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no host " + name + ": there are " + String.join(", ", hosts.keySet()));
    }
    return found;
  }

  /**
   * A link.
   *
   * @param index counted from 0 in the order of joining
   * @throws IllegalArgumentException if there is none; says how many there are
   */
  public Link link(int index) {
    if (index < 0 || index >= links.size()) {
      throw new IllegalArgumentException(
          "there is no link " + index + ": they are numbered 0 to " + (links.size() - 1));
    }
    return links.get(index);
  }

  /** All links, in the order of joining. */
  public List<Link> links() {
    return List.copyOf(links);
  }

  /**
   * Writes packets into a pcapng file from now on, for {@code tshark} and its like: each link has
   * an interface for each direction, a packet stands there at the moment in which the link took it,
   * begins with its IP header, and is as it was sent: what the link loses, delays or spoils
   * afterwards is not seen. Byte streams between hosts are not in it.
   *
   * @param file made anew
   * @param of links whose packets are written; none: all
   * @throws IllegalArgumentException if a link is one of another fabric
   * @throws UncheckedIOException if the file cannot be written; also later, by whoever lets time
   *     pass
   */
  public PacketCapture capture(Path file, Link... of) {
    time.enter();
    BitSet numbers = new BitSet();
    for (Link each : of.length == 0 ? links : List.of(of)) {
      if (!links.contains(each)) {
        throw new IllegalArgumentException(each + " is one of another fabric");
      }
      numbers.set(2 * each.index(), 2 * each.index() + 2);
    }
    PacketCapture capture = new PacketCapture(file, time, network, numbers, this::forget);
    captures.add(capture);
    network.tap((link, packet, pool) -> captures.forEach(each -> each.taken(link, packet, pool)));
    return capture;
  }

  private void forget(PacketCapture capture) {
    captures.remove(capture);
    if (captures.isEmpty()) {
      network.tap(null);
    }
  }

  /** Virtual time since the fabric was built. */
  public Duration now() {
    return time.now();
  }

  /**
   * Has so much time pass, with all that happens in it.
   *
   * @throws IllegalArgumentException if it is negative
   * @throws IllegalStateException inside something that happens in it, such as a direct handler
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException(
          "time does not go back by " + by.negated() + ": build another fabric by the same seed");
    }
    time.passUntil(world.nowNanos() + by.toNanos());
    requireSound();
  }

  /**
   * Has something happen at a moment, whoever lets time pass until then.
   *
   * @param moment as {@link #now} tells it
   * @throws IllegalArgumentException if it has passed
   */
  public void at(Duration moment, Runnable action) {
    time.enter();
    if (moment.compareTo(now()) < 0) {
      throw new IllegalArgumentException(
          moment + " has passed, it is " + now() + ": time does not go back");
    }
    world.scheduler().at(moment.toNanos(), due -> action.run(), 0);
  }

  /**
   * Has time pass until a future is done.
   *
   * @return what it was completed with
   * @throws RuntimeException what it failed with, such as {@link RpcException}; in a
   *     {@link CompletionException} if that is checked
   * @throws IllegalStateException if it is not done in the time that the fabric waits at most, one
   *     virtual minute unless said; says what was cut
   */
  public <T> T await(Future<T> future) {
    time.pass(future::isDone, Long.MAX_VALUE);
    requireSound();
    if (future.state() != Future.State.FAILED) {
      return future.resultNow();
    }
    Throwable why = future.exceptionNow();
    throw why instanceof RuntimeException known ? known : new CompletionException(why);
  }

  /** What was thrown on a loop is a defect of Sennit's, and no test should pass over it. */
  private void requireSound() {
    for (Host each : hosts.values()) {
      if (!each.bugs().isEmpty()) {
        throw new IllegalStateException(
            each + " has met a bug of Sennit: " + String.join("; ", each.bugs()));
      }
    }
  }

  private String state() {
    String cut =
        links.stream().filter(Link::isCut).map(Link::state).collect(Collectors.joining(", "));
    return cut.isEmpty()
        ? "its handler ever answers: no link is cut"
        : "the hosts still reach each other: of " + links.size() + " links " + cut;
  }

  /** Links and ports with their packets, for tests that put some of their own among them. */
  io.sennit.simulator.fabric.Fabric network() {
    return network;
  }

  /**
   * A number for all that has happened so far, to every packet's bytes: equal in two runs if and,
   * but for chance of 1 in 2^64, only if the same has happened at the same moments.
   */
  public long fingerprint() {
    return world.trace().hash();
  }

  /** Ends all processes, and gives their memory back. Nothing on it may be used any more. */
  @Override
  public void close() {
    if (!closed) {
      time.enter();
      closed = true;
      time.close();
      hosts.values().forEach(Host::end);
      List.copyOf(captures).forEach(PacketCapture::close);
    }
  }
}
