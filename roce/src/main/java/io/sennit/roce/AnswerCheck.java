// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce;

import io.sennit.roce.wire.PacketOpcode;
import io.sennit.roce.wire.Psn;

/**
 * What can answer a packet under way: an opcode, by its place among the answers to one READ
 * request, and a length. The answers to a READ request are FIRST, MIDDLE and LAST, or ONLY, and
 * each but the last is full.
 *
 * <p>After a loss the rest is asked for again, and answers to both requests may come: one that
 * begins where something was asked for, and one that goes on. A peer that repairs selectively
 * answers for several requests together, so of it only the ends are known.
 */
final class AnswerCheck {
  private final Scoreboard scoreboard;
  private final boolean selective;
  private final int readPackets;

  AnswerCheck(Requester.Parts parts, int readPackets) {
    scoreboard = parts.scoreboard();
    selective = parts.selective();
    this.readPackets = readPackets;
  }

  /** Whether a packet can be the answer to its number, which is this request's. */
  boolean isAnswer(Inbound in, SendEntry entry) {
    int index = Psn.minus(in.psn, entry.firstPsn);
    if (in.payloadBytes != entry.answerBytes(index)) {
      return false;
    }
    if (in.opcode.kind() == PacketOpcode.Kind.ATOMIC_ACKNOWLEDGE) {
      return entry.isAtomic();
    }
    return in.opcode.kind() == PacketOpcode.Kind.READ_RESPONSE
        && entry.awaitsReadResponse()
        && begins(in, index)
        && ends(in, index, entry.packets);
  }

  private boolean begins(Inbound in, int index) {
    boolean first = index % readPackets == 0;
    return in.opcode.place().begins() ? first || selective || scoreboard.asksFrom(in.psn) : !first;
  }

  private boolean ends(Inbound in, int index, int packets) {
    boolean last = index == packets - 1 || index % readPackets == readPackets - 1;
    return in.opcode.place().ends() ? last || selective : !last;
  }
}
