// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A UDP socket bound to one local address and never connected, so that its packets carry IP
 * identification 0 and may not be fragmented: the invariant CRC covers both. Nothing waits.
 *
 * <p>Opened and set up by one thread; {@link #port} is for any.
 */
public final class UdpSocket implements AutoCloseable {
  private static final int DATAGRAM_NONBLOCK_CLOEXEC = 0x80802;
  private static final int SOL_IP = 0;
  private static final int SOL_SOCKET = 1;
  private static final int SOL_UDP = 17;
  private static final int SOL_IPV6 = 41;
  private static final int SO_SNDBUF = 7;
  private static final int SO_RCVBUF = 8;
  private static final int SO_SNDBUFFORCE = 32;
  private static final int SO_RCVBUFFORCE = 33;
  private static final int SO_RXQ_OVFL = 40;
  private static final int IP_TOS = 1;
  private static final int IP_MTU_DISCOVER = 10;
  private static final int IP_RECVTOS = 13;
  private static final int IP_FREEBIND = 15;
  private static final int IPV6_MTU_DISCOVER = 23;
  private static final int IPV6_V6ONLY = 26;
  private static final int IPV6_RECVTCLASS = 66;
  private static final int IPV6_TCLASS = 67;

  /**
   * Packets may not be fragmented, and may be as long as the interface carries: what ICMP says of
   * the way is not believed, since anybody can forge it. The queue pairs probe the way themselves.
   */
  private static final int PMTUDISC_PROBE = 3;

  private static final int UDP_NO_CHECK6_RX = 102;
  private static final int UDP_SEGMENT = 103;
  private static final int UDP_GRO = 104;

  private final Descriptor descriptor;
  private final IpAddress address;
  private final int port;

  private UdpSocket(Descriptor descriptor, IpAddress address, int port) {
    this.descriptor = descriptor;
    this.address = address;
    this.port = port;
  }

  /** Binds to an address; port 0 lets the kernel choose a free one. */
  public static UdpSocket open(IpAddress address, int port) throws OsException {
    return open(address, port, false);
  }

  /** The same for an address that this machine may have lost, and may get back. */
  public static UdpSocket openOnAbsent(IpAddress address, int port) throws OsException {
    return open(address, port, true);
  }

  private static UdpSocket open(IpAddress address, int port, boolean absent) throws OsException {
    int family = address.isIpv4() ? SocketAddress.AF_INET : SocketAddress.AF_INET6;
    String what = "opening a UDP socket on " + address;
    Descriptor descriptor = new Descriptor(
        Kernel.require(what, Call.SOCKET, Args.of(family, DATAGRAM_NONBLOCK_CLOEXEC, 0)));
    try (Arena arena = Arena.ofConfined()) {
      setUp(descriptor, address);
      if (absent) {
        set(descriptor, SOL_IP, IP_FREEBIND, 1);
      }
      String bind = port == 0 ? what : "binding UDP port " + port + " of " + address;
      return new UdpSocket(descriptor, address, bind(arena, descriptor, address, port, bind));
    } catch (OsException e) {
      descriptor.close();
      throw e;
    }
  }

  private static void setUp(Descriptor descriptor, IpAddress address) throws OsException {
    if (address.isIpv4()) {
      set(descriptor, SOL_IP, IP_MTU_DISCOVER, PMTUDISC_PROBE);
    } else {
      set(descriptor, SOL_IPV6, IPV6_V6ONLY, 1);
      set(descriptor, SOL_IPV6, IPV6_MTU_DISCOVER, PMTUDISC_PROBE);
    }
  }

  private static int bind(
      Arena arena, Descriptor descriptor, IpAddress address, int port, String what)
      throws OsException {
    MemorySegment name = arena.allocate(SocketAddress.MOST_BYTES, 8);
    int length = SocketAddress.write(name, address, port);
    Kernel.require(what, Call.BIND, Args.of(descriptor.number(), name.address(), length));
    MemorySegment room = arena.allocateFrom(ValueLayout.JAVA_INT, SocketAddress.MOST_BYTES);
    Kernel.require(
        what, Call.GETSOCKNAME, Args.of(descriptor.number(), name.address(), room.address()));
    return SocketAddress.port(name, 0);
  }

  private static void set(Descriptor descriptor, int level, int option, int value)
      throws OsException {
    long result = trySet(descriptor, level, option, value);
    if (result < 0) {
      throw new OsException("setting up a UDP socket (option " + option + ")", (int) -result);
    }
  }

  private static long trySet(Descriptor descriptor, int level, int option, int value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_INT, value);
      return Kernel.call(
          Call.SETSOCKOPT,
          Args.of(descriptor.number(), level, option, content.address(), Integer.BYTES));
    }
  }

  private int get(int option) throws OsException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocate(Integer.BYTES, Integer.BYTES);
      MemorySegment room = arena.allocateFrom(ValueLayout.JAVA_INT, Integer.BYTES);
      Kernel.require(
          "asking for the buffer of a UDP socket",
          Call.GETSOCKOPT,
          Args.of(descriptor.number(), SOL_SOCKET, option, content.address(), room.address()));
      return content.get(ValueLayout.JAVA_INT, 0);
    }
  }

  public IpAddress address() {
    return address;
  }

  public int port() {
    return port;
  }

  /** Asks for a receive buffer; returns what the kernel gives, its own overhead included. */
  public int growReceiveBuffer(int bytes) throws OsException {
    if (trySet(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, bytes) < 0) {
      set(descriptor, SOL_SOCKET, SO_RCVBUF, bytes);
    }
    return get(SO_RCVBUF);
  }

  /** Asks for a send buffer; the kernel may give less. */
  public void growSendBuffer(int bytes) throws OsException {
    if (trySet(descriptor, SOL_SOCKET, SO_SNDBUFFORCE, bytes) < 0) {
      set(descriptor, SOL_SOCKET, SO_SNDBUF, bytes);
    }
  }

  /** Sets the two ECN bits of all that is sent: said once, they cost no datagram anything. */
  public void mark(int ecn) throws OsException {
    if (address.isIpv4()) {
      set(descriptor, SOL_IP, IP_TOS, ecn);
    } else {
      set(descriptor, SOL_IPV6, IPV6_TCLASS, ecn);
    }
  }

  /** Has every datagram come with its ECN bits and the number of those lost before it. */
  public void tellReception() throws OsException {
    if (address.isIpv4()) {
      set(descriptor, SOL_IP, IP_RECVTOS, 1);
    } else {
      set(descriptor, SOL_IPV6, IPV6_RECVTCLASS, 1);
    }
    set(descriptor, SOL_SOCKET, SO_RXQ_OVFL, 1);
  }

  /**
   * Takes datagrams without a UDP checksum over IPv6 too, as over IPv4: NICs and Linux' rxe send
   * none, since the invariant CRC covers more.
   */
  public void takeUnchecked() throws OsException {
    if (!address.isIpv4()) {
      set(descriptor, SOL_UDP, UDP_NO_CHECK6_RX, 1);
    }
  }

  /** Has the kernel hand over runs of equal datagrams as one, if it can (Linux 5.0). */
  public boolean coalesce() {
    return trySet(descriptor, SOL_UDP, UDP_GRO, 1) >= 0;
  }

  /** Whether the kernel cuts one send into datagrams (Linux 4.18). */
  public boolean canSegment() {
    return trySet(descriptor, SOL_UDP, UDP_SEGMENT, 0) >= 0;
  }

  Descriptor descriptor() {
    return descriptor;
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
