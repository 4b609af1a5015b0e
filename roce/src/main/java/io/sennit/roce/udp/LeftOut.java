// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.wire.IpAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a configuration says not to use. A name that this machine does not have is as good as any,
 * so that one configuration serves many machines.
 *
 * @param names of interfaces
 */
record LeftOut(Set<String> names, Set<IpAddress> addresses) {
  private static final String NOT = "!";

  LeftOut {
    names = Set.copyOf(names);
    addresses = Set.copyOf(addresses);
  }

  /** Takes those that have ! before them. */
  static LeftOut of(List<String> said) {
    Set<String> names = new HashSet<>();
    Set<IpAddress> addresses = new HashSet<>();
    for (String each : said) {
      if (isNot(each)) {
        String name = each.substring(NOT.length()).strip();
        literal(name).ifPresentOrElse(addresses::add, () -> names.add(name));
      }
    }
    return new LeftOut(names, addresses);
  }

  static boolean isNot(String said) {
    return said.startsWith(NOT);
  }

  boolean contains(LocalAddress local) {
    return names.contains(local.interfaceName()) || addresses.contains(local.address());
  }

  /** An address in digits; empty if it is something else. */
  static Optional<IpAddress> literal(String text) {
    if (!text.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(IpAddress.of(InetAddress.getByName(text).getAddress()));
    } catch (UnknownHostException malformed) {
      return Optional.empty();
    }
  }
}
