// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

/** What a {@link SessionServer} counts; all only grow. */
public enum ServerCount {
  /** Connections that came. */
  CONNECTIONS,
  /** Sessions that came up. */
  ESTABLISHED,
  /** Lifelines that were dialed again. */
  RESUMED,
  /** Bootstraps that came to nothing, for whatever reason, the following ones included. */
  FAILED,
  /** Bootstraps that the client gave up, as when another way was faster. */
  ABANDONED,
  /** Turned away: {@link SessionConfig#maxHalfOpen} bootstraps were in progress. */
  REFUSED_BUSY,
  /** Turned away: others wanted the place, and the client made no progress. */
  TURNED_AWAY,
  /** Turned away: there were {@link SessionConfig#maxSessions} sessions. */
  REFUSED_FULL,
  /** Turned away: the floor of another session could not be set aside ({@link MemoryConfig}). */
  REFUSED_MEMORY
}
