// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.udp;

/**
 * Whether answers to the peer may wait until the user of an event loop, who is shown completions
 * now, comes back with what it posts in reply: then both leave by one system call, and the reply is
 * not held up by the answer. Only a user who comes back at once almost always is waited for, since
 * a handler that blocks must not look like a lost packet to the peer; a thread that the machine did
 * not run for once is not taken for one.
 *
 * <p>Confined to the loop's thread.
 */
final class Promptness {
  /** A small part of the shortest time after which a peer sends again. */
  private static final long AT_ONCE_NANOS = 200_000;

  private static final int TRUSTED_TURNS = 16;
  private static final int MOST_TURNS = 64;

  private boolean away;
  private long sinceNanos;
  private int turns;

  Promptness() {}

  /** The user is shown completions; returns whether answers may wait for it. */
  boolean leave(long nowNanos) {
    away = true;
    sinceNanos = nowNanos;
    return turns >= TRUSTED_TURNS;
  }

  /** The user is here. */
  void come(long nowNanos) {
    if (away) {
      away = false;
      boolean atOnce = nowNanos - sinceNanos <= AT_ONCE_NANOS;
      turns = atOnce ? Math.min(turns + 1, MOST_TURNS) : turns / 4;
    }
  }
}
