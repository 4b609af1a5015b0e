// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** The base transport header, 12 bytes, with which every packet begins. */
public final class Bth {
  /** Its length. */
  public static final int BYTES = 12;

  /** Every partition; the only key used here. */
  public static final int DEFAULT_PARTITION = 0xffff;

  static final int RESERVED_8A_AT = 4;
  private static final int FLAGS_AT = 1;
  private static final int QUEUE_PAIR_WORD_AT = 4;
  private static final int PSN_WORD_AT = 8;
  private static final int PAD_SHIFT = 4;
  private static final int PAD_MASK = 3;
  private static final int VERSION_MASK = 0xf;
  private static final int PARTITION_MEMBER_MASK = 0x7fff;
  private static final int ACK_REQUEST = 0x8000_0000;
  private static final int BECN = 0x40;
  private static final int MIGRATED = 0x40;

  private Bth() {}

  static int opcodeByte(MemorySegment packet, long bth) {
    return Wire.int8(packet, bth);
  }

  /** Bytes of padding behind the payload, 0 to 3. */
  public static int padBytes(MemorySegment packet, long bth) {
    return (Wire.int8(packet, bth + FLAGS_AT) >> PAD_SHIFT) & PAD_MASK;
  }

  static int transportVersion(MemorySegment packet, long bth) {
    return Wire.int8(packet, bth + FLAGS_AT) & VERSION_MASK;
  }

  /** Whether the partition key is the default one, of a full or a limited member. */
  static boolean isDefaultPartition(MemorySegment packet, long bth) {
    return (Wire.int32(packet, bth) & PARTITION_MEMBER_MASK) == PARTITION_MEMBER_MASK;
  }

  /** Says that packets of the one who gets this met congestion; after {@link #address}. */
  public static void markBackward(MemorySegment packet, long bth) {
    int word = Wire.int32(packet, bth + QUEUE_PAIR_WORD_AT);
    Wire.int32(packet, bth + QUEUE_PAIR_WORD_AT, word | BECN << 24);
  }

  /** The queue pair that it is for, 24 bits. */
  public static int queuePair(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + QUEUE_PAIR_WORD_AT) & Wire.BITS_24;
  }

  /** Whether the responder must answer. */
  public static boolean isAckRequested(MemorySegment packet, long bth) {
    return (Wire.int32(packet, bth + PSN_WORD_AT) & ACK_REQUEST) != 0;
  }

  /** The packet sequence number, 24 bits. */
  public static int psn(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + PSN_WORD_AT) & Wire.BITS_24;
  }

  /**
   * Writes opcode, padding, the default partition, and the migration state: a connection without
   * automatic path migration says that it is migrated, always; what a peer says means nothing.
   */
  public static void begin(MemorySegment packet, long bth, PacketOpcode opcode, int padBytes) {
    int flags = padBytes << PAD_SHIFT | (opcode.kind().isConnections() ? MIGRATED : 0);
    Wire.int32(packet, bth, (opcode.code() << 24) | (flags << 16) | DEFAULT_PARTITION);
  }

  /** Writes for whom it is and where it stands in the sequence. */
  public static void address(
      MemorySegment packet, long bth, int queuePair, int psn, boolean ackRequested) {
    Wire.int32(packet, bth + QUEUE_PAIR_WORD_AT, queuePair);
    Wire.int32(packet, bth + PSN_WORD_AT, ackRequested ? psn | ACK_REQUEST : psn);
  }
}
