// SPDX-License-Identifier: Apache-2.0
package io.sennit.simulator.light;

import io.sennit.simulator.fabric.PacketPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What the first bytes of a packet say; an acknowledgement echoes those of what it answers. */
final class Header {
  /** As long as what RoCEv2 puts around a payload: BTH, RETH, CRC, and a timestamp. */
  static final int BYTES = 48;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int PIPE = 0;
  private static final int KIND = 4;
  private static final int NUMBER = 8;
  private static final int LABEL = 16;
  private static final int TURN = 20;
  private static final int SENT = 24;
  private static final int ARRIVED = 32;
  private static final int MARKED = 40;
  private static final int AGAIN = 44;

  /** A packet with payload. */
  static final int PACKET = 0;

  /** It has come. */
  static final int ANSWER = 1;

  /** It has come without its payload. */
  static final int REFUSAL = 2;

  int pipe;
  int kind;

  /** Of the packet in its pipe. */
  long number;

  int label;

  /** How many went by that label before. */
  int turn;

  long sentNanos;

  /** It was sent before. */
  boolean again;

  /** In an answer: every packet before that number has arrived. */
  long arrived;

  /** In an answer: the packet met a queue. */
  boolean marked;

  Header() {}

  void write(PacketPool pool, int packet) {
    MemorySegment memory = pool.memory(packet);
    long at = pool.offset(packet);
    memory.set(INT, at + PIPE, pipe);
    memory.set(INT, at + KIND, kind);
    memory.set(LONG, at + NUMBER, number);
    memory.set(INT, at + LABEL, label);
    memory.set(INT, at + TURN, turn);
    memory.set(LONG, at + SENT, sentNanos);
    memory.set(LONG, at + ARRIVED, arrived);
    memory.set(INT, at + MARKED, marked ? 1 : 0);
    memory.set(INT, at + AGAIN, again ? 1 : 0);
  }

  void read(PacketPool pool, int packet) {
    MemorySegment memory = pool.memory(packet);
    long at = pool.offset(packet);
    pipe = memory.get(INT, at + PIPE);
    kind = memory.get(INT, at + KIND);
    number = memory.get(LONG, at + NUMBER);
    label = memory.get(INT, at + LABEL);
    turn = memory.get(INT, at + TURN);
    sentNanos = memory.get(LONG, at + SENT);
    arrived = memory.get(LONG, at + ARRIVED);
    marked = memory.get(INT, at + MARKED) != 0;
    again = memory.get(INT, at + AGAIN) != 0;
  }
}
