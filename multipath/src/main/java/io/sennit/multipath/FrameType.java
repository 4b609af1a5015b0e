// SPDX-License-Identifier: Apache-2.0
package io.sennit.multipath;

import org.jspecify.annotations.Nullable;

/** What a braid frame is; the codes are on the wire and never change their meaning. */
enum FrameType {
  /** Carries a frame of the braid's user. */
  MESSAGE(1, false),
  /** As MESSAGE; also announces a delivered WRITE. */
  DONE(2, false),
  /** Carries nothing but its header's credit limit. */
  CREDIT(3, true),
  /** Writer to granter: no copy of these WRITEs can touch the memory any more. */
  RELEASED(4, false),
  /** Reader to lender: no copy of these READs can touch the memory any more. */
  PULL_RELEASED(5, false),
  /** These spans were not used, or their use ended without DONE: they are free. */
  DECLINE(6, false),
  /** Kill your half of this strand, then say so. */
  FENCE(7, true),
  /** My half of this strand is destroyed. */
  FENCE_ACK(8, true),
  /** Opener to acceptor: a new strand on this path. */
  REBUILD(9, true),
  /** Acceptor to opener: my half of it, connected; or a refusal. */
  REBUILD_ACK(10, true),
  /** Opener to acceptor: these strands are connected on both sides. */
  READY(11, true),
  /** Which ports of the sender carry nothing, and which have come since the bootstrap. */
  PORTS(12, true),
  /** Acceptor to opener: how much bulk data it moves, and whether the strands are full of it. */
  DEMAND(13, false),
  /** Asks the peer which messages it has, by the number of the question. */
  ASK(14, true),
  /** The oldest message that is missing here, and the number of the question. */
  RECEIVED(15, true);

  private static final FrameType[] ALL = values();

  private final int code;
  private final boolean vital;

  FrameType(int code, boolean vital) {
    this.code = code;
    this.vital = vital;
  }

  int code() {
    return code;
  }

  /**
   * Whether somebody waits for what it says, so that it matters whether the peer has it. The others
   * are said again when they are missed.
   */
  boolean matters() {
    return this != CREDIT && this != ASK && this != RECEIVED;
  }

  /**
   * Whether the braid cannot heal without it: these go over the lifeline while no strand carries
   * anything. The others only if the peer's window cannot slide without them.
   */
  boolean vital() {
    return vital;
  }

  static @Nullable FrameType of(int code) {
    return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
  }
}
