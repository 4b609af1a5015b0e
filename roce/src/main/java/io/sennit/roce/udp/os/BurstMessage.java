// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.Burst;
import io.sennit.roce.udp.os.Kernel.Args;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The structs by which a burst is sent, whole ({@code sendmsg} with UDP_SEGMENT) or packet by
 * packet ({@code sendmmsg}): three vectors for each packet, so that payload leaves from where it
 * lies. Confined to one thread.
 */
public final class BurstMessage {
  private static final int HEADER_BYTES = 64;
  private static final int VECTOR_BYTES = 16;
  private static final int VECTORS = 3;
  private static final int CONTROL_STRIDE = 24;
  private static final long DONT_WAIT = 0x40;
  private static final int SOL_IP = 0;
  private static final int SOL_UDP = 17;
  private static final int SOL_IPV6 = 41;
  private static final int IP_TOS = 1;
  private static final int IPV6_TCLASS = 67;
  private static final int UDP_SEGMENT = 103;

  private final MemorySegment headers;
  private final MemorySegment vectors;
  private final MemorySegment name;
  private final MemorySegment control;
  private final MemorySegment errno;
  private final Args args = Args.of(0);

  /** Takes its memory from an arena that lives longer. */
  public BurstMessage(Arena arena) {
    headers = arena.allocate((long) Burst.MOST_PACKETS * HEADER_BYTES, 8);
    vectors = arena.allocate((long) Burst.MOST_PACKETS * VECTORS * VECTOR_BYTES, 8);
    name = arena.allocate(SocketAddress.MOST_BYTES, 8);
    control = arena.allocate(2L * CONTROL_STRIDE, 8);
    errno = arena.allocate(Kernel.ERRNO);
    for (int packet = 0; packet < Burst.MOST_PACKETS; packet++) {
      long at = (long) packet * HEADER_BYTES;
      headers.set(ValueLayout.JAVA_LONG, at, name.address());
      headers.set(ValueLayout.JAVA_LONG, at + 16, vectors.address() + vector(packet));
      headers.set(ValueLayout.JAVA_LONG, at + 32, control.address());
    }
  }

  private static long vector(int packet) {
    return (long) packet * VECTORS * VECTOR_BYTES;
  }

  /** Sends all packets by one message that the kernel cuts; returns 0, or the negated errno. */
  public int sendWhole(UdpSocket socket, Burst burst) {
    int nameLength = SocketAddress.write(name, burst.destination(), burst.destinationPort());
    fillVectors(burst);
    int controlLength = writeTrafficClass(burst);
    if (burst.packetCount() > 1) {
      writeControl(controlLength, SOL_UDP, UDP_SEGMENT, Short.BYTES);
      control.set(ValueLayout.JAVA_SHORT, controlLength + 16L, (short) burst.segmentBytes());
      controlLength += CONTROL_STRIDE;
    }
    fillHeader(0, nameLength, VECTORS * burst.packetCount(), controlLength);
    long fd = socket.descriptor().number();
    long result = Kernel.call(errno, Call.SENDMSG, args.set(fd, headers.address(), DONT_WAIT, 0));
    return (int) Math.min(0, result);
  }

  /** Sends packets from one on, each by itself; returns how many left, or the negated errno. */
  public int sendApart(UdpSocket socket, Burst burst, int from) {
    int nameLength = SocketAddress.write(name, burst.destination(), burst.destinationPort());
    fillVectors(burst);
    int controlLength = writeTrafficClass(burst);
    for (int packet = from; packet < burst.packetCount(); packet++) {
      fillHeader(packet, nameLength, VECTORS, controlLength);
    }
    long first = headers.address() + (long) from * HEADER_BYTES;
    int count = burst.packetCount() - from;
    args.set(socket.descriptor().number(), first, count, DONT_WAIT);
    return (int) Kernel.call(errno, Call.SENDMMSG, args);
  }

  private void fillVectors(Burst burst) {
    long scratch = burst.scratch().address();
    for (int packet = 0; packet < burst.packetCount(); packet++) {
      long at = vector(packet);
      setVector(at, scratch + burst.headerOffset(packet), burst.headerLength(packet));
      setVector(
          at + VECTOR_BYTES,
          burst.payload(packet).address() + burst.payloadOffset(packet),
          burst.payloadLength(packet));
      setVector(
          at + 2 * VECTOR_BYTES,
          scratch + burst.trailerOffset(packet),
          burst.trailerLength(packet));
    }
  }

  private void setVector(long at, long address, long length) {
    vectors.set(ValueLayout.JAVA_LONG, at, address);
    vectors.set(ValueLayout.JAVA_LONG, at + 8, length);
  }

  private void fillHeader(int packet, int nameLength, int vectorCount, int controlLength) {
    long at = (long) packet * HEADER_BYTES;
    headers.set(ValueLayout.JAVA_INT, at + 8, nameLength);
    headers.set(ValueLayout.JAVA_LONG, at + 24, vectorCount);
    headers.set(ValueLayout.JAVA_LONG, at + 40, controlLength);
  }

  /** ECN bits other than none; returns the length of what was written. */
  private int writeTrafficClass(Burst burst) {
    if (burst.ecn() == 0) {
      return 0;
    }
    boolean ipv4 = burst.destination().isIpv4();
    writeControl(0, ipv4 ? SOL_IP : SOL_IPV6, ipv4 ? IP_TOS : IPV6_TCLASS, Integer.BYTES);
    control.set(ValueLayout.JAVA_INT, 16, burst.ecn());
    return CONTROL_STRIDE;
  }

  private void writeControl(int at, int level, int type, int valueBytes) {
    control.set(ValueLayout.JAVA_LONG, at, 16L + valueBytes);
    control.set(ValueLayout.JAVA_INT, at + 8L, level);
    control.set(ValueLayout.JAVA_INT, at + 12L, type);
  }

  /** Whether a send failed only because the kernel's buffer is full for the moment. */
  public static boolean isFull(int result) {
    return result == -Errno.EAGAIN || result == -Errno.ENOBUFS || result == -Errno.EINTR;
  }

  /** Whether a whole burst was refused for being one, so that its packets may do. */
  public static boolean isUncut(int result) {
    return result == -Errno.EIO || result == -Errno.EINVAL;
  }

  /** A failed send in words. */
  public static String words(int result) {
    return Errno.words(-result);
  }
}
