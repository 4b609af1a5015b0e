// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.LocalPort;
import io.sennit.roce.udp.os.OsException;
import io.sennit.roce.udp.os.UdpSocket;
import io.sennit.roce.wire.IpAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the addresses of this machine that a configuration means, each tried by binding to it. Of
 * an interface one address is taken: its first IPv4 one, else its first IPv6 one that is good
 * beyond the link.
 */
final class LocalAddresses {
  /**
   * Headers and CRC of a packet, IP and UDP included, at their longest: IPv6, and a WRITE with
   * immediate.
   */
  private static final int MOST_HEADER_BYTES = 40 + 8 + 12 + 16 + 4 + 4;

  private static final int ETHERNET_MTU_BYTES = 1500;
  private static final IpAddress LOOPBACK = IpAddress.ofIpv4(0x7f000001);

  private LocalAddresses() {}

  /**
   * @param said literals and names of interfaces, to be left out if ! is before them; if none is
   *     named otherwise: whatever else is up, or loopback if nothing is up at all
   * @param mostMtuBytes a link that takes longer IP packets counts as one that takes these
   * @throws IllegalStateException in a sentence if one cannot be had, or none is left
   */
  static List<LocalAddress> find(List<String> said, int mostMtuBytes) {
    return find(said, mostMtuBytes, interfaces());
  }

  /** The same, of interfaces that were listed. */
  static List<LocalAddress> find(
      List<String> said, int mostMtuBytes, List<NetworkInterface> interfaces) {
    List<String> wanted = said.stream().filter(each -> !LeftOut.isNot(each)).toList();
    LeftOut leftOut = LeftOut.of(said);
    List<LocalAddress> found =
        wanted.isEmpty() ? up(interfaces, leftOut) : named(wanted, interfaces);
    List<LocalAddress> distinct = found.stream()
        .distinct()
        .filter(local -> !leftOut.contains(local))
        .map(local -> capped(local, mostMtuBytes))
        .toList();
    if (distinct.isEmpty()) {
      throw new IllegalStateException("sennit.roce.addresses leaves nothing to use: " + said + ".");
    }
    if (distinct.size() > RoceConfig.MOST_PORTS) {
      throw new IllegalStateException(
          "There are " + distinct.size() + " addresses to use, but only " + RoceConfig.MOST_PORTS
              + " can be: name those in sennit.roce.addresses.");
    }
    return distinct;
  }

  static LocalAddress capped(LocalAddress local, int mostMtuBytes) {
    return local.withMtu(Math.min(local.mtuBytes(), payloadOf(mostMtuBytes)));
  }

  private static List<LocalAddress> named(List<String> wanted, List<NetworkInterface> interfaces) {
    List<LocalAddress> found = new ArrayList<>();
    for (String name : wanted) {
      LocalAddress local = on(parse(name, interfaces), interfaces);
      Optional<String> obstacle = obstacle(local);
      if (obstacle.isPresent()) {
        throw new IllegalStateException(
            "sennit.roce.addresses names " + name + ": " + obstacle.get() + ".");
      }
      found.add(local);
    }
    return found;
  }

  /** Whether an interface still has the address. */
  static boolean has(NetworkInterface each, IpAddress address) {
    return each.getInterfaceAddresses().stream().anyMatch(held -> covers(held, address));
  }

  private static List<LocalAddress> up(List<NetworkInterface> interfaces, LeftOut leftOut) {
    List<LocalAddress> found = usable(interfaces, leftOut);
    return found.isEmpty() ? List.of(on(LOOPBACK, interfaces)) : found;
  }

  private static List<LocalAddress> usable(List<NetworkInterface> interfaces, LeftOut leftOut) {
    List<LocalAddress> found = new ArrayList<>();
    for (NetworkInterface each : interfaces) {
      if (isUsable(each)) {
        preferred(each, leftOut.addresses())
            .ifPresent(address -> found.add(on(address, interfaces)));
      }
    }
    found.removeIf(local -> obstacle(local).isPresent());
    return found;
  }

  /** @throws IllegalStateException in a sentence if they cannot be listed */
  static List<NetworkInterface> interfaces() {
    try {
      return Collections.list(NetworkInterface.getNetworkInterfaces());
    } catch (SocketException e) {
      throw new IllegalStateException("The interfaces of this machine cannot be listed: " + e, e);
    }
  }

  static boolean isUsable(NetworkInterface each) {
    try {
      return each.isUp() && !each.isLoopback();
    } catch (SocketException gone) {
      return false;
    }
  }

  private static Optional<IpAddress> preferred(NetworkInterface each, Set<IpAddress> leftOut) {
    return preferred(good(each, leftOut));
  }

  static Optional<IpAddress> preferred(List<IpAddress> good) {
    return good.stream()
        .filter(IpAddress::isIpv4)
        .findFirst()
        .or(() -> good.stream().findFirst());
  }

  /** The addresses of an interface that are good beyond the link, if they are IPv6. */
  static List<IpAddress> good(NetworkInterface each, Set<IpAddress> leftOut) {
    return Collections.list(each.getInetAddresses()).stream()
        .filter(address -> address.getAddress().length == 4 || !address.isLinkLocalAddress())
        .map(IpAddress::of)
        .filter(address -> !leftOut.contains(address))
        .toList();
  }

  private static IpAddress parse(String name, List<NetworkInterface> interfaces) {
    for (NetworkInterface each : interfaces) {
      if (each.getName().equals(name)) {
        return preferred(each, Set.of())
            .orElseThrow(() -> new IllegalStateException(
                "sennit.roce.addresses names " + name + ": the interface has no address to use."));
      }
    }
    return LeftOut.literal(name)
        .orElseThrow(() -> new IllegalStateException("sennit.roce.addresses names " + name
            + ": no interface has this name, and it is no IPv4 or IPv6 address."));
  }

  static Optional<String> obstacle(LocalAddress local) {
    try {
      UdpSocket.open(local.address(), 0).close();
      return Optional.empty();
    } catch (OsException e) {
      return Optional.of(e.reason());
    }
  }

  static LocalAddress on(IpAddress address, List<NetworkInterface> interfaces) {
    for (NetworkInterface each : interfaces) {
      if (has(each, address)) {
        return new LocalAddress(address, each.getName(), mtu(each));
      }
    }
    return new LocalAddress(address, "", payloadOf(ETHERNET_MTU_BYTES));
  }

  /** All of 127.0.0.0/8 is the loopback interface's, though it lists one address. */
  private static boolean covers(InterfaceAddress held, IpAddress address) {
    IpAddress own = IpAddress.of(held.getAddress().getAddress());
    if (own.equals(address)) {
      return true;
    }
    int hostBits = 32 - held.getNetworkPrefixLength();
    return held.getAddress().isLoopbackAddress()
        && own.isIpv4()
        && address.isIpv4()
        && own.low() >>> hostBits == address.low() >>> hostBits;
  }

  private static int mtu(NetworkInterface each) {
    try {
      return payloadOf(each.getMTU());
    } catch (SocketException e) {
      return payloadOf(ETHERNET_MTU_BYTES);
    }
  }

  /** The largest payload that two Sennit ends know and the link can carry. */
  static int payloadOf(int linkMtuBytes) {
    int payload = Math.clamp(
        linkMtuBytes - MOST_HEADER_BYTES, LocalPort.LEAST_MTU_BYTES, LocalPort.MOST_MTU_BYTES);
    return payload / LocalPort.MTU_UNIT_BYTES * LocalPort.MTU_UNIT_BYTES;
  }
}
