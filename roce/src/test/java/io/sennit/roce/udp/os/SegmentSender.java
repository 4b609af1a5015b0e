// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp.os;

import io.sennit.roce.Burst;
import io.sennit.roce.Bursts;
import io.sennit.roce.wire.IpAddress;
import java.lang.foreign.Arena;
import java.net.InetAddress;

/** A program that sends one burst twice: cut by the kernel, then packet by packet. */
final class SegmentSender {
  private SegmentSender() {}

  /** Arguments: local address, address and UDP port to send to. */
  public static void main(String[] args) throws OsException {
    IpAddress local = IpAddress.of(InetAddress.ofLiteral(args[0]).getAddress());
    IpAddress remote = IpAddress.of(InetAddress.ofLiteral(args[1]).getAddress());
    try (Arena arena = Arena.ofConfined();
        UdpSocket socket = UdpSocket.open(local, 0)) {
      Burst burst = Bursts.of(remote, Integer.parseInt(args[2]), 1, arena.allocate(8 * 1024), 1024);
      BurstMessage message = new BurstMessage(arena);
      System.out.println("whole " + message.sendWhole(socket, burst) + " apart "
          + message.sendApart(socket, burst, 0));
    }
  }
}
