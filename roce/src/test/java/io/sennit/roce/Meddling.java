// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

/**
 * One thing that a fuzzed network does to one packet.
 *
 * @param packet its number among all packets of the conversation, from 0
 * @param a what the kind makes of it
 * @param b what the kind makes of it
 */
record Meddling(int packet, Kind kind, int a, int b) {
  /** What is done. All but FLIP and CUT give the packet a right CRC, as the peer itself could. */
  enum Kind {
    /** It is lost. */
    DROP,
    /** It comes {@code a} times more. */
    REPEAT,
    /** It comes {@code a} microseconds later. */
    DELAY,
    /** Bit {@code a} is turned on the way. */
    FLIP,
    /** It ends after {@code a} bytes. */
    CUT,
    /** Bit {@code a} is turned by the sender. */
    TURN,
    /** The opcode is {@code a}. */
    OPCODE,
    /** The sequence number is {@code a} further. */
    SEQUENCE,
    /** The four bytes at {@code a} are {@code b}. */
    SET,
    /** The four bytes at {@code a} are {@code b} more. */
    ADD,
    /** It is {@code a} bytes long. */
    RESIZE,
    /** What follows byte {@code b} is that of packet {@code a}. */
    SPLICE,
    /** Packet {@code a} comes once more, behind it. */
    REPLAY,
    /** It comes back to its sender, as if the peer had sent it. */
    REFLECT,
    /** It comes from another port. */
    MASQUERADE
  }

  String text() {
    return packet + " " + kind + " " + a + " " + b;
  }

  static Meddling parse(String text) {
    String[] parts = text.strip().split(" ", -1);
    return new Meddling(
        Integer.parseInt(parts[0]),
        Kind.valueOf(parts[1]),
        Integer.parseInt(parts[2]),
        Integer.parseInt(parts[3]));
  }
}
