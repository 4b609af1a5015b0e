// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/** What a {@link Scoreboard} keeps of each packet, by its number modulo {@link #PACKETS}. */
final class PacketTables {
  static final int PACKETS = PacketBits.PACKETS;
  static final int MASK = PACKETS - 1;

  /** The place of its latest copy among all that were sent. */
  final int[] ordinals = new int[PACKETS];

  /** When that was sent. */
  final int[] ticks = new int[PACKETS];

  /** Of one that is answered by data: the packet that asked for it last. */
  final int[] requests = new int[PACKETS];

  /** At the peer, or, of a READ or atomic, its answer here. */
  final PacketBits arrived = new PacketBits();

  /** To be sent again. */
  final PacketBits lost = new PacketBits();

  /** Sent more than once. */
  final PacketBits resent = new PacketBits();

  /** Answered by data of their own: READs and atomics. */
  final PacketBits fetches = new PacketBits();

  /** Those of them that a request packet stands for. */
  final PacketBits asking = new PacketBits();

  /** Those of these that the peer is known to have. */
  final PacketBits asked = new PacketBits();

  PacketTables() {}

  /** Whether there is nothing to be said of any packet but when it was sent. */
  boolean isPlain() {
    return arrived.isEmpty() && lost.isEmpty() && resent.isEmpty() && fetches.isEmpty();
  }

  /** A packet is over. */
  void clear(int psn) {
    arrived.clear(psn);
    lost.clear(psn);
    resent.clear(psn);
    fetches.clear(psn);
    asking.clear(psn);
    asked.clear(psn);
  }

  /** All packets are over. */
  void clear() {
    arrived.clear();
    lost.clear();
    resent.clear();
    fetches.clear();
    asking.clear();
    asked.clear();
  }
}
