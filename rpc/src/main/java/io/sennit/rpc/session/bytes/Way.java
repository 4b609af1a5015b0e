// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session.bytes;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * One way to a peer.
 *
 * @param to resolved
 * @param from address of this host; empty: whichever routes choose
 */
public record Way(InetSocketAddress to, Optional<InetAddress> from) {
  /** Whichever way the routes of this host choose. */
  public static Way to(InetSocketAddress to) {
    return new Way(to, Optional.empty());
  }

  @Override
  public String toString() {
    String end = to.getAddress().getHostAddress();
    return from.map(own -> end + " from " + own.getHostAddress()).orElse(end);
  }
}
