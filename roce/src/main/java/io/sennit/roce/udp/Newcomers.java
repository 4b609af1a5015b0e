// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.wire.IpAddress;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds what has come to this machine since a device was opened: of an interface of which no
 * address is in use, the one that would have been taken at first; of another one, addresses of the
 * kind that is in use which were not there before, since one that comes may be to replace one that
 * is about to go. Guarded by its owner.
 */
final class Newcomers {
  private final LeftOut leftOut;
  private final int mostMtuBytes;

  /** There since the beginning, or since another one of their interface was taken. */
  private final Set<IpAddress> passedOver = new HashSet<>();

  Newcomers(LeftOut leftOut, int mostMtuBytes) {
    this.leftOut = leftOut;
    this.mostMtuBytes = mostMtuBytes;
  }

  /** What is on this machine now and was not taken is nothing new. */
  void begin(List<LocalAddress> taken, List<NetworkInterface> interfaces) {
    interfaces.forEach(each -> passOver(each, taken));
  }

  private void passOver(NetworkInterface each, List<LocalAddress> taken) {
    for (IpAddress address : LocalAddresses.good(each, leftOut.addresses())) {
      if (taken.stream().noneMatch(known -> known.address().equals(address))) {
        passedOver.add(address);
      }
    }
  }

  /** Addresses that there are, whatever their links do. */
  static Set<IpAddress> present(List<NetworkInterface> interfaces) {
    return interfaces.stream()
        .flatMap(NetworkInterface::inetAddresses)
        .map((InetAddress address) -> IpAddress.of(address))
        .collect(Collectors.toSet());
  }

  /** Those that have come and can be bound to. */
  List<LocalAddress> find(List<LocalAddress> taken, List<NetworkInterface> interfaces) {
    passedOver.retainAll(present(interfaces));
    List<LocalAddress> found = new ArrayList<>();
    for (NetworkInterface each : interfaces) {
      if (LocalAddresses.isUsable(each) && !leftOut.names().contains(each.getName())) {
        for (IpAddress address : of(each, taken)) {
          LocalAddress local = LocalAddresses.on(address, interfaces);
          if (LocalAddresses.obstacle(local).isEmpty()) {
            found.add(LocalAddresses.capped(local, mostMtuBytes));
          }
        }
      }
    }
    return found;
  }

  private List<IpAddress> of(NetworkInterface each, List<LocalAddress> taken) {
    List<IpAddress> good = LocalAddresses.good(each, leftOut.addresses());
    List<IpAddress> known = taken.stream().map(LocalAddress::address).toList();
    List<IpAddress> used = good.stream().filter(known::contains).toList();
    if (used.isEmpty()) {
      return LocalAddresses.preferred(good).stream().toList();
    }
    return good.stream()
        .filter(address -> !known.contains(address) && !passedOver.contains(address))
        .filter(address -> used.stream().anyMatch(own -> own.isIpv4() == address.isIpv4()))
        .toList();
  }

  /** One has been taken: others that its interface has got with it are passed over. */
  void taken(LocalAddress newcomer, List<LocalAddress> taken, List<NetworkInterface> interfaces) {
    interfaces.stream()
        .filter(each -> each.getName().equals(newcomer.interfaceName()))
        .forEach(each -> passOver(each, taken));
  }
}
