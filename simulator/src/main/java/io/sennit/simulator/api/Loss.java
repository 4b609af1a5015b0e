// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.api;

import io.sennit.simulator.fabric.LossCause;

/** Why a link lost a packet. */
public enum Loss {
  /** It was {@linkplain LinkDirection#cut cut} then, or while the packet was on it. */
  CUT(LossCause.DOWN),
  /** It was {@linkplain LinkDirection#cutSilently cut silently}. */
  CUT_SILENTLY(LossCause.BLACK_HOLE),
  /** The packet was longer than it takes; see {@link LinkDirection#narrow}. */
  TOO_LONG(LossCause.MTU),
  /** Dropped at random; see {@link LinkDirection#lose}. */
  CHANCE(LossCause.CHANCE),
  /** Dropped in a burst; see {@link LinkDirection#loseInBursts}. */
  BURST(LossCause.BURST),
  /** There was no room in the buffer before it. */
  NO_ROOM(LossCause.BUFFER);

  private final LossCause cause;

  Loss(LossCause cause) {
    this.cause = cause;
  }

  LossCause cause() {
    return cause;
  }
}
