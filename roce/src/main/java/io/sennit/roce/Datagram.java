// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.IpAddress;

/**
 * One received UDP payload and what the socket said about it: a reusable view, filled by the shell
 * and read during {@link Engine#receive}; the engine keeps no reference to it or its memory.
 */
public final class Datagram {
  private final PacketMemory memory;
  private long offset;
  private int length;
  private int localPort;
  private long sourceHigh;
  private long sourceLow;
  private int sourcePort;
  private int segmentIndex;
  private int ecn;
  private int dscp;

  /** @param memory where its packets lie, such as all buffers of a receive batch */
  public Datagram(PacketMemory memory) {
    this.memory = memory;
  }

  /**
   * Sets the range of one packet; of what the kernel has coalesced (UDP_GRO) that is one segment.
   *
   * @param newOffset of the first byte behind the UDP header, in the memory
   * @param newLength bytes, the invariant CRC included
   * @param newSegmentIndex position among the segments coalesced with it, 0 if alone; a hint only:
   *     the sender's kernel numbers a burst in the same way, and the CRC covers the number
   */
  public Datagram packet(long newOffset, int newLength, int newSegmentIndex) {
    offset = newOffset;
    length = newLength;
    segmentIndex = newSegmentIndex;
    return this;
  }

  /**
   * Sets where it came from, and to which port.
   *
   * @param newLocalPort index of the {@link LocalPort} whose receive socket it came to
   * @param newSourceHigh {@link IpAddress#high} of the source
   * @param newSourceLow {@link IpAddress#low} of the source
   * @param newSourcePort UDP port of the source
   */
  public Datagram from(int newLocalPort, long newSourceHigh, long newSourceLow, int newSourcePort) {
    localPort = newLocalPort;
    sourceHigh = newSourceHigh;
    sourceLow = newSourceLow;
    sourcePort = newSourcePort;
    return this;
  }

  /** Sets the two ECN bits of the IP header; 0 if the socket did not tell. */
  public Datagram ecn(int bits) {
    ecn = bits;
    return this;
  }

  /** Sets the differentiated services code point of the IP header. */
  public Datagram dscp(int codePoint) {
    dscp = codePoint;
    return this;
  }

  public PacketMemory memory() {
    return memory;
  }

  public long offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  public int segmentIndex() {
    return segmentIndex;
  }

  public int localPort() {
    return localPort;
  }

  public long sourceHigh() {
    return sourceHigh;
  }

  public long sourceLow() {
    return sourceLow;
  }

  public int sourcePort() {
    return sourcePort;
  }

  public int ecn() {
    return ecn;
  }

  public int dscp() {
    return dscp;
  }
}
