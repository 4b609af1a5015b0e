// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.guest;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** The two ends of the link, for one IP version; what the scripts give out. */
enum Addresses {
  IPV4("10.98.0.1", "10.98.0.2"),
  IPV6("fd98::1", "fd98::2");

  /** Where the guest's agent takes commands. */
  static final InetAddress AGENT = InetAddress.ofLiteral("10.98.0.2");

  final InetAddress own;
  final InetAddress guest;

  Addresses(String own, String guest) {
    this.own = InetAddress.ofLiteral(own);
    this.guest = InetAddress.ofLiteral(guest);
  }

  /** The 16 bytes by which RDMA programs name an address, in hexadecimal digits. */
  static String gid(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == 16) {
      return HexFormat.of().formatHex(bytes);
    }
    byte[] mapped = new byte[16];
    Arrays.fill(mapped, 10, 12, (byte) -1);
    System.arraycopy(bytes, 0, mapped, 12, bytes.length);
    return HexFormat.of().formatHex(mapped);
  }

  /** Index of the guest's address in rxe's table: the link-local one is first. */
  int guestGidIndex() {
    return this == IPV4 ? 1 : 2;
  }
}
