// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The addresses that a device has ports on: those that it was opened with and, unless they were
 * named, those that have come since; in the order of the ports. None is ever taken out. Safe from
 * any thread.
 */
final class Addresses {
  private final List<String> said;
  private final int mostMtuBytes;
  private final NumaNodes nodes;
  private volatile List<LocalAddress> all;
  private volatile List<Port> ports;

  private Addresses(
      List<String> said, int mostMtuBytes, List<LocalAddress> first, NumaNodes nodes) {
    this.said = said;
    this.mostMtuBytes = mostMtuBytes;
    this.nodes = nodes;
    all = List.copyOf(first);
    ports = number(all);
  }

  /**
   * @param said what the configuration says of them
   * @param mostMtuBytes a link that takes longer IP packets counts as one that takes these
   * @throws IllegalStateException in a sentence if one cannot be had, or none is left
   */
  static Addresses find(List<String> said, int mostMtuBytes) {
    List<LocalAddress> found = LocalAddresses.find(said, mostMtuBytes);
    return new Addresses(said, mostMtuBytes, found, NumaNodes.OF_THIS_MACHINE);
  }

  /** These, for ever. */
  static Addresses fixed(List<LocalAddress> all) {
    List<String> named = all.stream().map(local -> local.address().toString()).toList();
    return new Addresses(named, RoceConfig.MOST_LINK_BYTES, all, NumaNodes.OF_THIS_MACHINE);
  }

  private List<Port> number(List<LocalAddress> addresses) {
    List<Port> numbered = new ArrayList<>();
    for (LocalAddress each : addresses) {
      numbered.add(new Port(numbered.size(), each.name(), nodes.isNear(each.interfaceName())));
    }
    return List.copyOf(numbered);
  }

  List<LocalAddress> all() {
    return all;
  }

  List<Port> ports() {
    return ports;
  }

  /**
   * Has a loop open what it has not: first what other loops have, then what has come to this
   * machine, up to the first that it cannot open. What it has opened is listed afterwards.
   *
   * @param has how many it has
   */
  synchronized void open(int has, Predicate<LocalAddress> loop) {
    int next = has;
    while (next < all.size()) {
      if (!loop.test(all.get(next++))) {
        return;
      }
    }
    for (LocalAddress newcomer : newcomers()) {
      if (all.size() < RoceConfig.MOST_PORTS && loop.test(newcomer)) {
        List<LocalAddress> more = new ArrayList<>(all);
        more.add(newcomer);
        ports = number(more);
        all = List.copyOf(more);
      }
    }
  }

  /** The link of an address takes other packets than it did; loops that come know. */
  synchronized void mtu(IpAddress address, int mtuBytes) {
    all = all.stream()
        .map(each -> each.address().equals(address) ? each.withMtu(mtuBytes) : each)
        .toList();
  }

  private List<LocalAddress> newcomers() {
    boolean named = said.stream().anyMatch(each -> !LeftOut.isNot(each));
    return named ? List.of() : LocalAddresses.further(LeftOut.of(said), all, mostMtuBytes);
  }
}
