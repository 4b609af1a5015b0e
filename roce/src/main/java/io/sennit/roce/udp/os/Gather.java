// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.udp.os.Kernel.Args;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The structs by which packets to one destination are sent, together ({@code sendmsg} with
 * UDP_SEGMENT) or one by one ({@code sendmmsg}): {@value #VECTORS} vectors for each packet, so that
 * payload leaves from where it lies. Confined to one thread.
 *
 * <p>Use: {@link #address}, {@link #vector} for all packets, then one of the sends. What was said
 * stays said. The memory that vectors name is the caller's and must live during the send.
 */
public final class Gather {
  /** Vectors of each packet, the empty ones included. */
  public static final int VECTORS = 3;

  private static final int HEADER_BYTES = 64;
  private static final int VECTOR_BYTES = 16;
  /** A control message of up to 8 bytes, with its header. */
  private static final int CONTROL_STRIDE = 24;

  private static final int CONTROL_HEADER = 16;
  private static final int MOST_CONTROLS = 2;
  private static final int SOL_IP = 0;
  private static final int SOL_IPV6 = 41;
  private static final int IP_TOS = 1;
  private static final int IPV6_TCLASS = 67;
  private static final long DONT_WAIT = 0x40;
  private static final int SOL_UDP = 17;
  private static final int UDP_SEGMENT = 103;

  private final MemorySegment headers;
  private final MemorySegment vectors;
  private final MemorySegment name;
  private final MemorySegment control;
  private final MemorySegment errno;
  private final Args args = Args.of(0);
  private int nameLength;
  private int classLength;

  /**
   * Takes its memory from an arena that lives longer.
   *
   * @param packets most packets of a send
   */
  public Gather(Arena arena, int packets) {
    headers = arena.allocate((long) packets * HEADER_BYTES, 8);
    vectors = arena.allocate((long) packets * VECTORS * VECTOR_BYTES, 8);
    name = arena.allocate(SocketAddress.MOST_BYTES, 8);
    control = arena.allocate(MOST_CONTROLS * CONTROL_STRIDE, 8);
    errno = Kernel.errno();
    for (int packet = 0; packet < packets; packet++) {
      long at = (long) packet * HEADER_BYTES;
      headers.set(ValueLayout.JAVA_LONG, at, name.address());
      headers.set(ValueLayout.JAVA_LONG, at + 16, vectors.address() + vectorAt(VECTORS * packet));
      headers.set(ValueLayout.JAVA_LONG, at + 32, control.address());
    }
  }

  private static long vectorAt(int vector) {
    return (long) vector * VECTOR_BYTES;
  }

  /** Sets where packets go. */
  public void address(IpAddress destination, int port) {
    nameLength = SocketAddress.write(name, destination, port);
  }

  /** Sets the traffic class, ECN bits included; what a socket has else is its own. */
  public void trafficClass(boolean ipv4, int octet) {
    classLength = CONTROL_STRIDE;
    begin(0, Integer.BYTES, ipv4 ? SOL_IP : SOL_IPV6, ipv4 ? IP_TOS : IPV6_TCLASS);
    control.set(ValueLayout.JAVA_INT, CONTROL_HEADER, octet);
  }

  /** What is sent has the traffic class of its socket. */
  public void socketsClass() {
    classLength = 0;
  }

  private void begin(long at, int bytes, int level, int type) {
    control.set(ValueLayout.JAVA_LONG, at, (long) CONTROL_HEADER + bytes);
    control.set(ValueLayout.JAVA_INT, at + 8, level);
    control.set(ValueLayout.JAVA_INT, at + 12, type);
  }

  private void writeSegment(int bytes) {
    begin(classLength, Short.BYTES, SOL_UDP, UDP_SEGMENT);
    control.set(ValueLayout.JAVA_SHORT, (long) classLength + CONTROL_HEADER, (short) bytes);
  }

  /**
   * Sets one of the pieces that packets consist of.
   *
   * @param vector {@link #VECTORS} times the packet's number, and 0 to 2
   */
  public void vector(int vector, long address, long length) {
    long at = vectorAt(vector);
    vectors.set(ValueLayout.JAVA_LONG, at, address);
    vectors.set(ValueLayout.JAVA_LONG, at + 8, length);
  }

  /**
   * Sends packets from the first on by one message that the kernel cuts.
   *
   * @param segmentBytes bytes of every packet but the last
   * @return 0, or the negated errno
   */
  public int sendWhole(UdpSocket socket, int packets, int segmentBytes) {
    int controlLength = classLength;
    if (packets > 1) {
      writeSegment(segmentBytes);
      controlLength += CONTROL_STRIDE;
    }
    fillHeader(0, VECTORS * packets, controlLength);
    long fd = socket.descriptor().number();
    long result = Kernel.call(errno, Call.SENDMSG, args.set(fd, headers.address(), DONT_WAIT, 0));
    return (int) Math.min(0, result);
  }

  /** Sends packets from one on, each by itself; returns how many left, or the negated errno. */
  public int sendApart(UdpSocket socket, int from, int packets) {
    for (int packet = from; packet < packets; packet++) {
      fillHeader(packet, VECTORS, classLength);
    }
    long first = headers.address() + (long) from * HEADER_BYTES;
    args.set(socket.descriptor().number(), first, packets - from, DONT_WAIT);
    return (int) Kernel.call(errno, Call.SENDMMSG, args);
  }

  private void fillHeader(int packet, int vectorCount, int controlLength) {
    long at = (long) packet * HEADER_BYTES;
    headers.set(ValueLayout.JAVA_INT, at + 8, nameLength);
    headers.set(ValueLayout.JAVA_LONG, at + 24, vectorCount);
    headers.set(ValueLayout.JAVA_LONG, at + 40, controlLength);
  }

  /** Whether a send failed only because the kernel's buffer is full for the moment. */
  public static boolean isFull(int result) {
    return result == -Errno.EAGAIN || result == -Errno.ENOBUFS || result == -Errno.EINTR;
  }
}
