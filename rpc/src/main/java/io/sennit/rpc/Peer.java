// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.rpc.stream.SessionInfo;
import java.net.SocketAddress;

/**
 * Who is at the other end of a session, and over what. Immutable.
 *
 * @param provider name of the verbs provider that carries the session, such as {@code shm}
 * @param localAddress this end of the bootstrap connection
 * @param remoteAddress the peer's end of the bootstrap connection
 * @param sessionId random, the same on both sides
 */
public record Peer(
    String provider, SocketAddress localAddress, SocketAddress remoteAddress, long sessionId) {
  static Peer of(SessionInfo info) {
    return new Peer(info.provider(), info.localAddress(), info.remoteAddress(), info.sessionId());
  }

  /** With the session's id in hexadecimal digits, as in the log, in JMX and in recordings. */
  @Override
  public String toString() {
    return "Peer[" + provider + ", session " + Long.toHexString(sessionId) + ", " + localAddress
        + " to " + remoteAddress + "]";
  }
}
