// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.foreign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A peer that sends SENDs of one packet, made here byte by byte from IBTA's rules, and computes the
 * CRC for whatever IPv4 identification it is told: what a NIC's packets look like to a UDP socket.
 */
final class HandMadePeer implements AutoCloseable {
  private static final int SEND_ONLY = 0x04;
  private static final int UDP_BYTES = 8;
  private static final int IPV4_BYTES = 20;

  private final DatagramChannel channel = DatagramChannel.open();
  private final InetAddress from;
  private final InetAddress to;

  HandMadePeer(String from, String to) throws IOException {
    this.from = InetAddress.ofLiteral(from);
    this.to = InetAddress.ofLiteral(to);
    channel.bind(new InetSocketAddress(this.from, 0));
  }

  /** A SEND of 8 bytes to a queue pair. */
  byte[] packet(int queuePair, int psn, int identification) throws IOException {
    byte[] packet = ByteBuffer.allocate(12 + 8 + 4)
        .putInt((SEND_ONLY << 24) | 0xffff)
        .putInt(queuePair)
        .putInt(psn | 0x8000_0000)
        .putLong(0x1122_3344_5566_7788L)
        .array();
    ByteBuffer.wrap(packet).putInt(20, Integer.reverseBytes(icrc(packet, identification)));
    return packet;
  }

  private int icrc(byte[] packet, int identification) throws IOException {
    int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
    ByteBuffer covered = ByteBuffer.allocate(8 + IPV4_BYTES + UDP_BYTES + packet.length - 4)
        .putLong(-1)
        .put((byte) 0x45)
        .put((byte) -1)
        .putShort((short) (IPV4_BYTES + UDP_BYTES + packet.length))
        .putShort((short) identification)
        .putShort((short) 0x4000)
        .put((byte) -1)
        .put((byte) 17)
        .putShort((short) -1)
        .put(from.getAddress())
        .put(to.getAddress())
        .putShort((short) port)
        .putShort((short) ForeignEndpoint.UDP_PORT)
        .putShort((short) (UDP_BYTES + packet.length))
        .putShort((short) -1);
    int bth = covered.position();
    covered.put(packet, 0, packet.length - 4).put(bth + 4, (byte) -1);
    CRC32 crc = new CRC32();
    crc.update(Arrays.copyOf(covered.array(), covered.position()));
    return (int) crc.getValue();
  }

  void send(byte[] packet) throws IOException {
    channel.send(ByteBuffer.wrap(packet), new InetSocketAddress(to, ForeignEndpoint.UDP_PORT));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
