// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.stream;

import java.util.Optional;
import java.util.function.Consumer;

/** The calls of one session, as its side sees them. Confined to the engine's thread. */
sealed interface Calls permits ClientCalls, ServerCalls {
  /** A message that has its place in a stream. */
  void onOrdered(MessageView message);

  /** A message of a call that takes effect at once. */
  void onUnordered(MessageView message);

  /** Calls that keep the session from being done. */
  int openCount();

  /** Visits each open call that the peer may know. */
  void forEach(Consumer<CallStream> visitor);

  /** How many calls this side has opened, once no more will be; empty while some may. */
  Optional<Long> openedForGoaway();

  /** Refuses a number of calls below those that have come already. */
  void checkOpened(long peerOpened);

  /** Whether every call that the peer says it has opened has come. */
  boolean hasSeenAll(long peerOpened);

  /** This side is shutting down: no calls from now on, but those that it has taken already. */
  void refuseNew(String cause);

  /** The peer is, and has said how many calls it has opened. */
  void onPeerShutdown(String cause);

  /** Ends all calls. */
  void onSessionEnded(String cause);
}
