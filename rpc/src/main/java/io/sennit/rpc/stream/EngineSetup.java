// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import io.sennit.base.Clock;
import io.sennit.rpc.BodyPool;
import java.util.Optional;

/**
 * What a {@link StreamEngine} is made of.
 *
 * @param bodies memory of the braid's domain; the engine closes the pool when the session ends
 * @param clock the one whose time {@link StreamEngine#poll} is given
 * @param acceptor the server's door; empty on the client's side
 */
public record EngineSetup(
    StreamConfig config,
    SessionInfo info,
    BodyPool bodies,
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
