// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import io.sennit.rpc.session.bytes.Way;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * In which order the ways to a target are tried. First each address as the routes of this host lead
 * there: each name has its turn before one has a second, and families of addresses alternate (RFC
 * 8305). Then, on a host with several rails, the same addresses from each of its own. Confined to
 * one thread.
 */
final class Ways {
  private final List<List<InetSocketAddress>> found = new ArrayList<>();
  private final int most;
  private final Supplier<List<InetAddress>> own;
  private final Set<Way> tried = new LinkedHashSet<>();
  private final Set<InetSocketAddress> answered = new HashSet<>();

  /**
   * @param names how many there are
   * @param most that are tried
   * @param own gives this host's addresses, when they are needed
   */
  Ways(int names, int most, Supplier<List<InetAddress>> own) {
    this.most = most;
    this.own = own;
    for (int name = 0; name < names; name++) {
      found.add(List.of());
    }
  }

  /** A name has these addresses. */
  void found(int name, List<InetSocketAddress> addresses) {
    found.set(name, alternating(addresses));
  }

  /** The name by which a way leads to the target; the first one if none does. */
  int nameOf(Way way) {
    for (int name = 0; name < found.size(); name++) {
      if (found.get(name).contains(way.to())) {
        return name;
      }
    }
    return 0;
  }

  /** Somebody has answered there, if only by a refusal: another way would not help. */
  void answered(InetSocketAddress address) {
    answered.add(address);
  }

  /** Those that have been tried. */
  Collection<Way> tried() {
    return tried;
  }

  /** The next one, which counts as tried from now on; empty if there is none for now. */
  Optional<Way> next() {
    if (tried.size() >= most) {
      return Optional.empty();
    }
    Optional<Way> next =
        firstOf(inTurn().stream().map(Way::to).toList()).or(() -> firstOf(fromEachRail()));
    next.ifPresent(tried::add);
    return next;
  }

  private Optional<Way> firstOf(List<Way> ways) {
    return ways.stream().filter(way -> !tried.contains(way)).findFirst();
  }

  /** One address of each name, then the next one of each. */
  private List<InetSocketAddress> inTurn() {
    Set<InetSocketAddress> turns = new LinkedHashSet<>();
    int longest = found.stream().mapToInt(List::size).max().orElse(0);
    for (int at = 0; at < longest; at++) {
      for (List<InetSocketAddress> each : found) {
        if (at < each.size()) {
          turns.add(each.get(at));
        }
      }
    }
    return List.copyOf(turns);
  }

  /** The first rail to the first address and so on, which often belong together; then crosswise. */
  private List<Way> fromEachRail() {
    List<InetSocketAddress> there = inTurn();
    List<InetAddress> here = own.get();
    List<Way> ways = new ArrayList<>();
    for (int shift = 0; shift < here.size(); shift++) {
      for (int at = 0; at < there.size(); at++) {
        InetAddress from = here.get((at + shift) % here.size());
        if (hasChoice(there.get(at), from, here)) {
          ways.add(new Way(there.get(at), Optional.of(from)));
        }
      }
    }
    return ways;
  }

  private boolean hasChoice(InetSocketAddress to, InetAddress from, List<InetAddress> here) {
    InetAddress address = to.getAddress();
    return !answered.contains(to)
        && !address.isLoopbackAddress()
        && isSameFamily(from, address)
        && here.stream().filter(each -> isSameFamily(each, address)).count() > 1;
  }

  private static boolean isSameFamily(InetAddress one, InetAddress other) {
    return one.getAddress().length == other.getAddress().length;
  }

  private static List<InetSocketAddress> alternating(List<InetSocketAddress> addresses) {
    if (addresses.isEmpty()) {
      return List.of();
    }
    InetAddress first = addresses.getFirst().getAddress();
    ArrayDeque<InetSocketAddress> same = new ArrayDeque<>();
    ArrayDeque<InetSocketAddress> others = new ArrayDeque<>();
    addresses.forEach(each -> (isSameFamily(each.getAddress(), first) ? same : others).add(each));
    List<InetSocketAddress> mixed = new ArrayList<>();
    while (!same.isEmpty() || !others.isEmpty()) {
      addFirst(same, mixed);
      addFirst(others, mixed);
    }
    return List.copyOf(mixed);
  }

  private static void addFirst(ArrayDeque<InetSocketAddress> from, List<InetSocketAddress> into) {
    InetSocketAddress first = from.poll();
    if (first != null) {
      into.add(first);
    }
  }
}
