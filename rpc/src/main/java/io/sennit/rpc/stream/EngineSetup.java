// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Clock;
import io.sennit.base.MemoryAccount;
import io.sennit.rpc.BodyPool;
import java.util.Optional;

/**
 * What a {@link StreamEngine} is made of.
 *
 * @param bodies memory of the braid's domain; the engine closes the pool when the session ends
 * @param heap charged before heap is allocated on the peer's word, released when it is free again
 * @param clock the one whose time {@link StreamEngine#poll} is given
 * @param acceptor the server's door; empty on the client's side
 */
public record EngineSetup(
    StreamConfig config,
    SessionInfo info,
    BodyPool bodies,
    MemoryAccount heap,
    Clock clock,
    EngineHost host,
    SessionListener listener,
    Optional<StreamAcceptor> acceptor) {
  public EngineSetup {
    if (info.client() == acceptor.isPresent()) {
      throw new IllegalArgumentException("a server accepts calls, a client does not");
    }
  }
}
