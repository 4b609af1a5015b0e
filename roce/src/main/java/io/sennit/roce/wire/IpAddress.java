// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * An IP address as a value of 128 bits, so that one can be compared without an object; IPv4 is
 * {@code ::ffff:a.b.c.d}, as in a GID.
 *
 * @param high the first eight bytes, network order
 * @param low the last eight bytes, network order
 */
public record IpAddress(long high, long low) {
  private static final long IPV4_PREFIX = 0xffff_0000_0000L;
  private static final long IPV4_MASK = 0xffff_ffffL;
  private static final int IPV4_MULTICAST = 224;
  private static final int IPV4_LOOPBACK = 127;
  private static final int IPV6_MULTICAST = 0xff;

  /** The IPv4 address of 32 bits in network order, {@code 0x7f000001} for 127.0.0.1. */
  public static IpAddress ofIpv4(int bits) {
    return new IpAddress(0, ipv4Low(bits));
  }

  /** What {@link #low} is for an IPv4 address ({@link #high} is 0). */
  public static long ipv4Low(int bits) {
    return IPV4_PREFIX | (bits & IPV4_MASK);
  }

  /**
   * An address from its bytes.
   *
   * @param bytes 4 or 16, network order
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static IpAddress of(byte[] bytes) {
    return switch (bytes.length) {
      case 4 -> ofIpv4((int) bits(bytes, 0, 4));
      case 16 -> new IpAddress(bits(bytes, 0, 8), bits(bytes, 8, 16));
      default -> throw new IllegalArgumentException(bytes.length + " bytes are no IP address");
    };
  }

  /** The address of the JDK's, without its name or scope. */
  public static IpAddress of(InetAddress address) {
    return of(address.getAddress());
  }

  private static long bits(byte[] bytes, int from, int to) {
    long bits = 0;
    for (int at = from; at < to; at++) {
      bits = (bits << 8) | (bytes[at] & 0xff);
    }
    return bits;
  }

  /** Whether 128 bits are an IPv4 address. */
  public static boolean isIpv4(long high, long low) {
    return high == 0 && (low & ~IPV4_MASK) == IPV4_PREFIX;
  }

  public boolean isIpv4() {
    return isIpv4(high, low);
  }

  /** Whether no host has it: unspecified, multicast, broadcast, or reserved (240.0.0.0/4). */
  public boolean isNobodys() {
    if (isIpv4()) {
      int first = (int) (low >>> 24) & 0xff;
      return first == 0 || first >= IPV4_MULTICAST;
    }
    return (high == 0 && low == 0) || high >>> 56 == IPV6_MULTICAST;
  }

  /** Whether it is this host's own, whichever that is. */
  public boolean isLoopback() {
    return isIpv4() ? ((low >>> 24) & 0xff) == IPV4_LOOPBACK : high == 0 && low == 1;
  }

  /** 4 bytes for IPv4, else 16; network order. */
  public byte[] bytes() {
    byte[] all = new byte[16];
    for (int at = 0; at < 8; at++) {
      all[at] = (byte) (high >>> (56 - 8 * at));
      all[8 + at] = (byte) (low >>> (56 - 8 * at));
    }
    return isIpv4() ? Arrays.copyOfRange(all, 12, 16) : all;
  }

  @Override
  public String toString() {
    return toInetAddress().getHostAddress();
  }

  /** The JDK's, without a scope. */
  public InetAddress toInetAddress() {
    try {
      return InetAddress.getByAddress(bytes());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address", e);
    }
  }
}
