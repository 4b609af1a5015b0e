// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.wire.IpAddress;
import io.sennit.verbs.Port;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of a device's ports, in the order of the ports: those that it was opened with and,
 * unless they were configured by name, those added to the host since. A port is never removed. One
 * whose address is gone gets a new address of the same interface, or of any interface once the
 * device has the most ports that are allowed. Safe from any thread.
 */
final class Addresses {
  private static final Logger LOG = LoggerFactory.getLogger(Addresses.class);

  private final @Nullable Newcomers newcomers;
  private final Supplier<List<NetworkInterface>> lister;
  private final NumaNodes nodes = NumaNodes.OF_THIS_MACHINE;
  private volatile List<LocalAddress> all;
  private volatile List<Port> ports;

  /** Ports whose address is gone, the longest gone first. */
  private final Set<Integer> gone = new LinkedHashSet<>();

  /** Addresses for which no port was free. */
  private final Set<IpAddress> withoutPort = new HashSet<>();

  /** An event loop that has a port on each address. */
  interface Loop {
    /** Whether its port has this address. */
    boolean has(int port, LocalAddress address);

    /** Opens its next port, or one that it has, on an address; false if it cannot. */
    boolean open(int port, LocalAddress address);
  }

  private Addresses(
      List<LocalAddress> first,
      @Nullable Newcomers newcomers,
      Supplier<List<NetworkInterface>> lister) {
    this.newcomers = newcomers;
    this.lister = lister;
    all = List.copyOf(first);
    ports = number(all);
  }

  /**
   * @param said what the configuration says of them
   * @param mostMtuBytes a link that takes longer IP packets counts as one that takes these
   * @throws IllegalStateException in a sentence if one cannot be had, or none is left
   */
  static Addresses find(List<String> said, int mostMtuBytes) {
    return find(said, mostMtuBytes, LocalAddresses::interfaces);
  }

  /** @param lister lists the interfaces of this machine, as {@link LocalAddresses} does */
  static Addresses find(
      List<String> said, int mostMtuBytes, Supplier<List<NetworkInterface>> lister) {
    List<NetworkInterface> interfaces = lister.get();
    List<LocalAddress> found = LocalAddresses.find(said, mostMtuBytes, interfaces);
    if (said.stream().anyMatch(each -> !LeftOut.isNot(each))) {
      return fixed(found);
    }
    Newcomers newcomers = new Newcomers(LeftOut.of(said), mostMtuBytes);
    newcomers.begin(found, interfaces);
    return new Addresses(found, newcomers, lister);
  }

  /** These, for ever. */
  static Addresses fixed(List<LocalAddress> all) {
    return new Addresses(all, null, List::of);
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
   * machine. What it has opened is listed afterwards.
   */
  synchronized void follow(Loop loop) {
    for (int port = 0; port < all.size(); port++) {
      if (!loop.has(port, all.get(port)) && !loop.open(port, all.get(port))) {
        return;
      }
    }
    Newcomers looking = newcomers;
    if (looking != null) {
      look().ifPresent(interfaces -> {
        lookForGone(interfaces);
        looking
            .find(all, interfaces)
            .forEach(newcomer -> place(newcomer, looking, interfaces, loop));
      });
    }
  }

  /**
   * Once for all that is asked of it. Empty if nothing can be seen, for want of a descriptor
   * perhaps: then nothing has come or gone, as far as is known.
   */
  private Optional<List<NetworkInterface>> look() {
    try {
      return Optional.of(lister.get());
    } catch (IllegalStateException unlisted) {
      LOG.warn("addresses that have come are not found: {}", unlisted.getMessage());
      return Optional.empty();
    }
  }

  private void place(
      LocalAddress newcomer, Newcomers looking, List<NetworkInterface> interfaces, Loop loop) {
    Optional<Integer> port = portFor(newcomer);
    if (port.isEmpty()) {
      tellOfNoPlace(newcomer);
    } else if (loop.open(port.get(), newcomer)) {
      set(port.get(), newcomer);
      looking.taken(newcomer, all, interfaces);
    }
  }

  /** Once, though every look finds it again. */
  private void tellOfNoPlace(LocalAddress newcomer) {
    if (withoutPort.add(newcomer.address())) {
      LOG.warn("no port on {}, which has come: there are {}", newcomer.name(), all.size());
    }
  }

  private void lookForGone(List<NetworkInterface> interfaces) {
    Set<IpAddress> present = Newcomers.present(interfaces);
    withoutPort.retainAll(present);
    for (int port = 0; port < all.size(); port++) {
      LocalAddress local = all.get(port);
      // An address that no interface had belongs to the host, whatever its links do.
      if (local.interfaceName().isEmpty() || present.contains(local.address())) {
        gone.remove(port);
      } else {
        gone.add(port);
      }
    }
  }

  private Optional<Integer> portFor(LocalAddress newcomer) {
    Optional<Integer> successor = gone.stream()
        .filter(port -> all.get(port).interfaceName().equals(newcomer.interfaceName()))
        .filter(port -> isOfOneKind(port, newcomer))
        .findFirst();
    if (successor.isPresent() || all.size() < RoceConfig.MOST_PORTS) {
      return successor.or(() -> Optional.of(all.size()));
    }
    return gone.stream().filter(port -> isOfOneKind(port, newcomer)).findFirst();
  }

  /** Peers have paths to a port, from ports of its IP version. */
  private boolean isOfOneKind(int port, LocalAddress newcomer) {
    return all.get(port).address().isIpv4() == newcomer.address().isIpv4();
  }

  private void set(int port, LocalAddress newcomer) {
    List<LocalAddress> more = new ArrayList<>(all);
    if (port == more.size()) {
      more.add(newcomer);
    } else {
      LOG.debug("port {} is now {}", more.get(port).name(), newcomer.name());
      more.set(port, newcomer);
      gone.remove(port);
    }
    ports = number(more);
    all = List.copyOf(more);
  }

  /** The link of an address takes other packets than it did; loops that come know. */
  synchronized void mtu(IpAddress address, int mtuBytes) {
    all = all.stream()
        .map(each -> each.address().equals(address) ? each.withMtu(mtuBytes) : each)
        .toList();
  }
}
