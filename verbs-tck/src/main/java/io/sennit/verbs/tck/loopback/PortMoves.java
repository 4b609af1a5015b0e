// SPDX-License-Identifier: Apache-2.0
package io.sennit.verbs.tck.loopback;

import io.sennit.verbs.Path;
import java.util.HashMap;
import java.util.Map;

/** How often each port of a domain has got another address, and what is known of the peer's. */
final class PortMoves {
  private final Map<Integer, Integer> own = new HashMap<>();
  private final Map<Integer, Integer> known = new HashMap<>();

  /** The addresses that a queue pair was made with. */
  record Seen(int own, int known) {}

  void move(int port) {
    own.merge(port, 1, Integer::sum);
  }

  byte[] address(int port) {
    int moves = own.getOrDefault(port, 0);
    return moves == 0 ? new byte[] {(byte) port} : new byte[] {(byte) port, (byte) moves};
  }

  /** Takes the address of a peer's port; whether anything is new. */
  boolean learn(int port, byte[] address) {
    if (address.length < 1 || address.length > 2 || address[0] != port) {
      throw new IllegalArgumentException("the address of another port than " + port);
    }
    int moves = address.length == 1 ? 0 : address[1];
    Integer before = known.put(port, moves);
    return before == null ? moves > 0 : before != moves;
  }

  Seen now(Path path) {
    return new Seen(
        own.getOrDefault(path.localPort(), 0), known.getOrDefault(path.remotePort(), 0));
  }

  /** Whether what was made then does not reach the peer any more, or is not heard of it. */
  boolean isStale(Path path, Seen then, PortMoves peer) {
    return then.own() != own.getOrDefault(path.localPort(), 0)
        || then.known() != peer.own.getOrDefault(path.remotePort(), 0);
  }
}
