// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.wire;

import java.lang.foreign.MemorySegment;

/** The acknowledgement extended header: a syndrome, and how many messages the responder has. */
public final class Aeth {
  /** Everything up to this packet has arrived; says nothing of credits. */
  public static final int ACK = 0x1f;

  /** A packet before this one is missing. */
  public static final int NAK_SEQUENCE = 0x60;

  /** The request does not make sense. */
  public static final int NAK_INVALID_REQUEST = 0x61;

  /** Key, range or right refused. */
  public static final int NAK_REMOTE_ACCESS = 0x62;

  /** The responder failed. */
  public static final int NAK_REMOTE_OPERATION = 0x63;

  private static final int AT = Bth.BYTES;
  private static final int SYNDROME_SHIFT = 24;
  private static final int TYPE_SHIFT = 5;
  private static final int CODE_MASK = 0x1f;
  private static final int RNR = 1 << TYPE_SHIFT;

  private Aeth() {}

  /** The first three bits of a syndrome. */
  public enum Type {
    ACK,
    RECEIVER_NOT_READY,
    RESERVED,
    NAK
  }

  public static int syndrome(MemorySegment packet, long bth) {
    return Wire.int8(packet, bth + AT);
  }

  /** What kind of answer a syndrome is. */
  public static Type type(int syndrome) {
    return switch (syndrome >> TYPE_SHIFT) {
      case 0 -> Type.ACK;
      case 1 -> Type.RECEIVER_NOT_READY;
      case 3 -> Type.NAK;
      default -> Type.RESERVED;
    };
  }

  /** The syndrome that asks the requester to wait. */
  public static int receiverNotReady(int timerCode) {
    return RNR | timerCode;
  }

  /** The credit code of a positive syndrome; 31 says nothing of credits. */
  public static int credits(int syndrome) {
    return syndrome & CODE_MASK;
  }

  /** How long a receiver-not-ready syndrome asks to wait. */
  public static long waitNanos(int syndrome) {
    return RnrTimer.nanos(syndrome & CODE_MASK);
  }

  public static int messageSequence(MemorySegment packet, long bth) {
    return Wire.int32(packet, bth + AT) & Wire.BITS_24;
  }

  public static void write(MemorySegment packet, long bth, int syndrome, int messageSequence) {
    Wire.int32(packet, bth + AT, (syndrome << SYNDROME_SHIFT) | (messageSequence & Wire.BITS_24));
  }
}
