// SPDX-License-Identifier: Apache-2.0
package io.sennit.roce.cm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A management datagram: 256 bytes, big-endian, of which the first 24 are the same for all. */
final class Mad {
  /** Length of every one. */
  static final int BYTES = 256;

  /** Where the communication ids and then the message's own fields are. */
  static final int BODY_AT = 24;

  private static final int BASE_VERSION = 1;
  private static final int CLASS_COMMUNICATION = 0x07;
  private static final int CLASS_VERSION = 2;
  private static final int METHOD_SEND = 0x03;
  private static final int SHAPE =
      (BASE_VERSION << 24) | (CLASS_COMMUNICATION << 16) | (CLASS_VERSION << 8) | METHOD_SEND;
  private static final int TRANSACTION_AT = 8;
  private static final int ATTRIBUTE_AT = 16;

  private static final int REQUEST = 0x10;
  private static final int RECEIPT = 0x11;
  private static final int REJECT = 0x12;
  private static final int REPLY = 0x13;
  private static final int READY = 0x14;
  private static final int DISCONNECT_REQUEST = 0x15;
  private static final int DISCONNECT_REPLY = 0x16;

  private Mad() {}

  static byte[] encode(CmMessage message) {
    ByteBuffer mad = ByteBuffer.allocate(BYTES);
    mad.putInt(SHAPE);
    mad.putLong(TRANSACTION_AT, message.header().transaction());
    mad.putShort(ATTRIBUTE_AT, (short) attribute(message));
    mad.putInt(BODY_AT, message.header().localId());
    mad.putInt(BODY_AT + 4, message.header().remoteId());
    switch (message) {
      case ConnectRequest request -> request.write(mad);
      case MessageReceipt receipt -> receipt.write(mad);
      case ConnectReject reject -> reject.write(mad);
      case ConnectReply reply -> reply.write(mad);
      case DisconnectRequest request -> request.write(mad);
      case ReadyToUse _, DisconnectReply _ -> {}
    }
    return mad.array();
  }

  private static int attribute(CmMessage message) {
    return switch (message) {
      case ConnectRequest _ -> REQUEST;
      case MessageReceipt _ -> RECEIPT;
      case ConnectReject _ -> REJECT;
      case ConnectReply _ -> REPLY;
      case ReadyToUse _ -> READY;
      case DisconnectRequest _ -> DISCONNECT_REQUEST;
      case DisconnectReply _ -> DISCONNECT_REPLY;
    };
  }

  /** The header of a message of this protocol; null if it is none. */
  static @Nullable CmHeader header(ByteBuffer mad) {
    if (mad.capacity() != BYTES || mad.getInt(0) != SHAPE) {
      return null;
    }
    return new CmHeader(mad.getLong(TRANSACTION_AT), mad.getInt(BODY_AT), mad.getInt(BODY_AT + 4));
  }

  /**
   * Reads untrusted bytes that have a {@link #header}.
   *
   * @return null for a message that is not spoken here
   * @throws Unacceptable if it is a request that cannot be granted
   * @throws IllegalArgumentException if a field makes no sense
   */
  static @Nullable CmMessage decode(CmHeader header, ByteBuffer mad) throws Unacceptable {
    return switch (mad.getShort(ATTRIBUTE_AT)) {
      case REQUEST ->
        ConnectRequest.read(new CmHeader(header.transaction(), header.localId(), 0), mad);
      case RECEIPT -> MessageReceipt.read(header, mad);
      case REJECT -> ConnectReject.read(header, mad);
      case REPLY -> ConnectReply.read(header, mad);
      case READY -> new ReadyToUse(header);
      case DISCONNECT_REQUEST -> DisconnectRequest.read(header, mad);
      case DISCONNECT_REPLY -> new DisconnectReply(header);
      default -> null;
    };
  }
}
