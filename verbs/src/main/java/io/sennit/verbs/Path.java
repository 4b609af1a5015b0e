// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs;

/**
 * One route between two ports. A path outlives the queue pairs built on it.
 *
 * @param localPort index of the local {@link Port}
 * @param remotePort index of the peer's {@link Port}
 * @param routeLabel names what the fabric hashes (see {@link Device#routeLabels}); the same on both
 *     sides
 */
public record Path(int localPort, int remotePort, int routeLabel) {
  /** The same path as the peer names it. */
  public Path reversed() {
    return new Path(remotePort, localPort, routeLabel);
  }

  /** Whether it joins the same two ports, by whichever route. */
  public boolean isBeside(Path other) {
    return localPort == other.localPort && remotePort == other.remotePort;
  }
}
