// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import io.sennit.multipath.PathSnapshot;

/**
 * One path of an open session at one moment, for people and metrics.
 *
 * @param provider name of the verbs provider that carries it
 * @param sessionId the same on both sides
 * @param client whether this side opened the session
 * @param localPort name of the port here, such as {@code 127.0.0.2}
 * @param remotePort name of the port at the peer; untrusted text, printable
 * @param now its state and figures
 */
public record LivePath(
    String provider,
    long sessionId,
    boolean client,
    String localPort,
    String remotePort,
    PathSnapshot now) {
  /** With the session's id in hexadecimal digits, as in the log, in JMX and in recordings. */
  @Override
  public String toString() {
    return "LivePath[" + name() + ", session " + Long.toHexString(sessionId)
        + (client ? ", client, " : ", server, ") + now + "]";
  }

  /** Provider, ports and route label, such as {@code roce 127.0.0.2-127.0.0.2/1}. */
  public String name() {
    return provider + " " + localPort + "-" + remotePort + "/" + now.path().routeLabel();
  }
}
