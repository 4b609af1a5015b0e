// SPDX-License-Identifier: Apache-2.0
package io.sennit.benchmarks.fabric;

import java.util.List;
import java.util.stream.Stream;

/**
 * One link between two hosts: a port at each, and a wire of its own between them, where packets
 * wait for their turn, and are lost if too many do. It lies in a namespace that belongs to neither
 * host, so that no host is told that its packet was lost. Confined to one thread.
 */
public final class Rail {
  /** Under it one packet of the largest size and one more would not fit. */
  private static final int LEAST_BURST_BYTES = 20_000;

  /** So much of what the link carries may leave at once, since timers are not exact. */
  private static final int BURST_MICROS = 250;

  /** Names the token bucket of a device. */
  private static final String BUCKET = "1:";

  private static final int QUEUE_MICROS = 4_000;
  private static final int LEAST_QUEUE_BYTES = 128 << 10;

  private final Namespace wire;
  private final String name;
  private final int rateMegabits;
  private final List<Port> ports;
  private final List<Side> sides;
  private final int queueBytes;
  private boolean faulty;

  /** An end of the wire, and the one that its packets leave at. */
  private record Side(String device, String other) {}

  private Rail(Namespace wire, String name, int rateMegabits, List<Port> ports) {
    this.wire = wire;
    this.name = name;
    this.rateMegabits = rateMegabits;
    this.ports = ports;
    sides = List.of(new Side("a" + name, "b" + name), new Side("b" + name, "a" + name));
    queueBytes = Math.max(LEAST_QUEUE_BYTES, (int) ((long) rateMegabits * QUEUE_MICROS / 8));
  }

  /**
   * One end of a rail to be made.
   *
   * @param host where the port is
   * @param device name of the port there
   * @param address of the port with the length of its prefix, such as {@code 10.98.0.1/24}
   */
  record Port(Namespace host, String device, String address) {
    /** The same address, or another one of the same network that no other port has. */
    String address(int move) {
      int host = Math.max(address.lastIndexOf('.'), address.lastIndexOf(':')) + 1;
      int prefix = address.indexOf('/');
      int radix = isIpv6() ? 16 : 10;
      int number = Integer.parseInt(address, host, prefix, radix) + 2 * move;
      return address.substring(0, host)
          + Integer.toString(number, radix)
          + address.substring(prefix);
    }

    private boolean isIpv6() {
      return address.indexOf(':') >= 0;
    }

    /** Adds an address without duplicate address detection, so that it is usable at once. */
    String adding(int move) {
      return "addr add " + address(move) + " dev " + device + (isIpv6() ? " nodad" : "");
    }
  }

  /**
   * What a rail carries.
   *
   * @param rateMegabits per second, each way, all bytes of Ethernet frames counted
   * @param mtuBytes of IP
   */
  record Shape(int rateMegabits, int mtuBytes) {}

  /** Lays a rail between two ports, through a namespace that {@link #layPit} was called for. */
  static Rail lay(Namespace wire, String name, Port near, Port far, Shape shape) {
    Rail rail = new Rail(wire, name, shape.rateMegabits(), List.of(near, far));
    rail.join(near, "a" + name, shape.mtuBytes());
    rail.join(far, "b" + name, shape.mtuBytes());
    wire.tc(rail.sides.stream().flatMap(rail::forwarding).toList());
    return rail;
  }

  private void join(Port port, String end, int mtuBytes) {
    String mtu = " mtu " + mtuBytes;
    port.host()
        .ip(List.of(
            "link add " + port.device() + mtu + " type veth peer name " + end + " netns "
                + wire.name() + mtu,
            port.adding(0),
            "link set " + port.device() + " up"));
    wire.ip(List.of("link set " + end + " up"));
    new Device(port.host(), port.device()).offloadNothing();
    new Device(wire, end).offloadNothing();
  }

  private Stream<String> forwarding(Side side) {
    Stream<String> bucket = Stream.of(
        "qdisc add dev " + side.device() + " clsact",
        "filter add dev " + side.device() + " ingress prio 10 protocol all u32 match u32 0 0"
            + " action mirred egress redirect dev " + side.other(),
        bucket("add", side, rateMegabits));
    return Stream.concat(
        bucket, PriorityQueue.below(side.device(), BUCKET + "1", queueBytes).stream());
  }

  private String bucket(String verb, Side side, int megabits) {
    int burst = Math.max(LEAST_BURST_BYTES, megabits * BURST_MICROS / 8);
    return "qdisc " + verb + " dev " + side.device() + " root handle " + BUCKET + " tbf rate "
        + megabits + "mbit burst " + burst + " limit " + queueBytes;
  }

  /** Makes the place where packets go that a fault takes: a device that is never up. */
  static void layPit(Namespace wire) {
    wire.ip(List.of("link add pit type veth peer name pit-end", "link set pit up"));
  }

  /** Takes packets away by chance, unseen by the hosts, both ways; 1 is all of them. */
  public void lose(double share) {
    lose(share, share);
  }

  /** The same with a share for what comes from the near host and one for what goes to it. */
  public void lose(double fromNear, double toNear) {
    heal();
    faulty = true;
    wire.tc(List.of(thief(sides.getFirst(), fromNear), thief(sides.getLast(), toNear)));
  }

  /** A program of classic BPF: a random number, compared; what is less goes to the pit. */
  private static String thief(Side side, double share) {
    long bound = Math.min((1L << 32) - 1, (long) (share * (1L << 32)));
    return "filter add dev " + side.device() + " ingress prio 1 protocol all bpf bytecode"
        + " \"4,32 0 0 4294963256,53 1 0 " + bound + ",6 0 0 4294967295,6 0 0 0\""
        + " action mirred egress redirect dev pit";
  }

  /** From now on nothing arrives, and nobody is told. */
  public void cut() {
    lose(1);
  }

  /** Ends what {@link #lose} or {@link #cut} began. */
  public void heal() {
    if (faulty) {
      wire.tc(sides.stream()
          .map(side -> "filter del dev " + side.device() + " ingress prio 1 protocol all")
          .toList());
      faulty = false;
    }
  }

  /** Both hosts see that their port has no link. */
  public void unplug() {
    wire.ip(sides.stream().map(side -> "link set " + side.device() + " down").toList());
  }

  /** Ends what {@link #unplug} began. */
  public void plug() {
    wire.ip(sides.stream().map(side -> "link set " + side.device() + " up").toList());
  }

  /**
   * Gives the ports another MTU, of which their hosts are told; longer packets vanish from now on.
   *
   * @param nearBytes of IP, at the near host or router
   * @param farBytes at the far one
   */
  public void resize(int nearBytes, int farBytes) {
    resize(ports.getFirst(), nearBytes);
    resize(ports.getLast(), farBytes);
  }

  private static void resize(Port port, int bytes) {
    port.host().ip(List.of("link set " + port.device() + " mtu " + bytes));
  }

  /**
   * Longer packets vanish from now on, and nobody is told.
   *
   * @param fromNearBytes of IP, on the way from the near host
   * @param toNearBytes on the way back
   */
  public void narrow(int fromNearBytes, int toNearBytes) {
    wire.ip(List.of(
        "link set " + sides.getFirst().device() + " mtu " + fromNearBytes,
        "link set " + sides.getLast().device() + " mtu " + toNearBytes));
  }

  /** Takes the addresses of both ports away. */
  public void desert() {
    ports.forEach(port -> port.host().ip(List.of("addr flush dev " + port.device())));
  }

  /** Gives both ports other addresses than they had at first. */
  public void settle() {
    address(1);
  }

  /** Gives both ports the addresses that they had at first, and no others. */
  public void restore() {
    desert();
    address(0);
  }

  private void address(int move) {
    ports.forEach(port -> port.host().ip(List.of(port.adding(move))));
  }

  /**
   * Takes the addresses of one of the ports away, and gives it another one at once.
   *
   * @param port 0: of the near host, 1: of the far one
   * @param move which one, from 1; each is of the same network
   */
  public void replace(int port, int move) {
    Port of = ports.get(port);
    of.host().ip(List.of("addr flush dev " + of.device() + " scope global", of.adding(move)));
  }

  /** Gives one of the ports another address beside those that it has. */
  public void add(int port, int move) {
    Port to = ports.get(port);
    to.host().keepSecondaries();
    to.host().ip(List.of(to.adding(move)));
  }

  /** Takes one of the addresses of a port away; 0: that which it had at first. */
  public void remove(int port, int move) {
    Port from = ports.get(port);
    from.host().ip(List.of("addr del " + from.address(move) + " dev " + from.device()));
  }

  /** Carries a share of its rate from now on, with the queue that it has; 1 is all of it. */
  public void slowTo(double share) {
    int megabits = Math.max(1, (int) Math.round(rateMegabits * share));
    wire.tc(sides.stream().map(side -> bucket("change", side, megabits)).toList());
  }

  /** Bytes of frames that have left the wire so far, both ways together. */
  public long bytes() {
    String said = wire.run(List.of(
        "cat",
        "/sys/class/net/a" + name + "/statistics/tx_bytes",
        "/sys/class/net/b" + name + "/statistics/tx_bytes"));
    return said.strip().lines().mapToLong(Long::parseLong).sum();
  }
}
