// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.nio.ByteBuffer;

/**
 * REJ: there will be no connection, or it is none any more.
 *
 * @param subject which message is rejected
 * @param reason IBTA's code, 16 bits; {@link RejectReason#words(int)}
 * @param additional what the reason tells besides, at most 72 bytes
 */
record ConnectReject(
    CmHeader header, Subject subject, int reason, PrivateData additional, PrivateData privateData)
    implements CmMessage {
  static final int ADDITIONAL_BYTES = 72;

  private static final int SUBJECT_AT = Mad.BODY_AT + 8;
  private static final int ADDITIONAL_LENGTH_AT = Mad.BODY_AT + 9;
  private static final int REASON_AT = Mad.BODY_AT + 10;
  private static final int ADDITIONAL_AT = Mad.BODY_AT + 12;
  private static final int PRIVATE_AT = ADDITIONAL_AT + ADDITIONAL_BYTES;

  void write(ByteBuffer mad) {
    mad.put(SUBJECT_AT, (byte) (subject.code() << 6));
    mad.put(ADDITIONAL_LENGTH_AT, (byte) (additional.length() << 1));
    mad.putShort(REASON_AT, (short) reason);
    additional.write(mad.position(ADDITIONAL_AT));
    privateData.write(mad.position(PRIVATE_AT));
  }

  static ConnectReject read(CmHeader header, ByteBuffer mad) {
    int length = QueuePairTerms.low8(mad, ADDITIONAL_LENGTH_AT) >> 1;
    if (length > ADDITIONAL_BYTES) {
      throw new IllegalArgumentException(length + " bytes of reject information");
    }
    PrivateData additional = PrivateData.read(mad.position(ADDITIONAL_AT), length);
    return new ConnectReject(
        header,
        Subject.of(QueuePairTerms.low8(mad, SUBJECT_AT) >> 6),
        Short.toUnsignedInt(mad.getShort(REASON_AT)),
        additional,
        PrivateData.read(mad.position(PRIVATE_AT), PrivateData.REJECT_BYTES));
  }
}
