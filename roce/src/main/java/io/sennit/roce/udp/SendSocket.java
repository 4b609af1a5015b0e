// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

import io.sennit.roce.Burst;
import io.sennit.roce.udp.os.BurstMessage;
import io.sennit.roce.udp.os.UdpSocket;

/**
 * A socket that only sends; its port stands for a route label. Confined to its event loop's thread.
 */
final class SendSocket implements AutoCloseable {
  private final UdpSocket socket;
  private final BurstMessage message;

  SendSocket(UdpSocket socket, BurstMessage message) {
    this.socket = socket;
    this.message = message;
  }

  UdpSocket socket() {
    return socket;
  }

  /** Sends a burst that the kernel cuts; 0, or the negated errno. */
  int sendWhole(Burst burst) {
    return message.sendWhole(socket, burst);
  }

  /**
   * Sends the packets of a burst one by one; 0, or the negated errno. If the kernel is full in the
   * middle the burst will be offered again from its start; the peer knows duplicates.
   */
  int sendApart(Burst burst) {
    int sent = 0;
    while (sent < burst.packetCount()) {
      int more = message.sendApart(socket, burst, sent);
      if (more <= 0) {
        return more;
      }
      sent += more;
    }
    return 0;
  }

  @Override
  public void close() {
    socket.close();
  }
}
