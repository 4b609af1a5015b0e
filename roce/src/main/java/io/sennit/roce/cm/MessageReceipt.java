// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.nio.ByteBuffer;

/**
 * MRA: the message came, and the answer takes a while.
 *
 * @param subject which message
 * @param serviceTimeout how long it may take, 4.096 µs · 2^n
 */
record MessageReceipt(CmHeader header, Subject subject, int serviceTimeout) implements CmMessage {
  private static final int SUBJECT_AT = Mad.BODY_AT + 8;
  private static final int TIMEOUT_AT = Mad.BODY_AT + 9;

  void write(ByteBuffer mad) {
    mad.put(SUBJECT_AT, (byte) (subject.code() << 6));
    mad.put(TIMEOUT_AT, (byte) (serviceTimeout << 3));
  }

  static MessageReceipt read(CmHeader header, ByteBuffer mad) {
    return new MessageReceipt(
        header,
        Subject.of(QueuePairTerms.low8(mad, SUBJECT_AT) >> 6),
        QueuePairTerms.low8(mad, TIMEOUT_AT) >> 3);
  }
}
