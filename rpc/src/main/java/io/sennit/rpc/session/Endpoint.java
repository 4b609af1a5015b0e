// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** How an address is written in messages: {@code host:port}, IPv6 in brackets. */
final class Endpoint {
  private Endpoint() {}

  static String of(String host, int port) {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  static String of(InetSocketAddress address) {
    InetAddress ip = address.getAddress();
    if (ip == null) {
      return of(address.getHostString(), address.getPort());
    }
    String text =
        ip instanceof Inet6Address ? "[" + ip.getHostAddress() + "]" : ip.getHostAddress();
    return text + ":" + address.getPort();
  }
}
