// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.fabric;

import io.sennit.roce.wire.IpAddress;
import io.sennit.simulator.Seeds;
import java.util.function.IntConsumer;

/**
 * A host's end of a cable: an address, and whoever listens there. Confined to the world's thread.
 */
public final class HostPort implements PacketHandler {
  private static final int NET = 0x0a00_0000;

  private final int index;
  private final String name;
  private final Fabric fabric;
  private final Medium medium;
  private final Link out;
  private IpAddress address;
  private PacketHandler listener;
  private IntConsumer witness = packet -> {};

  HostPort(int index, String name, Fabric fabric, Medium medium, Link out) {
    this.index = index;
    this.name = name;
    this.fabric = fabric;
    this.medium = medium;
    this.out = out;
    address = address(index);
    listener = this::refuse;
  }

  static IpAddress address(int index) {
    return IpAddress.ofIpv4(NET + 1 + index);
  }

  /** Position in {@link Fabric#ports()}. */
  public int index() {
    return index;
  }

  /** Host and number, such as {@code a:0}. */
  public String name() {
    return name;
  }

  public IpAddress address() {
    return address;
  }

  /** Replaces its address by an unused one; packets to the old address are lost. */
  public void readdress() {
    address = fabric.readdress(index, address);
  }

  /** The way out. */
  public Link link() {
    return out;
  }

  /** Longest UDP payload that the link takes. */
  public int mostBytes() {
    return out.config().mtuBytes() - PacketPool.IP_BYTES;
  }

  /** Gives what comes to a handler from now on. */
  public void listen(PacketHandler newListener) {
    listener = newListener;
  }

  /**
   * Shows every packet that comes from now on to somebody, before the listener has it.
   *
   * @param newWitness to whom packets do not belong
   */
  public void show(IntConsumer newWitness) {
    witness = newWitness;
  }

  /**
   * Sends a packet whose bytes and marks are set.
   *
   * @param packet becomes the fabric's
   */
  public void send(int packet, int sourcePort, IpAddress destination, int destinationPort) {
    int to = fabric.portOf(destination);
    if (to < 0) {
      medium.pool.address(packet, index, sourcePort);
      medium.lose(packet, index, LossCause.NO_ROUTE);
    } else {
      send(packet, sourcePort, to, destinationPort);
    }
  }

  /** The same to a port of this fabric. */
  public void send(int packet, int sourcePort, HostPort destination, int destinationPort) {
    send(packet, sourcePort, destination.index, destinationPort);
  }

  private void send(int packet, int sourcePort, int to, int destinationPort) {
    PacketPool pool = medium.pool;
    pool.address(packet, index, sourcePort);
    pool.to(packet, to, destinationPort);
    long ends = ((long) index << Integer.SIZE) | to;
    long ports = ((long) sourcePort << Short.SIZE) | destinationPort;
    pool.flow(packet, Seeds.mix(Seeds.mix(ends) ^ ports));
    out.receive(packet);
  }

  @Override
  public void receive(int packet) {
    if (medium.pool.destination(packet) == index) {
      witness.accept(packet);
      listener.receive(packet);
    } else {
      medium.lose(packet, index, LossCause.NO_ROUTE);
    }
  }

  /** Ends a packet for a UDP port where nobody listens. */
  public void refuse(int packet) {
    medium.lose(packet, index, LossCause.NO_LISTENER);
  }

  /** Ends a packet that found no room at the host. */
  public void overflow(int packet) {
    medium.lose(packet, index, LossCause.RECEIVE_BUFFER);
  }

  @Override
  public String toString() {
    return name;
  }
}
