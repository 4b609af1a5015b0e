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
  /** Who shares what one peer may have: all sessions from one address; loopback is one. */
  public Object peer() {
    if (remoteAddress instanceof InetSocketAddress inet && !inet.isUnresolved()) {
      InetAddress address = inet.getAddress();
      return address.isLoopbackAddress() ? InetAddress.getLoopbackAddress() : address;
    }
    return remoteAddress;
  }
}
