// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** {@code struct sockaddr_in} and {@code sockaddr_in6} in native memory. */
final class SocketAddress {
  /** Room for either. */
  static final int MOST_BYTES = 28;

  static final int AF_INET = 2;
  static final int AF_INET6 = 10;

  private static final int IPV4_BYTES = 16;
  private static final int PORT_OFFSET = 2;
  private static final int IPV4_OFFSET = 4;
  private static final int IPV6_OFFSET = 8;
  private static final ValueLayout.OfShort NATIVE_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfShort NET_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt NET_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong NET_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private SocketAddress() {}

  /** Writes one; returns its length. */
  static int write(MemorySegment into, IpAddress address, int port) {
    into.fill((byte) 0);
    into.set(NET_SHORT, PORT_OFFSET, (short) port);
    if (address.isIpv4()) {
      into.set(NATIVE_SHORT, 0, (short) AF_INET);
      into.set(NET_INT, IPV4_OFFSET, (int) address.low());
      return IPV4_BYTES;
    }
    into.set(NATIVE_SHORT, 0, (short) AF_INET6);
    into.set(NET_LONG, IPV6_OFFSET, address.high());
    into.set(NET_LONG, IPV6_OFFSET + 8, address.low());
    return MOST_BYTES;
  }

  static int port(MemorySegment from, long offset) {
    return Short.toUnsignedInt(from.get(NET_SHORT, offset + PORT_OFFSET));
  }

  /** {@link IpAddress#high} of the address. */
  static long high(MemorySegment from, long offset) {
    return isIpv4(from, offset) ? 0 : from.get(NET_LONG, offset + IPV6_OFFSET);
  }

  /** {@link IpAddress#low} of the address. */
  static long low(MemorySegment from, long offset) {
    return isIpv4(from, offset)
        ? IpAddress.ipv4Low(from.get(NET_INT, offset + IPV4_OFFSET))
        : from.get(NET_LONG, offset + IPV6_OFFSET + 8);
  }

  private static boolean isIpv4(MemorySegment from, long offset) {
    return from.get(NATIVE_SHORT, offset) == AF_INET;
  }
}
