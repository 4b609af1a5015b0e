// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.wire.Ecn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What the kernel says beside a received message ({@code struct cmsghdr}); a reusable view. */
public final class ControlReader {
  private static final int HEADER_BYTES = 16;
  private static final int LEVEL_OFFSET = 8;
  private static final int TYPE_OFFSET = 12;
  private static final int SOL_IP = 0;
  private static final int SOL_SOCKET = 1;
  private static final int SOL_UDP = 17;
  private static final int SOL_IPV6 = 41;
  private static final int IP_TOS = 1;
  private static final int SO_RXQ_OVFL = 40;
  private static final int IPV6_TCLASS = 67;
  private static final int UDP_GRO = 104;
  private static final int ECN_MASK = (1 << Ecn.BITS) - 1;

  private final MemorySegment controls;
  private int segmentBytes;
  private int trafficClass;
  private int lost;

  ControlReader(MemorySegment controls) {
    this.controls = controls;
  }

  void read(long from, long length) {
    segmentBytes = 0;
    trafficClass = 0;
    lost = 0;
    long at = from;
    long end = from + length;
    while (end - at > HEADER_BYTES) {
      long bytes = controls.get(ValueLayout.JAVA_LONG, at);
      if (bytes <= HEADER_BYTES || bytes > end - at) {
        return;
      }
      take(at);
      at += (bytes + 7) & ~7;
    }
  }

  private void take(long at) {
    int type = controls.get(ValueLayout.JAVA_INT, at + TYPE_OFFSET);
    long value = at + HEADER_BYTES;
    switch (controls.get(ValueLayout.JAVA_INT, at + LEVEL_OFFSET)) {
      case SOL_UDP ->
        segmentBytes = type == UDP_GRO ? controls.get(ValueLayout.JAVA_INT, value) : segmentBytes;
      case SOL_SOCKET ->
        lost = type == SO_RXQ_OVFL ? controls.get(ValueLayout.JAVA_INT, value) : lost;
      case SOL_IP ->
        trafficClass = type == IP_TOS
            ? Byte.toUnsignedInt(controls.get(ValueLayout.JAVA_BYTE, value))
            : trafficClass;
      case SOL_IPV6 ->
        trafficClass =
            type == IPV6_TCLASS ? controls.get(ValueLayout.JAVA_INT, value) : trafficClass;
      default -> {
        // Nothing that was asked for.
      }
    }
  }

  /** Bytes of each coalesced datagram but the last; 0 if the message is one datagram. */
  public int segmentBytes() {
    return segmentBytes;
  }

  /** The two ECN bits. */
  public int ecn() {
    return trafficClass & ECN_MASK;
  }

  /** The differentiated services code point. */
  public int dscp() {
    return trafficClass >>> Ecn.BITS;
  }

  /** How many datagrams the socket has dropped in its life, modulo 2^32; 0 if not told. */
  public int lost() {
    return lost;
  }
}
