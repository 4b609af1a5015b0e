// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A packet as a capture file has it, from its IP header on; read without the code that wrote it.
 */
final class CapturedPacket {
  private static final int FILE_HEADER = 24;
  private static final int UDP_HEADER = 8;
  private static final int ICRC = 4;

  private final byte[] bytes;
  private final int udp;

  private CapturedPacket(byte[] bytes) {
    this.bytes = bytes;
    udp = bytes[0] >>> 4 == 4 ? 20 : 40;
  }

  /** All packets of a file. */
  static List<CapturedPacket> read(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
    if (in.getInt(0) != 0xa1b23c4d || in.getInt(20) != 101) {
      throw new AssertionError("not a capture of IP packets: " + file);
    }
    in.position(FILE_HEADER);
    List<CapturedPacket> packets = new ArrayList<>();
    while (in.hasRemaining()) {
      in.getLong();
      byte[] bytes = new byte[in.getInt()];
      in.getInt();
      in.get(bytes);
      packets.add(new CapturedPacket(bytes));
    }
    return packets;
  }

  /** DSCP and ECN bits. */
  int trafficClass() {
    int word = ByteBuffer.wrap(bytes).getInt(0);
    return word >>> (udp == 20 ? 16 : 20) & 0xff;
  }

  /** Number of the queue pair that it goes to. */
  int queuePair() {
    return ByteBuffer.wrap(bytes).getInt(udp + UDP_HEADER + 4) & 0xff_ffff;
  }

  /** UDP port that it goes to. */
  int destinationPort() {
    return Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(udp + 2));
  }

  /** What the UDP header is followed by. */
  byte[] payload() {
    return Arrays.copyOfRange(bytes, udp + UDP_HEADER, bytes.length);
  }

  /** The first byte of the payload. */
  int opcode() {
    return Byte.toUnsignedInt(bytes[udp + UDP_HEADER]);
  }

  /** The invariant CRC that the packet shows. */
  int shownIcrc() {
    return Integer.reverseBytes(ByteBuffer.wrap(bytes).getInt(bytes.length - ICRC));
  }

  /** The invariant CRC that IBTA's rule gives for its bytes. */
  int computedIcrc() {
    byte[] masked = bytes.clone();
    int[] ones = udp == 20 ? new int[] {1, 8, 10, 11} : new int[] {1, 2, 3, 7};
    for (int at : ones) {
      masked[at] = -1;
    }
    masked[0] |= (byte) (udp == 20 ? 0 : 0x0f);
    masked[udp + 6] = -1;
    masked[udp + 7] = -1;
    masked[udp + UDP_HEADER + 4] = -1;
    CRC32 crc = new CRC32();
    crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
    crc.update(masked, 0, masked.length - ICRC);
    return (int) crc.getValue();
  }
}
