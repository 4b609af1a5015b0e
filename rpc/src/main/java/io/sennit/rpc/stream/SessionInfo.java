// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Who is connected to whom, and by what.
 *
 * @param provider name of the verbs provider that carries the session
 * @param localAddress this end of the bootstrap connection
 * @param remoteAddress the peer's end of the bootstrap connection
 * @param sessionId random, the same on both sides
 * @param client whether this side opens calls
 */
public record SessionInfo(
    String provider,
    SocketAddress localAddress,
    SocketAddress remoteAddress,
    long sessionId,
    boolean client) {
  /** The peer whose share of memory and queues this session uses; see {@link #peerOf}. */
  public Object peer() {
    return peerOf(remoteAddress);
  }

  /**
   * Which peer an address belongs to, to be compared by equals: the IP address without its port,
   * and the same one for all loopback addresses, of which a process may use any.
   */
  public static Object peerOf(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && !inet.isUnresolved()) {
      InetAddress host = inet.getAddress();
      return host.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : host;
    }
    return address;
  }
}
