// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.verbs.Feature;
import io.sennit.verbs.Opcode;
import java.util.Set;

/**
 * What two queue pairs may do with each other beyond what every RoCEv2 peer can: bits of
 * {@link QueuePairAddress#features}. Only what both announce is used; unknown bits are ignored. Of
 * a peer that is not Sennit {@link PeerAttributes} say what it executes.
 */
final class Features {
  /** Packets ahead of a gap are kept and acknowledged selectively; only missing ones are resent. */
  static final int SELECTIVE_REPAIR = 1;

  /** ATOMIC WRITE is executed. */
  static final int ATOMIC_WRITE = 1 << 1;

  /** FLUSH is executed. */
  static final int FLUSH = 1 << 2;

  /** All packets of a WRITE, and of the answer to a READ, are of one size: see docs/WIRE.md. */
  static final int EQUAL_PACKETS = 1 << 3;

  /** Probes of the path MTU are answered, and sent. */
  static final int PATH_MTU = 1 << 4;

  /** What this engine can do. */
  static final int OWN = SELECTIVE_REPAIR | ATOMIC_WRITE | FLUSH | EQUAL_PACKETS | PATH_MTU;

  private Features() {}

  /** Whether a set of bits has all of these. */
  static boolean has(int features, int wanted) {
    return (features & wanted) == wanted;
  }

  /** What a peer that is not Sennit is said to execute, as bits. */
  static int of(Set<Feature> executed) {
    return (executed.contains(Feature.ATOMIC_WRITE) ? ATOMIC_WRITE : 0)
        | (executed.contains(Feature.FLUSH) ? FLUSH : 0);
  }

  /** What the peer must have for a request, beyond what every one has. */
  static int neededFor(Opcode opcode) {
    return switch (opcode) {
      case ATOMIC_WRITE -> ATOMIC_WRITE;
      case FLUSH -> FLUSH;
      default -> 0;
    };
  }
}
