// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc;

import java.util.List;

/**
 * One session as people and metrics see it. Immutable, though what it tells of goes on; safe from
 * any thread.
 *
 * @param peer who is at the other end, and over what
 * @param client whether this side opened the session
 */
public record SessionView(Peer peer, boolean client) {
  /**
   * How its paths are now; empty once the session has ended, and if it is not one of this process:
   * on a simulated fabric the host has them.
   */
  public List<LivePath> paths() {
    return Sessions.paths().stream()
        .filter(path -> path.sessionId() == peer.sessionId() && path.client() == client)
        .toList();
  }
}
